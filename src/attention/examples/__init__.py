"""The sentences and numbers that the widgets show: one module each, data and hardly any logic."""
