"""Words of one's own in the Train view: paste or choose them, read the report, train on them. The truth is REST's."""

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.corpus import add, added, open_panel, reported, send, shown
from tests.browser.modules import call
from tests.browser.train import address, ask, data, open_training, press, wait_for

WORDS = "anna\nbob\nzo\u00e9\nanna\n\nd.r\nb2b\nann\u0435\nanna\nj.r.\n"


def test_pasted_words_get_the_servers_report(open_train: OpenPage, training_server: str) -> None:
    page = open_train("#/train")
    open_panel(page)
    chosen = add(page, WORDS, "Pasted words")
    assert chosen == "pasted-words"
    truth = send(training_server, WORDS)["report"]
    assert shown(page) == reported(truth)
    assert truth["refused_lines"] == 2 and truth["duplicates"] == 2
    assert page.locator(".own-unusual bdi").all_inner_texts()[0] in "2\u0435"
    expect(page.get_by_role("combobox", name="Corpus")).to_have_value(chosen)
    expect(page.locator("#announcer")).to_contain_text("kept: 7, duplicates: 2, empty: 1, refused: 2")
    expect(page.get_by_role("button", name="Train on these words")).to_be_focused()
    press(page, "Add another list")
    expect(page.locator(".own-text")).to_have_value("")


def test_a_long_paste_goes_as_a_file_and_its_report_is_cut_and_counted(open_train: OpenPage) -> None:
    page = open_train("#/train")
    open_panel(page)
    hanzi = "".join(f"{chr(0x4E00 + at)}\n" for at in range(300))
    page.evaluate(
        """(text) => {
            const carrier = document.body.appendChild(document.createElement("textarea"));
            carrier.value = text;
            carrier.select();
            document.execCommand("copy");
            carrier.remove();
        }""",
        hanzi + "a.b\n" * 6000,
    )
    page.locator(".own-text").press("Control+v")
    expect(page.locator(".own-file")).to_contain_text("my words.txt · 25 kB")
    press(page, "Add these words")
    added(page)
    expect(page.locator(".own-refused li")).to_have_count(21)
    expect(page.locator(".own-refused li").last).to_have_text("and 5,980 more")
    expect(page.locator(".own-characters tbody tr")).to_have_count(200)
    expect(page.locator(".own-characters > p")).to_have_text("and 101 more")


@pytest.mark.parametrize(
    ("filename", "words"),
    [
        ("имена.txt", "маша\nиван\nольга\n"),
        ("names ar.txt", "ليلى\nعمر\nنور\n"),
        ("mixed.txt", "🙂a\nno\u0301ra\nq\u0301\n"),
    ],
)
def test_a_chosen_file_of_any_alphabet(
    open_train: OpenPage, training_server: str, tmp_path: Path, filename: str, words: str
) -> None:
    page = open_train("#/train")
    open_panel(page)
    path = tmp_path / filename
    path.write_text(words, encoding="utf-8")
    with page.expect_file_chooser() as chooser:
        page.locator(".own-choice").click()
    chooser.value.set_files(path)
    expect(page.locator(".own-file bdi")).to_have_text(filename)
    expect(page.locator(".own-text")).to_be_hidden()
    press(page, "Add these words")
    card = ask(training_server, f"corpora/{added(page)}")
    assert card["added"] is True
    assert {token.removeprefix("◌") for token in shown(page)["characters"]} == set(card["vocabulary"])


def test_right_to_left_words_are_written_from_the_right(open_train: OpenPage) -> None:
    page = open_train("#/train")
    open_panel(page)
    text = page.locator(".own-text")
    for words, direction in (("ليلى\nعمر", "rtl"), ("anna", "ltr")):
        text.fill(words)
        assert text.evaluate("(node) => getComputedStyle(node).direction") == direction


def test_a_file_dropped_on_the_panel(open_train: OpenPage) -> None:
    page = open_train("#/train")
    open_panel(page)
    carried = page.evaluate_handle(
        "() => { const d = new DataTransfer(); d.items.add(new File(['eva\\nada\\n'], 'dropped.txt')); return d; }"
    )
    page.dispatch_event(".own-close", "dragover", {"dataTransfer": carried})
    expect(page.locator(".own-over")).to_have_count(1)
    page.dispatch_event(".own-close", "drop", {"dataTransfer": carried})
    expect(page.locator(".own-over")).to_have_count(0)
    press(page, "Add these words")
    assert added(page) == "dropped"


