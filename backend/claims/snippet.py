"""What a claim's `code` may rely on: the lines that a reader pastes first, in the project's folder.

`words` is the list of the corpus' words, `stoi` and `itos` its characters. A claim about a model also finds C (V, D),
W1 (KD, H), b1 (H,), W2 (H, V), b2 (V,), and stoi and itos are then the model's. A claim from trainings finds `names`,
the corpus as our own code reads it. `torch` and `F` are imported.
"""

from backend.claims.claim import Claim

WORDS = """\
from pathlib import Path

import torch
import torch.nn.functional as F

words = Path("data/names.txt").read_text().split()
itos = [".", *sorted(set("".join(words)))]
stoi = {s: i for i, s in enumerate(itos)}
"""
MODEL = """\
import json
from safetensors.torch import load_file

parts = load_file("FOLDER/MODEL.safetensors")
C, W1, b1 = parts["table"], parts["hidden.weight"], parts["hidden.bias"]
W2, b2 = parts["logits.weight"], parts["logits.bias"]
itos = json.loads(Path("FOLDER/MODEL.json").read_text())["vocabulary"]
stoi = {s: i for i, s in enumerate(itos)}
"""
TRAINED = """\
from backend.lesson.corpus import read_corpus

names = read_corpus(Path("data/names.txt").read_text())
"""


def preamble(claim: Claim, model_id: str, folder: str = "models") -> str:
    """The lines that go before a claim's code, for a model in a folder of the project."""
    code = WORDS
    if claim.of_model:
        code += MODEL.replace("FOLDER", folder).replace("MODEL", model_id)
    if claim.trained:
        code += TRAINED
    return code
