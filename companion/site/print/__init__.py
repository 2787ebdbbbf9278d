"""Printing from the site: orders, their queue and the process that makes the PDF."""
