"""Traps that learners fall into, each as two pieces of code that run: one sound, one with a single slip."""
