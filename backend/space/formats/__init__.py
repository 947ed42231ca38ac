"""How tables of vectors are read and written: one file a format."""
