"""(seed, stream) -> numbers in [0, 1): the dice of every draw of batches and names, all but the initial weights'.

A stream is Philox with the key (seed, stream) (Salmon et al. 2011): endless, and independent of every other stream, so
that any draw can be repeated without those before it.
"""

import numpy as np
from numpy.typing import NDArray

from backend.refusal import Refusal

LARGEST_SEED = 2**64 - 1


def uniforms(seed: int, stream: int, size: int | tuple[int, ...]) -> NDArray[np.float64]:
    """The first numbers of a stream, in this shape; raises Refusal for a seed that 64 bits cannot hold."""
    if not 0 <= seed <= LARGEST_SEED:
        raise Refusal(f"seed is {seed}; it is a whole number from 0 to {LARGEST_SEED}", "seed")
    key = np.array([seed, stream], dtype=np.uint64)  # a bare list of a large seed would pass through float64
    return np.random.Generator(np.random.Philox(key=key)).random(size)
