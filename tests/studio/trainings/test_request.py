"""The limits of a request that no small corpus reaches."""

import json

import numpy as np
import pytest

from backend.refusal import Refusal
from backend.settings import Settings
from backend.studio.trainings.request import MOST_IN_TABLE, TrainingRequest, check_limits
from backend.studio.trainings.segment import LONGEST_HEADER

WIDE = TrainingRequest(context_length=1, embedding_dim=1024, hidden_size=1, steps=1, batch_size=1)


def test_a_table_that_no_event_can_hold_is_refused() -> None:
    check_limits(WIDE, MOST_IN_TABLE // 1024, Settings())
    with pytest.raises(Refusal, match="3,500,032 numbers") as refused:
        check_limits(WIDE, MOST_IN_TABLE // 1024 + 1, Settings())
    assert refused.value.field == "embedding_dim"


def test_the_largest_table_fits_into_an_event() -> None:
    sample = np.random.default_rng(1).normal(scale=1e-3, size=10_000).astype(np.float32).tolist()
    assert len(json.dumps(sample)) / len(sample) * MOST_IN_TABLE < LONGEST_HEADER
