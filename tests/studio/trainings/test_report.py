"""What a report measures, against plain loops over the corpus and the tensors."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
import torch

from backend.lesson.corpus import read_corpus
from backend.lesson.training import Step
from backend.settings import ROOT
from backend.studio.trainings.report import Reporter
from tests.training import done_here


def cosine(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True)) / (math.hypot(*a) * math.hypot(*b))


@pytest.mark.parametrize("D", [2, 5])
def test_diagnostics(D: int) -> None:
    corpus = read_corpus((ROOT / "data" / "names.txt").read_text(encoding="utf-8"))
    run = done_here(embedding_dim=D, hidden_size=20, steps=60, init="lecture")
    told = Reporter(run, corpus).event(run.network, Step(60, 0.0))["diagnostics"]
    counted = Counter("".join(f"{word}." for word in corpus.words))
    rows = run.network.table.tolist()
    tokens = sorted(counted, key=lambda token: (token != ".", token))
    norms, logs = [math.hypot(*row) for row in rows], [math.log(counted[token]) for token in tokens]
    assert told["norm_frequency_correlation"] == pytest.approx(np.corrcoef(norms, logs)[0, 1])

    vector = dict(zip(tokens, rows, strict=True))
    within = [cosine(vector[a], vector[b]) for a, b in itertools.combinations("aeiou", 2)]
    between = [cosine(vector[a], vector[b]) for a in "aeiou" for b in "bcdfghjklmnpqrstvwxyz"]
    assert told["vowel_gap"] == pytest.approx(np.mean(within) - np.mean(between), abs=1e-6)
    assert 0 < told["vowel_gap_p"] <= 1

    beyond = events = 0
    learnt = run.counts.train
    for context, times in zip(learnt.contexts.tolist(), learnt.totals.tolist(), strict=True):
        h = torch.tanh(
            torch.cat([run.network.table[i] for i in context]) @ run.network.hidden_weight + run.network.hidden_bias
        )
        beyond += int((h.abs() > 0.99).sum()) * times
        events += len(h) * times
    assert told["saturated"] == pytest.approx(beyond / events, abs=1e-4)
