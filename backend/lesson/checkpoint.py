"""A network and its card <-> two files, `<id>.safetensors` and `<id>.json`, never pickle.

Each file is written under a temporary name, flushed to disk and then renamed, weights before card: a reader finds the
old pair, the new pair, or a card whose hash does not fit its weights, which is refused.
"""

import hashlib
import math
from dataclasses import astuple, replace
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save

from backend.lesson.card import ModelCard, read_card
from backend.lesson.network import Network
from backend.lesson.whole_file import write_together
from backend.refusal import Damaged, Refusal


def weights_bytes(network: Network) -> bytes:
    """The five tensors in the safetensors format; the same network gives the same bytes."""
    return save({name: tensor.contiguous() for name, tensor in network.tensors.items()})


def save_model(folder: Path, network: Network, card: ModelCard) -> ModelCard:
    """Write both files into `folder` and return the card with its weights' hash.

    Raises OSError, leaving the old pair as it was, and Refusal for a network whose training left the finite numbers.
    """
    if not (torch.isfinite(network.flat).all() and all(map(math.isfinite, astuple(card.losses)))):
        raise Refusal(f"{card.id} has numbers that are not finite; train with a lower learning_rate", "learning_rate")
    weights = weights_bytes(network)
    card = replace(card, weights_sha256=hashlib.sha256(weights).hexdigest())
    write_together(
        {folder / f"{card.id}.safetensors": weights, folder / f"{card.id}.json": card.as_json().encode()},
    )
    return card


def load_card(folder: Path, model_id: str) -> ModelCard:
    """The card of a model; raises FileNotFoundError where there is none and Damaged where it is not one."""
    path = folder / f"{model_id}.json"
    try:
        card = read_card(path.read_text(encoding="utf-8"), path.name)
    except UnicodeDecodeError:
        raise Damaged(f"{path.name} is not UTF-8, so it is no model card; train the model again") from None
    if card.id != model_id:
        raise Damaged(f"{path.name} is the card of {card.id!r}; a card's file has the name of its model")
    return card


def load_model(folder: Path, model_id: str) -> tuple[Network, ModelCard]:
    """A network and its card; raises FileNotFoundError where there is none and Damaged naming what is wrong."""
    card = load_card(folder, model_id)
    path = folder / f"{model_id}.safetensors"
    try:
        weights = path.read_bytes()
    except FileNotFoundError:
        raise Damaged(f"{path.name} is missing beside its card; train the model again") from None
    return network_of(weights, card, path.name), card


def network_of(weights: bytes, card: ModelCard, place: str) -> Network:
    """The network in a safetensors file; raises Damaged if it is altered, truncated or of another shape."""
    found = hashlib.sha256(weights).hexdigest()
    if found != card.weights_sha256:
        raise Damaged(
            f"{place} has {len(weights)} bytes with sha256 {found[:12]}..., its card says "
            f"{card.weights_sha256[:12]}...; the file was truncated or changed, train the model again"
        )
    try:
        tensors = load(weights)
    except SafetensorError as error:
        raise Damaged(f"{place} is not a safetensors file: {error}") from None
    except KeyError as error:  # a dtype that PyTorch has not got
        raise Damaged(f"{place} has a tensor of dtype {error}, a model's are torch.float32") from None
    wanted = card.shape.tensors()
    if set(tensors) != set(wanted):
        raise Damaged(f"{place} holds the tensors {sorted(tensors)}, a model has {sorted(wanted)}")
    for name, size in wanted.items():
        tensor = tensors[name]
        if tuple(tensor.shape) != size or tensor.dtype != torch.float32:
            raise Damaged(
                f"{place}: {name} is {tuple(tensor.shape)} {tensor.dtype}, its card takes {size} torch.float32"
            )
        if not bool(torch.isfinite(tensor).all()):
            raise Damaged(f"{place}: {name} has a number that is not finite")
    return Network(card.shape, torch.cat([tensors[name].reshape(-1) for name in wanted]))
