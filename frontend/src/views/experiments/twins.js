// Experiment: broken twins. A trap as two pieces of code that the server really runs over the model on show; the reader says
// beforehand how the right one will end, and a detector that knows only the variables says what is wrong.

/** @import { Lectern } from "../lesson.js" */
/** @import { Outcome, TwinList, Twins } from "../../wire_slips.js" */
import { element } from "../../element.js";
import { curlCommand } from "../../export.js";
import { lineChanges } from "../../figures/line_changes.js";
import { writtenValue } from "../../figures/variables.js";
import { formatNumber, sentences } from "../../i18n.js";
import catalogue from "../../i18n/lab/twins.js";
import { wordsIn } from "../../i18n/lesson.js";
import { createPanel } from "../panel.js";
import { createSegments } from "../segments.js";
import { besideField, createQuestion, isRefusal } from "./question.js";
import { createTwinSide } from "./twin_side.js";

/** The trap that a chapter begins with. @type {Record<string, string>} */
const FIRST = { storage: "view-fails", loss: "softmax-twice", window: "leak", lookup: "byte-mask" };

const TRAINS = /\b(trained|learned)\(/;

/** @param {Lectern} lectern @param {string} chapter */
export function create({ stage, actions }, chapter) {
  const { store, api, signal, announce } = stage;
  /** @type {(key: any, values?: import("../../i18n.js").Values) => string} */
  const w = wordsIn(catalogue, store.state.language);
  /** @returns {{trap: string, guess: Outcome | "", ran: boolean}} */
  const knobs = () => ({ trap: FIRST[chapter] ?? "transposed", guess: "", ran: false, .../** @type {any} */ (store.state.lab.twins?.[chapter]) });
  const turn = (/** @type {Record<string, any>} */ patch) => actions.turnKnob("twins", { [chapter]: { ...knobs(), ...patch } });
  /** @type {ReturnType<typeof createQuestion<TwinList>>} */
  const listed = createQuestion(signal, show);
  /** @type {ReturnType<typeof createQuestion<Twins>>} */
  const asked = createQuestion(signal, show);
  const body = () => ({ trap: knobs().trap, model: store.state.model });
  let written = "";

  const select = element("select", { id: "twins-trap", "aria-describedby": "twins-refusal" });
  const refusal = element("p", { class: "refusal", id: "twins-refusal", role: "alert" });
  select.addEventListener("change", () => turn({ trap: select.value, guess: "", ran: false }), { signal });
  const sides = { healthy: createTwinSide("healthy", w("healthy"), w("detector")), broken: createTwinSide("broken", w("broken"), w("detector")) };
  const options = /** @type {const} */ ([
    ["error", w("guess.error")],
    ["silent", w("guess.silent")],
    ["nothing", w("guess.nothing")],
    ["endless", w("guess.endless")],
  ]);
  const guess = createSegments({ label: w("guess"), options: options.map(([value, label]) => ({ value, label })), value: knobs().guess, onChoose: (value) => turn({ guess: value, ran: false }), signal });
  const run = element("button", { type: "button", class: "button" }, w("run"));
  run.addEventListener("click", () => turn({ ran: true }), { signal });
  const verdict = element("p", { class: "indexing-verdict", role: "status" });
  const cost = element("p", { class: "twin-cost" });
  const why = element("p", { class: "lab-said twin-why" });
  const note = element("p", { class: "lab-said muted" });

  /** @param {{again?: boolean}} [how] */
  function load(how) {
    void listed.ask("twins", (until) => api.ask("experiments/twins", { signal: until }), how);
    if (knobs().ran && store.state.model) void asked.ask(JSON.stringify(body()), (until) => api.ask("experiments/twins", { body: body(), signal: until }), how);
    guess.choose(knobs().guess);
    show();
  }

  function show() {
    const { trap, ran } = knobs();
    panel.show(store.state.models, listed.answer, ran ? besideField(asked.answer) : { ...asked.answer, phase: "idle" });
    refusal.textContent = (ran && isRefusal(asked.answer) && asked.answer.error?.detail) || "";
    const traps = listed.answer.value?.traps;
    if (!traps) return;
    if (!select.options.length) {
      const numbers = [...new Set(traps.map(({ number }) => number))];
      select.append(...numbers.map((number) => element("optgroup", { label: w("number", { number }) }, ...traps.filter((one) => one.number === number).map(({ id }) => element("option", { value: id }, w(`ask.${id}`))))));
    }
    select.value = trap;
    const lines = traps.find(({ id }) => id === trap);
    if (lines && written !== trap) {
      const [left, right] = lineChanges(lines.healthy.trimEnd().split("\n"), lines.broken.trimEnd().split("\n"));
      sides.healthy.write(lines.healthy, left.map(() => false));
      sides.broken.write(lines.broken, right);
      written = trap;
    }
    const found = asked.answer.value;
    tell(ran && asked.answer.phase === "ready" && found?.trap === trap && found.model === store.state.model ? found : null);
  }

  /** @param {Twins | null} found */
  function tell(found) {
    sides.healthy.tell(found && found.healthy, w);
    sides.broken.tell(found && found.broken, w);
    verdict.className = "indexing-verdict";
    const guessed = knobs().guess;
    if (found) {
      const right = guessed === found.outcome;
      verdict.textContent = sentences(store.state.language, guessed ? w(right ? "right" : "wrong") : "", w(`verdict.${found.outcome}`));
      if (guessed) verdict.classList.add(right ? "is-right" : "is-wrong");
      announce(verdict.textContent);
    } else verdict.textContent = knobs().ran ? "" : w("prompt");
    cost.replaceChildren(...(found?.cost === null || !found ? [] : drawCost(found, found.cost)));
    why.textContent = found ? w(`part.${found.trap}`) : "";
    note.textContent = found ? sentences(store.state.language, w("short", { model: found.model }), TRAINS.test(found.broken.code) ? w("small") : "") : "";
    panel.refresh();
  }

  /** @param {Twins} found @param {number} nats */
  function drawCost({ healthy, broken }, nats) {
    const sign = Math.abs(nats) < 0.0005 ? "±" : nats < 0 ? "−" : "+";
    return [element("strong", { class: "mono", "data-cost": nats }, w("nats", { sign, cost: formatNumber(Math.abs(nats), 3) })), " ", element("span", { class: "muted" }, w("cost", { before: writtenValue(healthy.values.loss), after: writtenValue(broken.values.loss) }))];
  }

  const panel = createPanel(stage, {
    id: "twins",
    heading: w("title"),
    picture: element(
      "div",
      { class: "lab-picture" },
      element("div", { class: "field" }, element("label", { for: "twins-trap" }, w("trap")), select, refusal),
      element("div", { class: "twins" }, sides.healthy.lines, sides.broken.lines),
      element("div", { class: "twins-guess" }, element("h3", {}, w("guess")), guess.root, run),
      verdict,
      cost,
      element("div", { class: "twins" }, sides.healthy.result, sides.broken.result),
      why,
      note,
    ),
    table: () => {
      const { value } = asked.answer;
      if (!value) return null;
      const names = [...new Set([...Object.keys(value.healthy.values), ...Object.keys(value.broken.values)])];
      const written = (/** @type {any} */ one) => (one === undefined ? "" : writtenValue(one));
      const rows = names.map((name) => [name, written(value.healthy.values[name]), written(value.broken.values[name])]);
      return { caption: w("caption", { trap: w(`ask.${value.trap}`) }), columns: [w("variable"), w("healthy"), w("broken")], rows };
    },
    curl: () => [curlCommand(api.address("experiments/twins"), body())],
    file: () => `twins-${knobs().trap}`,
    stop: () => (listed.stop(), asked.stop()),
    retry: () => (store.state.models.phase === "failed" ? void stage.frame.loadModels({ again: true }) : load({ again: true })),
  });

  store.subscribe(["lab", "model", "models"], () => load(), signal);
  load();
  return panel.root;
}
