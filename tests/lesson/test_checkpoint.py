"""Saving and loading a model: bytes, order of writing, and a disk that fails half way."""

import errno
import os
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from backend.lesson.card import Losses
from backend.lesson.checkpoint import load_card, load_model, save_model, weights_bytes
from backend.lesson.network import initialised
from backend.refusal import Refusal
from tests.lesson.test_card import CARD

ID = CARD.id
FILES = [f"{ID}.json", f"{ID}.safetensors"]


def made(seed=1):
    return initialised(CARD.shape, "lecture", seed)


def listing(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def folder(tmp_path):
    save_model(tmp_path, made(), CARD)
    return tmp_path


def test_a_network_and_its_card_come_back_to_the_bit(folder):
    network, card = load_model(folder, ID)
    assert torch.equal(network.flat, made().flat)
    assert card == replace(CARD, weights_sha256=sha256((folder / FILES[1]).read_bytes()).hexdigest())
    assert load_card(folder, ID) == card
    assert sorted(listing(folder)) == FILES


def test_what_is_saved_comes_back_usable(folder):
    network, card = load_model(folder, ID)
    X = torch.tensor([[0, 1, 3]])
    assert torch.equal(network.forward(X).logits, made().forward(X).logits)
    saved = save_model(folder, network, card)
    assert saved == card


def test_any_safetensors_reader_finds_five_float32_tensors(folder):
    tensors = load_file(folder / FILES[1])
    assert {name: (tuple(t.shape), t.dtype) for name, t in tensors.items()} == {
        "table": ((4, 2), torch.float32),
        "hidden.weight": ((6, 5), torch.float32),
        "hidden.bias": ((5,), torch.float32),
        "logits.weight": ((5, 4), torch.float32),
        "logits.bias": ((4,), torch.float32),
    }
    assert all(torch.equal(made().tensors[name], tensor) for name, tensor in tensors.items())


def test_the_same_network_gives_the_same_bytes(tmp_path):
    for place in ("one", "two/deeper"):
        save_model(tmp_path / place, made(), CARD)
    assert listing(tmp_path / "one") == listing(tmp_path / "two/deeper")
    assert weights_bytes(made()) != weights_bytes(made(2))


def test_saving_again_replaces_both_files(folder):
    save_model(folder, made(2), replace(CARD, seed=2))
    network, card = load_model(folder, ID)
    assert torch.equal(network.flat, made(2).flat) and card.seed == 2
    assert sorted(listing(folder)) == FILES


def test_files_can_be_read_by_others(folder):
    assert all(path.stat().st_mode & 0o444 == 0o444 for path in folder.iterdir())


@pytest.mark.parametrize("again", [True, False], ids=["over an old pair", "the first time"])
@pytest.mark.parametrize(("call", "which"), [("fsync", 1), ("fsync", 2), ("replace", 1), ("replace", 2)])
def test_a_write_that_fails_leaves_what_was_there(tmp_path, monkeypatch, again, call, which):
    if again:
        save_model(tmp_path, made(), CARD)
    before, calls, true_call = listing(tmp_path), [], getattr(os, call)

    def failing(*arguments, **options):
        calls.append(arguments)
        if len(calls) == which:
            raise OSError(errno.ENOSPC, "No space left on device")
        return true_call(*arguments, **options)

    monkeypatch.setattr(os, call, failing)
    with pytest.raises(OSError, match="No space left"):
        save_model(tmp_path, made(2), replace(CARD, seed=2))
    monkeypatch.undo()
    assert len(calls) >= which
    assert listing(tmp_path) == before
    if again:
        assert torch.equal(load_model(tmp_path, ID)[0].flat, made().flat)


def test_a_write_that_is_interrupted_leaves_no_temporary_file(folder, monkeypatch):
    def interrupt(handle):
        raise KeyboardInterrupt

    before = listing(folder)
    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        save_model(folder, made(2), CARD)
    assert listing(folder) == before


def test_both_files_are_flushed_to_disk_before_either_is_renamed(tmp_path, monkeypatch):
    order = []
    for name in ("fsync", "replace"):
        true_call = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *a, name=name, call=true_call: (order.append((name, a)), call(*a))[1])
    save_model(tmp_path, made(), CARD)
    assert [name for name, _ in order] == ["fsync", "fsync", "replace", "replace"]
    assert [Path(a[1]).name for name, a in order if name == "replace"] == FILES[::-1]  # weights, then card


@pytest.mark.parametrize("place", ["weights", "losses"])
def test_a_training_that_left_the_finite_numbers_is_not_saved(tmp_path, place):
    network, card = made(), CARD
    if place == "weights":
        network.table[1, 1] = float("nan")
    else:
        card = replace(CARD, losses=Losses(2.0, float("inf"), 2.0))
    with pytest.raises(Refusal, match="lower learning_rate") as e:
        save_model(tmp_path, network, card)
    assert e.value.field == "learning_rate"
    assert not listing(tmp_path)
