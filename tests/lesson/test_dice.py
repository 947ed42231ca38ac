"""The dice: Philox streams, another for every seed of 64 bits."""

import numpy as np
import pytest

from backend.lesson.dice import LARGEST_SEED, uniforms
from backend.refusal import Refusal


def test_a_stream_is_philox_with_seed_and_stream_as_its_two_words():
    for seed, stream in ((0, 0), (1, 3), (2**63 + 5, 7), (LARGEST_SEED, 1)):
        key = seed + (stream << 64)  # 128 bits in one number: the low word is the seed
        assert np.array_equal(uniforms(seed, stream, 9), np.random.Generator(np.random.Philox(key=key)).random(9))


def test_every_seed_and_every_stream_is_another():
    seeds = [0, 1, 2**53, 2**53 + 1, 2**63 - 1, 2**63, 2**63 + 1, LARGEST_SEED]
    assert len({uniforms(seed, stream, 1)[0] for seed in seeds for stream in range(20)}) == 160


def test_a_shorter_draw_is_the_beginning_of_a_longer_one():
    assert np.array_equal(uniforms(5, 2, 1000)[:7], uniforms(5, 2, 7))
    assert np.array_equal(uniforms(5, 2, (10, 100)).reshape(-1), uniforms(5, 2, 1000))


@pytest.mark.parametrize("seed", [-1, 2**64, 10**40])
def test_a_seed_beyond_64_bits_is_refused(seed):
    with pytest.raises(Refusal, match=f"seed is {seed}; it is a whole number from 0 to 18446744073709551615") as e:
        uniforms(seed, 0, 1)
    assert e.value.field == "seed"
