"""Files of the site, their names and their compressed forms."""
