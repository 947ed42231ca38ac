"""The Lesson's experiments on tensors and models: shapes, storage, moved rows, rulers, squeeze, and exercises."""

import math
import statistics

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.lesson import ask, bars, number, opened, turn

EXPRESSIONS = {
    "C[5]": "2",
    "C[5:6]": "1,2",
    "C[[5, 6, 7]]": "3,2",
    "C[X]": "32,3,2",
    "emb[0, 2, 1]": "",
    "W1[:2, :5]": "2,5",
}


def test_index_and_shape(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=shapes")
    for expression, shape in EXPRESSIONS.items():
        page.get_by_label("Expression").fill(expression)
        page.get_by_label("Your guess").fill(f"({shape})" if shape else "()")
        page.get_by_role("button", name="See", exact=True).click()
        expect(page.locator(".indexing-verdict")).to_have_text("Yes, that is its shape.")
        expect(page.locator(".indexing-shape")).to_have_attribute("data-shape", shape)
    page.get_by_label("Expression").fill("C[5:6]")
    page.get_by_label("Your guess").fill("2")
    page.keyboard.press("Enter")
    expect(page.locator(".indexing-verdict")).to_have_text("Not quite: it is (1, 2).")
    found = ask(server, "experiments/index", {"expression": "C[5:6]"})["values"]
    cells = [number(text) for text in page.locator(".matrix td").all_text_contents()]
    assert cells == pytest.approx(found[0], abs=6e-4)
    page.get_by_label("Expression").fill("C[99]")
    page.keyboard.press("Enter")
    expect(page.locator("#indexing-refusal")).to_contain_text("index 99 is out of bounds")


def test_storage_strip(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=storage")
    expect(page.locator(".storage-error")).to_contain_text("view size is not compatible")
    page.locator(".storage-calls").get_by_role("button", name="reshape(12)").click()  # takes the failed call's place
    step = page.locator('.storage-step[data-call="reshape(12)"]')
    expect(step).to_contain_text("a copy")
    transposed = np.arange(12).reshape(3, 4).T
    read = "nodes => nodes.map((n) => +n.textContent)"
    turned = page.locator('.storage-step[data-call="t()"] .cells')
    assert turned.first.locator("text").evaluate_all(read) == transposed.flatten().tolist()
    assert turned.last.locator("text").evaluate_all(read) == list(range(12))
    assert step.locator(".cells").last.locator("text").evaluate_all(read) == transposed.flatten().tolist()
    page.get_by_role("button", name="Undo").click()
    expect(step).to_have_count(0)
    legal = page.locator(".storage-legal .example").all_text_contents()
    assert legal == ["view(4, 3)", "view(2, 2, 3)"] or "view(4, 1, 3)" in legal
    page.get_by_label("Shape of 0, 1, 2, …").fill("two")
    expect(page.locator("#storing-refusal")).to_contain_text("whole numbers")


@pytest.mark.parametrize("model", ["names-2d", "names-10d"])
def test_drag_a_character(open_page: OpenPage, server: str, model: str) -> None:
    page = opened(open_page, server, "chapter=lookup", model)
    loss = page.locator(".drag-loss strong")
    table = ask(server, f"tables/{model}/embedding")
    rows = dict(zip(table["tokens"], table["vectors"], strict=True))
    trained = ask(server, f"models/{model}")["losses"]["dev"]
    assert float(loss.get_attribute("data-value")) == pytest.approx(trained, abs=1e-6)

    def follows(moved: dict[str, list[float]], of: str) -> None:
        wanted = ask(server, f"models/{model}/edit", {"rows": moved, "context": "emm", "of": of, "seed": 7})
        page.wait_for_function(
            "(loss) => Math.abs(+document.querySelector('.drag-loss strong').dataset.value - loss) < 1e-6",
            arg=wanted["losses"]["dev"],
        )
        above = page.locator(".panel-dragging .mirror-above")
        shown = dict(above.evaluate_all("nodes => nodes.map((n) => [n.dataset.token, +n.dataset.value])"))
        assert shown == pytest.approx({one["token"]: one["probability"] for one in wanted["predictions"]}, abs=1e-6)
        assert page.locator(".drag-names b").all_text_contents() == [one["text"] for one in wanted["names"]]
        near = list(bars(page, "Nearest to  now"))
        assert near == [one["token"] for one in wanted["neighbours"][: len(near)]]

    page.get_by_role("button", name="Swap e and a").click()
    follows({"e": rows["a"], "a": rows["e"]}, "e")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Lay e on a").click()
    follows({"e": rows["a"]}, "e")
    page.get_by_role("button", name="As trained").click()
    page.get_by_role("button", name="e to the mean").click()
    follows({"e": np.mean(table["vectors"], axis=0).tolist()}, "e")
    page.get_by_role("button", name="As trained").click()
    expect(page.locator(".drag-loss")).to_contain_text("as trained")
    letter = page.locator('.drag-letter[data-token="e"]').bounding_box()
    page.mouse.move(letter["x"] + letter["width"] / 2, letter["y"] + letter["height"] / 2)
    page.mouse.down()
    page.mouse.move(letter["x"] + 80, letter["y"] + 40, steps=6)
    page.mouse.up()
    expect(page.locator(".drag-loss")).to_contain_text("nats")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".drag-loss")).to_contain_text("as trained")
    costs = page.locator(".worth-bar").evaluate_all("nodes => nodes.map((n) => [n.dataset.token, +n.dataset.value])")
    assert costs == [[one["token"], one["cost"]] for one in ask(server, f"models/{model}/worth")["rows"]]


