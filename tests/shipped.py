"""What is shipped, written down once: the ids that lists have to show."""

MODELS = ["japanese-2d", "names-10d", "names-2d", "places-2d", "russian-2d"]
CORPORA = ["japanese-names", "names", "places", "russian-names"]
