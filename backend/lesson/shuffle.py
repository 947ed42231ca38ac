"""A list and a seed -> the very order that `random.Random(seed).shuffle` gives, in half the time.

The published split is defined by Python's shuffle (Fisher and Yates, from the end), so its order is not ours to choose.
Python asks its generator for one number at a time, thirty thousand of them for the shipped names; here the generator is
asked for a block at once. A draw below n takes the highest bits of a 32-bit word, as many as n has, and is thrown away
where it is n or more. Equality with Python's own is held by a test.
"""

import random
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")

WORD = 32  # bits that the generator gives at a time; a longer list than 2**32 does not fit into memory


def shuffled(items: Sequence[T], seed: int) -> list[T]:
    """A shuffled copy (embedding-and-mlp 7.6, the split)."""
    order, generator = list(items), random.Random(seed)
    place = len(order) - 1
    while place >= 1:
        bits = (place + 1).bit_length()
        last = max(1, 2 ** (bits - 1) - 1)  # the last place whose bound has as many bits
        while place >= last:
            wanted = place - last + 1  # never more than are used with this number of bits
            block = generator.getrandbits(WORD * wanted).to_bytes(WORD // 8 * wanted, "little")
            for drawn in (np.frombuffer(block, dtype="<u4") >> np.uint32(WORD - bits)).tolist():
                if drawn <= place:
                    order[place], order[drawn] = order[drawn], order[place]
                    place -= 1
    return order
