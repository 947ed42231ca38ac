"""Files that are not what their name says: each is Damaged, with a message that names the file."""

import json
import struct
from hashlib import sha256

import pytest
import torch
from safetensors.torch import save

from backend.lesson.checkpoint import load_card, load_model, network_of, save_model, weights_bytes
from backend.refusal import Damaged
from tests.lesson.test_card import CARD
from tests.lesson.test_checkpoint import FILES, ID, made


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
