"""The sentences and numbers that the widgets show."""
