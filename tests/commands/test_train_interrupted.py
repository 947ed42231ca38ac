"""A training that is stopped in the middle: by Ctrl-C, and by a kill at any moment while it saves."""

import hashlib
import json
import os
import pty
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

from backend.settings import ROOT

SAVING = """
import sys
from dataclasses import replace
from pathlib import Path
import torch
from backend.lesson.checkpoint import load_model, save_model
from backend.lesson.network import Network
network, card = load_model(Path("models"), "names-2d")
pairs = [(Network(card.shape, network.flat + i), replace(card, seed=i)) for i in range(2)]
print("ready", flush=True)
while True:
    for other, its_card in pairs:
        save_model(Path(sys.argv[1]), other, its_card)
"""


def test_ctrl_c_ends_a_training_and_leaves_nothing(start, store: Path) -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 120))
    process = start("train", "--steps", "1000000", "--out", "mine", stderr=theirs)
    os.close(theirs)
    shown = b""
    while b"dev 2." not in shown:  # in the middle of it
        shown += os.read(ours, 4096)
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 130
    assert process.stdout.read() == b""
    assert os.read(ours, 4096).strip().endswith(b"train: interrupted")
    os.close(ours)
    assert [path for path in store.rglob("*") if path.is_file()] == []


def test_a_kill_while_saving_leaves_a_whole_pair_or_one_that_is_known_to_be_none(tmp_path: Path) -> None:
    """Weights are renamed before the card, so that between the two the card's hash tells that they do not fit."""
    outcomes = []
    for delay in (0.001, 0.02, 0.05):
        command = [sys.executable, "-c", SAVING, str(tmp_path)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
            assert process.stdout.readline() == b"ready\n"
            while not (tmp_path / "names-2d.json").exists():
                time.sleep(0.001)
            time.sleep(delay)
            process.kill()
        weights = (tmp_path / "names-2d.safetensors").read_bytes()
        card = json.loads((tmp_path / "names-2d.json").read_bytes())
        assert len(weights) == (ROOT / "models" / "names-2d.safetensors").stat().st_size
        outcomes.append(card["weights_sha256"] == hashlib.sha256(weights).hexdigest())
    assert any(outcomes)
