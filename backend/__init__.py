"""Embedscope: a character MLP, its embedding table, and everything that can be asked of them."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("embedscope")
except PackageNotFoundError:  # run from a folder that was never installed
    __version__ = "0+unknown"
