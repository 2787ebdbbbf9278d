"""The report of a run: one HTML file that needs nothing else, for a phone and for paper."""
