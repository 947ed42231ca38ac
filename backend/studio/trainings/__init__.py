"""Trainings as jobs: what was asked, what came of it step by step, and the workers that do it."""
