// Experiment: index and shape. The reader writes an indexing expression and the shape it will have; the server parses it,
// runs it over the tensors of the model on show, and answers with PyTorch's own shape, values or refusal.

/** @import { Lectern } from "../lesson.js" */
/** @import { Indexed } from "../../wire.js" */
import { element } from "../../element.js";
import { curlCommand } from "../../export.js";
import { elementsOf, matrixOf, readShape, writtenShape } from "../../figures/shapes.js";
import { formatNumber } from "../../i18n.js";
import catalogue from "../../i18n/lab/indexing.js";
import { wordsIn } from "../../i18n/lesson.js";
import { createPanel } from "../panel.js";
import { besideField, createQuestion, isRefusal } from "./question.js";

const EXAMPLES = ["C[5]", "C[5:6]", "C[[5, 6, 7]]", "C[-1]", "X[:4]", "C[X]", "C[Y]", "emb[:, -1]", "emb[0]", "emb[0, 2, 1]", "emb[..., 0]", "C[:, None]", "W1[:2, :5]"];
const [MOST_ROWS, MOST_COLUMNS] = [16, 6];

/** @param {Lectern} lectern */
export function create({ stage, actions }) {
  const { store, api, signal, announce } = stage;
  const w = wordsIn(catalogue, store.state.language);
  const knobs = () => ({ expression: "C[[5, 6, 7]]", guess: "", seen: "", ...store.state.lab.indexing });
  const turn = (/** @type {Record<string, any>} */ patch) => actions.turnKnob("indexing", patch);
  /** @type {ReturnType<typeof createQuestion<Indexed>>} */
  const asked = createQuestion(signal, show);
  const body = () => ({ expression: knobs().seen, model: store.state.model });

  const refusal = element("p", { class: "refusal", id: "indexing-refusal", role: "alert" });
  const input = (/** @type {"expression" | "guess"} */ name, /** @type {string} */ hint) => element("input", { id: `indexing-${name}`, type: "text", class: "mono", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 200, placeholder: hint, "aria-describedby": "indexing-refusal indexing-verdict" });
  const expression = input("expression", "C[5]");
  const guess = input("guess", w("guess.help"));
  const see = element("button", { type: "submit", class: "button" }, w("see"));
  const form = element(
    "form",
    { class: "indexing-form" },
    element("div", { class: "field" }, element("label", { for: "indexing-expression" }, w("expression")), expression, refusal),
    element("div", { class: "field" }, element("label", { for: "indexing-guess" }, w("guess")), guess),
    see,
  );
  const verdict = element("p", { class: "indexing-verdict", id: "indexing-verdict", role: "status" });
  const answer = element("div", { class: "indexing-answer" });
  const examples = element(
    "div",
    { class: "examples", role: "group", "aria-label": w("examples") },
    ...EXAMPLES.map((text) => {
      const button = element("button", { type: "button", class: "example mono" }, text);
      button.addEventListener("click", () => (turn({ expression: text, guess: "", seen: "" }), guess.focus()), { signal });
      return button;
    }),
  );

  expression.addEventListener("input", () => turn({ expression: expression.value, seen: "" }), { signal });
  guess.addEventListener("input", () => turn({ guess: guess.value, seen: "" }), { signal });
  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      turn({ seen: knobs().expression });
    },
    { signal },
  );

  /** @param {{again?: boolean}} [how] */
  function load(how) {
    const { expression: text, guess: shape, seen } = knobs();
    if (expression.value !== text) expression.value = text;
    if (guess.value !== shape) guess.value = shape;
    if (seen && store.state.model) asked.ask(JSON.stringify(body()), (until) => api.ask("experiments/index", { body: body(), signal: until }), how);
    show();
  }

  function show() {
    const found = asked.answer;
    const { seen, guess: shape } = knobs();
    panel.show(store.state.models, seen ? besideField(found) : { ...found, phase: "idle" });
    refusal.textContent = (seen && isRefusal(found) && found.error?.detail) || "";
    expression.setAttribute("aria-invalid", String(Boolean(refusal.textContent)));
    const ready = seen && found.phase === "ready" && found.value?.expression === seen ? found.value : null;
    verdict.className = "indexing-verdict";
    if (!ready) {
      verdict.textContent = refusal.textContent ? "" : w("prompt");
      answer.replaceChildren();
    } else {
      const read = readShape(shape);
      const right = read !== null && read.join() === ready.shape.join();
      verdict.textContent = !shape.trim() ? "" : read === null ? w("unread") : right ? w("right") : w("wrong", { shape: writtenShape(ready.shape) });
      if (shape.trim()) verdict.classList.add(right ? "is-right" : "is-wrong");
      draw(ready);
    }
    panel.refresh();
  }

  /** @param {Indexed} found */
  function draw({ tensor, tensor_shape, index_shape, rest, shape, ndim, values }) {
    const facts = [w("from", { tensor, shape: writtenShape(tensor_shape) }), index_shape ? w("rule", { index: writtenShape(index_shape), rest: writtenShape(rest ?? []) }) : "", w("ndim", { ndim })];
    const size = shape.reduce((product, one) => product * one, 1);
    answer.replaceChildren(
      element("p", { class: "indexing-shape mono", "data-shape": shape.join() }, ...writtenColours(shape, index_shape)),
      element("p", { class: "muted lab-said" }, facts.filter(Boolean).join(" · ")),
      values === null ? element("p", { class: "lab-said" }, w("large", { count: size })) : drawValues(values),
    );
    announce(writtenShape(shape));
  }

  /** The shape with the part that the index made in the accent. @param {number[]} shape @param {number[] | null} index @returns {import("../../element.js").Child[]} */
  const writtenColours = (shape, index) => ["(", ...shape.flatMap((size, at) => [at ? ", " : "", element("b", { class: index && at < index.length ? "from-index" : "from-rest" }, String(size))]), shape.length === 1 ? ",)" : ")"];

  /** @param {any} values */
  function drawValues(values) {
    const rows = matrixOf(values);
    const digits = elementsOf(values).every(({ value }) => Number.isInteger(value)) ? 0 : 3;
    const cells = (/** @type {any[]} */ row) => [...row.slice(0, MOST_COLUMNS).map((value) => element("td", {}, formatNumber(value, digits))), row.length > MOST_COLUMNS ? element("td", { class: "muted" }, "…") : null];
    return element(
      "table",
      { class: "matrix mono", "aria-hidden": "true" },
      element("tbody", {}, ...rows.slice(0, MOST_ROWS).map((row) => element("tr", {}, ...cells(row))), rows.length > MOST_ROWS ? element("tr", {}, element("td", { class: "muted" }, "⋮")) : null),
    );
  }

  const panel = createPanel(stage, {
    id: "indexing",
    heading: w("title"),
    picture: element("div", { class: "lab-picture" }, form, examples, verdict, answer, element("p", { class: "muted lab-said" }, w("tensors"))),
    table: () => {
      const { value } = asked.answer;
      if (!value || value.values === null) return null;
      return { caption: w("caption", { expression: value.expression }), columns: [w("index"), w("value")], rows: elementsOf(value.values).map(({ at, value: one }) => [`[${at.join(", ")}]`, one]) };
    },
    curl: () => [curlCommand(api.address("experiments/index"), body())],
    file: () => "indexed",
    stop: asked.stop,
    retry: () => (store.state.models.phase === "failed" ? void stage.frame.loadModels({ again: true }) : load({ again: true })),
  });

  store.subscribe(["lab", "model", "models"], () => load(), signal);
  load();
  return panel.root;
}
