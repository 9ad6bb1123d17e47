"""One file per widget; the file name is the widget's name everywhere."""
