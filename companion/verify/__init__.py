"""What the engines prove about a mission pack."""
