"""Grids of trainings: which there are, how far they are, and what they say together."""
