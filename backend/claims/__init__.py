"""The lesson, every claim live: S1 to S99 as functions over lesson/ and space/ (registry.py has the order)."""
