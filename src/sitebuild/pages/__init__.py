"""Prose, its placeholders, and what stops a build."""
