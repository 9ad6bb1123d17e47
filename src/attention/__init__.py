"""Self-attention that can be taken hold of: the core, the widgets, and what shows them in a page."""
