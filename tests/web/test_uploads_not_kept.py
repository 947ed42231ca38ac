"""Word lists that the store cannot take: the disk is full, or may only be read. Nothing is left behind."""

import errno
import os
from pathlib import Path

import pytest

from tests.web.problem import check_problem
from tests.web.test_uploads import send


def test_a_disk_that_is_full_leaves_nothing_behind(open_client, tmp_path: Path, monkeypatch) -> None:
    client = open_client()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    check_problem(send(client, "anna\n"), 507, None, "make room")
    monkeypatch.undo()
    assert list((tmp_path / "store" / "corpora").iterdir()) == []
    assert send(client, "anna\n").json()["id"] == "mine"


def test_a_store_that_can_only_be_read_says_so(open_client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store by its setting, not the name of a temporary file, and what to do."""
    client = open_client()
    for code, status, said in ((errno.EROFS, 507, "mount it"), (errno.EACCES, 500, "account of the server")):

        def refused(_: int, code: int = code) -> None:
            raise OSError(code, os.strerror(code), "/store/corpora/.writing-1")

        monkeypatch.setattr(os, "fsync", refused)
        check_problem(send(client, "anna\n"), status, None, "EMBEDSCOPE_STORE", said)
