"""Widgets and icons as pictures and JSON."""
