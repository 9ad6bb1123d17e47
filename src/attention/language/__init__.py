"""Words in every language, and sentences that facts fill."""
