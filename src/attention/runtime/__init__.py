"""Widgets and exercises answering messages: the process behind a page."""