def test_refusals_stand_in_the_servers_words(open_train: OpenPage, training_server: str, tmp_path: Path) -> None:
    page = open_train("#/train")
    open_panel(page)
    box = page.locator(".own-panel .error-box")
    latin = "zo\u00e9\n".encode("latin-1")
    (tmp_path / "latin.txt").write_bytes(latin)
    page.locator(".own-choice").set_input_files(tmp_path / "latin.txt")
    press(page, "Add these words")
    said = httpx.post(f"{training_server}api/corpora", files={"file": ("latin.txt", latin)}).json()["detail"]
    assert "UTF-8" in said
    expect(box).to_contain_text(said)
    page.get_by_role("button", name="Put the file away").click()
    page.locator(".own-text").fill("a.b\n")
    press(page, "Add these words")
    expect(box).to_contain_text("no word that can be kept")
    assert "trainOn" not in address(page)
    page.locator(".own-text").fill("eva\nada\n")
    box.get_by_role("button", name="Try again").click()
    assert added(page).startswith("my-words")
    expect(box).to_have_count(0)


def test_an_upload_that_waits_says_so_and_can_be_stopped(open_train: OpenPage) -> None:
    page = open_train("#/train")
    open_panel(page)
    held: list[Route] = []
    page.route(
        "**/api/corpora", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    page.locator(".own-text").fill("eva\n")
    press(page, "Add these words")
    expect(page.locator(".own-far")).to_be_visible()
    page.locator("#bar .segments label", has_text="中文").click()
    expect(page.locator(".own-far")).to_be_visible()
    page.locator(".own-far button").click()
    expect(page.locator(".own-panel .error-box")).to_contain_text("答案到来之前已停止")
    expect(page.locator(".own-text")).to_have_value("eva\n")


def test_what_was_added_can_be_removed(open_train: OpenPage, training_server: str) -> None:
    page = open_train("#/train")
    open_panel(page)
    remove = page.locator(".own-row .own-remove")
    expect(remove).to_be_hidden()
    chosen = add(page, "eva\nada\n", "Short lived")
    remove.click()
    page.get_by_role("button", name="Keep it").click()
    expect(remove).to_be_focused()
    remove.click()
    page.route("**/api/corpora/short-lived", lambda route: route.abort("connectionrefused"))
    page.locator(".own-sure .own-remove").click()
    expect(page.locator(".own-failure")).to_contain_text("The server does not answer.")
    page.unroute("**/api/corpora/short-lived")
    page.locator(".own-failure button").click()
    expect(page.get_by_role("combobox", name="Corpus")).to_have_value("names")
    expect(page.locator("#announcer")).to_contain_text("is removed")
    expect(remove).to_be_hidden()
    assert httpx.get(f"{training_server}api/corpora/{chosen}").status_code == 404
    assert "trainOn" not in address(page)
    assert page.locator("select option").all_inner_texts().count(chosen) == 0


def test_one_press_trains_on_them_and_the_plane_has_their_letters(open_train: OpenPage) -> None:
    page = open_train("#/train?steps=60&H=10")
    open_panel(page)
    words = "анна\nиван\nольга\nмаша\nنور\nليلى\nعمر\n🙂a\nevə\n" * 3
    add(page, words, "To train")
    press(page, "Train on these words")
    wait_for(page, "Done")
    expect(page.locator(".own-panel")).to_be_hidden()
    letters = {".", *words} - {"\n"}
    assert {row["character"] for row in data(page, "train-plane")} == letters
    page.locator(".own-row .own-remove").click()
    page.locator(".own-sure .own-remove").click()
    expect(page.get_by_role("combobox", name="Corpus")).to_have_value("names")
    assert {row["character"] for row in data(page, "train-plane")} == letters
    page.reload()
    wait_for(page, "Done")
    assert {row["character"] for row in data(page, "train-plane")} == letters


def test_keyboard_alone_in_chinese_on_a_phone(open_train: OpenPage) -> None:
    page = open_train("#/train?lang=zh", viewport={"width": 360, "height": 740}, color_scheme="dark")
    open_training(page)
    page.locator(".turns > summary").press("Enter")
    page.locator(".own-row .plain").first.press("Enter")
    expect(page.locator(".own-text")).to_be_focused()
    page.keyboard.type("eva\nada\n")
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(page.locator(".own-name")).to_be_focused()
    page.keyboard.type("keys")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="用这些词训练")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.keyboard.press("Escape")
    expect(page.locator(".own-panel")).to_be_hidden()
    expect(page.locator(".own-row .plain").first).to_be_focused()


def test_catalogues_agree(shell: Page) -> None:
    catalogues = call(shell, "i18n/corpus", "m.corpusCatalogues")
    assert catalogues["en"].keys() == catalogues["zh"].keys()
    for key, sentence in catalogues["en"].items():
        assert set(re.findall(r"\{(\w+)", sentence)) == set(re.findall(r"\{(\w+)", catalogues["zh"][key])), key
