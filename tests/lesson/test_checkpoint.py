import errno
import json
import os
import struct
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save

from backend.lesson.card import Losses
from backend.lesson.checkpoint import load_card, load_model, network_of, save_model, weights_bytes
from backend.lesson.network import initialised
from backend.refusal import Damaged, Refusal
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


def rewritten(folder, weights, **changes):
    """Other weights under a card that vouches for them."""
    card = {**CARD.as_dict(), "weights_sha256": sha256(weights).hexdigest(), **changes}
    (folder / FILES[0]).write_text(json.dumps(card), encoding="utf-8")
    (folder / FILES[1]).write_bytes(weights)


def refused(folder, match):
    with pytest.raises(Damaged, match=match) as e:
        load_model(folder, ID)
    return str(e.value)


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


@pytest.mark.parametrize("length", [0, 1, 7, 8, 100, -1])
def test_truncated_weights(folder, length):
    weights = (folder / FILES[1]).read_bytes()
    (folder / FILES[1]).write_bytes(weights[:length])
    assert "truncated or changed" in refused(folder, rf"{ID}\.safetensors has \d+ bytes with sha256")
    rewritten(folder, weights[:length])
    refused(folder, rf"{ID}\.safetensors is not a safetensors file")


@pytest.mark.parametrize("place", [0, 8, 20, -1])
def test_one_altered_byte(folder, place):
    weights = bytearray((folder / FILES[1]).read_bytes())
    weights[place] ^= 1
    (folder / FILES[1]).write_bytes(weights)
    refused(folder, rf"{ID}\.safetensors has .* the file was truncated or changed, train the model again")


@pytest.mark.parametrize("change", ["missing", "extra", "renamed", "none"])
def test_other_tensors(folder, change):
    tensors = dict(made().tensors)
    table = tensors.pop("table")
    if change == "extra":
        tensors |= {"table": table, "more": torch.zeros(1)}
    elif change == "renamed":
        tensors["C"] = table
    elif change == "none":
        tensors = {}
    rewritten(folder, save({name: tensor.contiguous() for name, tensor in tensors.items()}))
    refused(folder, rf"{ID}\.safetensors holds the tensors \[.*\], a model has \['hidden\.bias'")


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16, torch.int32, torch.bool])
def test_another_dtype(folder, dtype):
    tensors = {name: t.contiguous() for name, t in made().tensors.items()}
    rewritten(folder, save(tensors | {"logits.bias": torch.zeros(4, dtype=dtype)}))
    refused(folder, rf"{ID}\.safetensors: logits\.bias is \(4,\) {dtype}, its card takes \(4,\) torch\.float32")


@pytest.mark.parametrize("size", [(5,), (4, 1), (1, 4), (0,), ()])
def test_another_shape(folder, size):
    tensors = {name: t.contiguous() for name, t in made().tensors.items()}
    rewritten(folder, save(tensors | {"logits.bias": torch.zeros(size)}))
    refused(folder, rf"{ID}\.safetensors: logits\.bias is \({', '.join(map(str, size))},?\)")


@pytest.mark.parametrize("dtype", ["F4", "F6_E2M3", "F8_E8M0", "F8_E4M3", "C64", "U16", "Q7"])
def test_a_dtype_that_pytorch_may_not_know(folder, dtype):
    """A header written by hand: one tensor of eight elements, as many bytes as that dtype would take."""
    bits = {"F4": 4, "F6_E2M3": 6, "C64": 64, "U16": 16}.get(dtype, 8)
    header = {name: {"dtype": "F32", "shape": [0], "data_offsets": [bits, bits]} for name in made().tensors}
    header["table"] = {"dtype": dtype, "shape": [8], "data_offsets": [0, bits]}
    text = json.dumps(header).encode()
    rewritten(folder, struct.pack("<Q", len(text)) + text + bytes(bits))
    refused(folder, rf"{ID}\.safetensors(: | has a tensor of dtype | is not a safetensors file)")


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
@pytest.mark.parametrize("name", ["table", "logits.bias"])
def test_a_number_that_is_not_finite(folder, number, name):
    network = made()
    network.tensors[name].view(-1)[1] = number
    rewritten(folder, weights_bytes(network))
    refused(folder, rf"{ID}\.safetensors: {name} has a number that is not finite")


def test_a_pickle_is_not_even_opened(folder):
    torch.save(dict(made().tensors), folder / FILES[1])
    rewritten(folder, (folder / FILES[1]).read_bytes())
    refused(folder, rf"{ID}\.safetensors is not a safetensors file")


def test_there_is_no_such_model(folder):
    with pytest.raises(FileNotFoundError):
        load_model(folder, "another")
    with pytest.raises(FileNotFoundError):
        load_card(folder, "another")


def test_a_card_without_weights_and_weights_without_a_card(folder):
    weights = (folder / FILES[1]).read_bytes()
    (folder / FILES[1]).unlink()
    refused(folder, rf"{ID}\.safetensors is missing beside its card; train the model again")
    (folder / FILES[1]).write_bytes(weights)
    (folder / FILES[0]).unlink()
    with pytest.raises(FileNotFoundError):
        load_model(folder, ID)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"\xff\xfe{}", "is not UTF-8"),
        (b'{"name": "another"}', "is not a model card of the format"),
        (json.dumps({**CARD.as_dict(), "seed": "one"}).encode(), "seed is not a whole number"),
        (json.dumps({**CARD.as_dict(), "weights_sha256": 7}).encode(), "weights_sha256 is not a text"),
    ],
)
def test_a_card_that_cannot_be_read_names_its_file(folder, content, said):
    (folder / FILES[0]).write_bytes(content)
    assert said in refused(folder, rf"{ID}\.json is not")


def test_the_card_of_another_model(folder):
    for name, suffix in zip(FILES, ("json", "safetensors"), strict=True):
        (folder / name).rename(folder / f"renamed.{suffix}")
    with pytest.raises(Damaged, match=rf"renamed\.json is the card of '{ID}'"):
        load_model(folder, "renamed")


def test_weights_from_elsewhere(folder):
    weights = (folder / FILES[1]).read_bytes()
    card = load_card(folder, ID)
    assert torch.equal(network_of(weights, card, "upload").flat, made().flat)
    with pytest.raises(Damaged, match="upload has"):
        network_of(weights + b"\0", card, "upload")


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