def test_rulers(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=how-alike")
    for vector, dot, distance in (("(1, 1)", 2, 0), ("(2, 2)", 4, 2**0.5), ("(10, 10)", 20, 162**0.5)):
        page.locator(".panel-rulers").get_by_role("button", name=vector, exact=True).click()
        read = page.locator("[data-ruler]").evaluate_all("nodes => nodes.map((n) => +n.dataset.value)")
        assert read == pytest.approx([dot, 1, distance], abs=1e-9)
    page.get_by_role("button", name="Make both one long").click()
    read = page.locator("[data-ruler]").evaluate_all("nodes => nodes.map((n) => +n.dataset.value)")
    assert read == pytest.approx([1, 1, 0], abs=1e-7)
    metrics = ("cosine", "dot", "euclidean")
    lists = page.locator(".ranks section")
    expect(lists).to_have_count(4)
    for at, metric in enumerate(metrics):
        wanted = ask(server, "tables/names-2d/neighbours", of="e", k=8, metric=metric)["neighbours"]
        assert lists.nth(at).locator("li b").all_text_contents() == [one["token"] for one in wanted]
    alike = ask(server, "models/names-2d/behaviour", of="e")["tokens"][:8]
    assert lists.nth(3).locator("li b").all_text_contents() == [one["token"] for one in alike]


@pytest.mark.parametrize("model", ["names-2d", "names-10d"])
def test_the_same_model_with_other_angles(open_page: OpenPage, server: str, model: str) -> None:
    page = opened(open_page, server, "chapter=how-alike", model)
    panel = page.locator(".panel-turned")
    panel.get_by_label("Neighbours of").select_option("q")
    panel.get_by_role("button", name="Another way").click()
    turn(page, "How much C is stretched and shifted", 8)
    wanted = ask(server, f"models/{model}/turned", of="q", seed=2, strength=0.8)
    lists = panel.locator(".turned-list")
    for at, name in enumerate(("neighbours_before", "neighbours")):
        letters = [one["token"] for one in wanted[name][:8]]
        expect(lists.nth(at).locator("li b")).to_have_text(letters)
    expect(panel.locator(".lab-said").first).to_contain_text(f"{wanted['losses']['dev']:.6f} after")
    expect(panel.locator("svg.points")).to_have_count(2 if model == "names-2d" else 0)


def test_other_angles_of_another_model(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=how-alike", "russian-2d")
    letters = page.locator(".panel-turned svg.points").first.locator("text")
    for model in ("russian-2d", "names-2d", "russian-2d"):  # from the larger table to the smaller one, and back
        page.locator("#bar").get_by_label("Model").select_option(model)
        vocabulary = ask(server, f"models/{model}")["vocabulary"]
        expect(letters).to_have_count(len(vocabulary))
        expect(letters.nth(len(vocabulary) - 1)).to_have_text(vocabulary[-1])


def test_squeeze(open_page: OpenPage, server: str) -> None:
    value = ask(server, "claims/S46", model="names-2d")["value"]
    for name in ("dev", "train", "vowel_gap"):
        assert value[name] == pytest.approx([statistics.fmean(seeds) for seeds in value[f"{name}_by_seed"]])
    page = opened(open_page, server, "chapter=squeezing")
    for curve, name in (("dev", "dev"), ("train", "train"), ("structure", "vowel_gap")):
        read = "nodes => nodes.map((n) => [+n.dataset.d, +n.dataset.value])"
        curve_dots = page.locator(f'.curve-dot[data-curve="{curve}"]')
        expect(curve_dots).to_have_count(len(value["embedding_dim"]))
        dots = curve_dots.evaluate_all(read)
        assert dots == [list(pair) for pair in zip(value["embedding_dim"], value[name], strict=True)]
    turn(page, "Dimensions", 0)
    expect(page.locator(".squeeze-readout")).to_contain_text(f"D = 27: dev {value['dev'][-1]:.3f}")


def test_exercises_are_checked(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=parameters")
    answers = {
        "X": "(5, 3)",
        "emb": "5x3x4",
        "flat": "5 12",
        "hidden": "(5,8)",
        "logits": "[5, 6]",
        "parameters": "181",
    }
    fields = page.locator(".exercise-part")
    for label, answer in answers.items():
        fields.get_by_label(label, exact=True).fill(answer)
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".exercise-verdict")).to_have_text("5 of 6 right.")
    fields.get_by_label("parameters", exact=True).fill("182")
    page.keyboard.press("Enter")
    expect(page.locator(".exercise-verdict")).to_have_text("All right.")
    page.get_by_role("button", name="Other numbers").click()
    expect(page.locator(".exercise-question")).not_to_contain_text("B = 5, K = 3, D = 4")
    page.get_by_role("button", name="Show the answers").click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".exercise-verdict")).to_have_text("All right.")


