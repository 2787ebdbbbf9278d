"""The addresses of the site: one blueprint for each area."""
