"""`python -m backend claims`: run the trainings that some claims of the lesson need, and store what came out."""

import argparse

from backend.settings import Settings


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
