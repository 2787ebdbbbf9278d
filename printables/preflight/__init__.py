"""Preflight of a deck in PDF, from this or another program: is it safe to print, and does every code scan?"""
