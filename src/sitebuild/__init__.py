"""What build.py is made of: the files of the browser's Python, its archive, the drawn widgets, the pages."""