KNOWN = {
    "one-character": ["19.6"],
    "table-empties": ["14,348,907"],
    "window": ["5", ".em"],
    "lookup": ["5"],
    "shapes": ["(32, 3, 2)", "(3, 2)", "(32, 2)"],
    "equal-distances": ["3"],
    "how-alike": ["20", "1"],
    "concatenation": ["6", "(6, 100)"],
    "storage": ["(4, 1)", "0 4 8 1 5 9 2 6 10 3 7 11"],
    "one-forward": ["(32, 27)", "32"],
    "loss": [f"{math.log(2):.3f}"],
}


def test_first_exercises_have_the_lessons_answers(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=one-character")
    for chapter, answers in KNOWN.items():
        page.locator(f'.contents-link[data-chapter="{chapter}"]').click()
        fields = page.locator(".exercise-part input")
        expect(fields).to_have_count(len(answers))
        for at, answer in enumerate(answers):
            fields.nth(at).fill(answer)
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".exercise-verdict"), chapter).to_have_text("All right.")
        if chapter not in ("equal-distances", "loss"):
            fields.first.fill("0.123")
            page.get_by_role("button", name="Check").click()
            expect(page.locator(".exercise-verdict"), chapter).not_to_have_text("All right.")


def test_an_edit_is_never_saved(open_page: OpenPage, server: str) -> None:
    before = ask(server, "tables/names-2d/embedding")
    page = opened(open_page, server, "chapter=lookup")
    with page.expect_response("**/edit") as told:
        page.get_by_role("button", name="Swap e and a").click()
    assert told.value.ok
    assert ask(server, "tables/names-2d/embedding") == before
