"""State: what is on disk (corpora, models) and what has been loaded of it."""
