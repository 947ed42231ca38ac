import os
from pathlib import Path

import pytest

from backend.refusal import Damaged
from backend.studio.missing import Missing, Shipped
from backend.studio.shelf import Shelf


def read(folder: Path, name: str) -> str:
    text = (folder / f"{name}.txt").read_text(encoding="utf-8")
    if text == "bad":
        raise Damaged(f"{name}.txt is bad")
    return text


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("shipped", "added"):
        (tmp_path / name).mkdir()
    return tmp_path / "shipped", tmp_path / "added"


def test_ids_are_sorted_over_all_folders_and_the_first_folder_wins(folders: tuple[Path, Path]) -> None:
    shipped, added = folders
    for folder, name in [(shipped, "b"), (added, "a"), (added, "b"), (added, "c")]:
        (folder / f"{name}.txt").write_text(folder.name, encoding="utf-8")
    shelf = Shelf("text", folders, ".txt", read)
    assert shelf.ids() == ["a", "b", "c"]
    assert [shelf.get(name) for name in "abc"] == ["added", "shipped", "added"]
    assert [shelf.folder_of(name) for name in ("b", "c", "d")] == [shipped, added, None]


def test_a_file_is_read_once_and_again_when_it_changed(folders: tuple[Path, Path]) -> None:
    loads: list[str] = []
    shelf = Shelf("text", folders, ".txt", lambda folder, name: loads.append(name) or read(folder, name))
    path = folders[0] / "a.txt"
    path.write_text("one", encoding="utf-8")
    assert [shelf.get("a"), shelf.get("a")] == ["one", "one"]
    assert loads == ["a"]
    path.write_text("three", encoding="utf-8")
    assert shelf.get("a") == "three"
    stamp = path.stat()
    aside = folders[0] / "aside"
    aside.write_text("seven", encoding="utf-8")  # as long, and then as old: only the file is another
    os.utime(aside, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    aside.replace(path)
    assert shelf.get("a") == "seven"


def test_an_id_never_becomes_a_path(folders: tuple[Path, Path]) -> None:
    (folders[0].parent / "secret.txt").write_text("secret", encoding="utf-8")
    shelf = Shelf("text", folders, ".txt", read)
    for asked in ("../secret", "..", "", "/etc/passwd", "a/../../secret", "secret\0", "*", "x" * 5000):
        with pytest.raises(Missing, match=r"There is no text .*; there is none yet\."):
            shelf.get(asked)


def test_a_file_removed_between_two_looks_is_missing(folders: tuple[Path, Path]) -> None:
    path = folders[0] / "a.txt"
    path.write_text("one", encoding="utf-8")

    def removed(folder: Path, name: str) -> str:
        path.unlink()
        return read(folder, name)

    shelf = Shelf("text", folders, ".txt", removed)
    with pytest.raises(Missing, match="'a'"):
        shelf.get("a")


def test_readable_leaves_out_what_is_damaged_and_says_so(
    folders: tuple[Path, Path], caplog: pytest.LogCaptureFixture
) -> None:
    for name, text in (("a", "good"), ("b", "bad")):
        (folders[0] / f"{name}.txt").write_text(text, encoding="utf-8")
    shelf = Shelf("text", folders, ".txt", read)
    assert shelf.readable() == ["good"]
    assert "b.txt is bad" in caplog.text
    with pytest.raises(Damaged):
        shelf.get("b")


def test_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert Shelf("text", [tmp_path / "nowhere"], ".txt", read).ids() == []


def test_what_was_added_is_removed_with_what_belongs_to_it(folders: tuple[Path, Path]) -> None:
    shipped, added = folders
    for path in (shipped / "a.txt", added / "a.txt", added / "b.txt", added / "b.bin", added / "c.bin"):
        path.write_text(path.name, encoding="utf-8")
    shelf = Shelf("text", folders, ".txt", read)
    with pytest.raises(Shipped, match="text a is shipped"):
        shelf.remove("a", [".bin"])
    shelf.remove("b", [".bin", ".none"])
    for gone in ("b", "c", "../added/a", "b.txt"):
        with pytest.raises(Missing):
            shelf.remove(gone, [".bin"])
    assert sorted(path.name for folder in folders for path in folder.iterdir()) == ["a.txt", "a.txt", "c.bin"]


def test_what_has_just_been_written_need_not_be_read(folders: tuple[Path, Path]) -> None:
    path = folders[1] / "a.txt"
    path.write_text("on disk", encoding="utf-8")
    shelf = Shelf("text", folders, ".txt", read)
    shelf.keep("a", "in memory")
    assert shelf.get("a") == "in memory"
    path.write_text("changed on disk", encoding="utf-8")
    assert shelf.get("a") == "changed on disk"
    with pytest.raises(Missing):
        shelf.keep("b", "gone")
