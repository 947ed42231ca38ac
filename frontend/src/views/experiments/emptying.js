// Experiment: the table that empties. K and the smoothing are knobs; the server counts the names and says how full the
// table is and what it costs; a context of the reader's own shows what the table knows of it, and what the network does.

/** @import { Lectern } from "../lesson.js" */
/** @import { Counts, Trace } from "../../wire.js" */
import { element } from "../../element.js";
import { unlikely } from "../../figures/stand_ins.js";
import { formatNumber } from "../../i18n.js";
import catalogue from "../../i18n/lab/emptying.js";
import { wordsIn } from "../../i18n/lesson.js";
import { modelOnShow } from "../../state.js";
import { createPanel } from "../panel.js";
import { curlCommand } from "../../export.js";
import { createBars } from "./bars.js";
import { createFilledSquare } from "./filled_square.js";
import { createMirror } from "./mirror.js";
import { besideField, createQuestion, isRefusal } from "./question.js";
import { createSlider, whole } from "./slider.js";

const SMOOTHINGS = [0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];
const FIRST = { length: 3, smoothing: 0, zoom: 0 };
const MOST_CELLS = 13; // powers of ten: V to the ninth

/** @param {Lectern} lectern */
export function create({ stage, actions }) {
  const { store, api, t, signal } = stage;
  const w = wordsIn(catalogue, store.state.language);
  const knobs = () => ({ ...FIRST, context: unlikely(modelOnShow(store.state)?.vocabulary ?? []), ...store.state.lab.emptying });
  const turn = (/** @type {Record<string, any>} */ patch) => actions.turnKnob("emptying", patch);
  /** @type {ReturnType<typeof createQuestion<Counts>>} */
  const counted = createQuestion(signal, show);
  /** @type {ReturnType<typeof createQuestion<Trace>>} */
  const traced = createQuestion(signal, show);

  const length = createSlider({ label: w("length"), values: whole(1, 8), value: knobs().length, write: (value) => `K = ${value}`, dim: "k", onTurn: (value) => turn({ length: value }), signal });
  const smoothing = createSlider({ label: w("smoothing"), values: SMOOTHINGS, value: knobs().smoothing, write: (value) => `+ ${formatNumber(value)}`, onTurn: (value) => turn({ smoothing: value }), signal });
  const square = createFilledSquare({ w, signal, zoom: knobs().zoom, onZoom: (zoom) => turn({ zoom }) });
  const sizes = createBars(w("sizes"));
  const losses = createBars(w("losses"));
  const mirror = createMirror();
  const refusal = element("p", { class: "refusal", id: "emptying-refusal", role: "alert" });
  const box = element("input", { id: "emptying-context", type: "text", class: "mono", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-describedby": "emptying-refusal" });
  box.value = knobs().context;
  box.addEventListener("input", () => turn({ context: box.value }), { signal });
  const said = element("p", { class: "lab-said" });
  const impossible = element("p", { class: "lab-said muted" });

  /** The context as it is asked for: the last `size` characters of what was typed. @param {number} size */
  const asked = (size) => [...knobs().context.normalize("NFC")].slice(-size).join("") || ".";
  const corpus = () => modelOnShow(store.state)?.corpus ?? "";
  const query = () => ({ context: asked(knobs().length), context_length: knobs().length, smoothing: knobs().smoothing });

  /** @param {{again?: boolean}} [how] */
  function load(how) {
    const card = modelOnShow(store.state);
    if (!card) return;
    if (document.activeElement !== box) box.value = knobs().context;
    counted.ask(JSON.stringify([card.corpus, query()]), (until) => api.counts(card.corpus, query(), until), how);
    const context = asked(card.context_length);
    traced.ask(JSON.stringify([card.id, context]), (until) => api.trace(card.id, [context], until), how);
  }

  function show() {
    const [counts, trace] = [counted.answer, traced.answer];
    panel.show(store.state.models, besideField(counts), besideField(trace));
    refusal.textContent = (isRefusal(counts) && counts.error?.detail) || "";
    box.setAttribute("aria-invalid", String(Boolean(refusal.textContent)));
    panel.root.classList.toggle("stale", Boolean(refusal.textContent));
    if (counts.value && counts.phase === "ready") draw(counts.value, trace.phase === "ready" ? trace.value : null);
  }

  /** @param {Counts} counts @param {Trace | null} trace */
  function draw({ coverage, row, loss, dev_loss, infinite, impossible_events, dev_events, context, total }, trace) {
    const card = modelOnShow(store.state);
    const examples = Math.round(coverage.examples_per_cell * coverage.cells);
    const share = coverage.cells_filled / coverage.cells;
    const log = (/** @type {number} */ count) => Math.log10(count) / MOST_CELLS;
    square.show(share);
    sizes.show([
      { label: w("cells"), share: log(coverage.cells), text: formatNumber(coverage.cells), tone: "muted" },
      { label: w("examples"), share: log(examples), text: formatNumber(examples), tone: "plain" },
      { label: w("filled"), share: log(coverage.cells_filled), text: formatNumber(coverage.cells_filled), tone: "accent" },
    ]);
    const guess = Math.log(row.length);
    losses.show([
      { label: w("loss.all"), share: loss / guess, text: formatNumber(loss, 4), tone: "muted" },
      { label: w("loss.dev"), share: infinite ? 1 : (dev_loss ?? 0) / guess, text: infinite ? "∞" : formatNumber(dev_loss, 4), tone: infinite ? "danger" : "plain" },
      { label: w("loss.network"), share: (card?.losses.dev ?? 0) / guess, text: formatNumber(card?.losses.dev, 4), tone: "accent" },
      { label: w("loss.guess", { count: row.length }), share: 1, text: formatNumber(guess, 4), tone: "muted" },
    ]);
    impossible.textContent = impossible_events ? w("impossible", { count: impossible_events, of: dev_events, share: formatNumber((100 * impossible_events) / dev_events, 1) }) : w("possible", { of: dev_events });
    const predicted = new Map(trace?.predictions[0].map(({ token, probability }) => [token, probability]));
    const undefinedRow = !total && !knobs().smoothing; // 0 of 0: the table has no answer
    mirror.show(row.map(({ token, probability }) => ({ token, above: undefinedRow ? 0 : probability, below: predicted.get(token) ?? 0 })));
    const best = trace?.predictions[0][0];
    const table = undefinedRow ? "row.none" : total ? "row.seen" : "row.flat";
    const says = w(table, { context, total, share: formatNumber(row[0].probability, 4) });
    said.textContent = best ? `${says} ${w("row.network", { context: trace?.contexts[0] ?? "", token: best.token, share: formatNumber(100 * best.probability, 1) })}` : says;
    mirror.root.setAttribute("aria-label", said.textContent);
    panel.refresh();
  }

  const table = () => {
    const predicted = new Map(traced.answer.value?.predictions[0].map(({ token, probability }) => [token, probability]));
    const { value } = counted.answer;
    if (!value) return null;
    return {
      caption: w("caption", { context: value.context }),
      columns: [t("column.token"), t("column.counted"), w("column.table"), t("road.network")],
      rows: value.row.map(({ token, count, probability }) => [token, count, probability, predicted.get(token) ?? null]),
    };
  };

  const panel = createPanel(stage, {
    id: "emptying",
    heading: w("title"),
    picture: element(
      "div",
      { class: "lab-picture" },
      element("div", { class: "lab-knobs" }, length.root, smoothing.root),
      element("div", { class: "emptying-size" }, square.root, sizes.root),
      element("h3", {}, w("losses")),
      losses.root,
      impossible,
      element("div", { class: "field lab-field" }, element("label", { for: "emptying-context" }, w("context")), box, refusal),
      mirror.root,
      said,
    ),
    table,
    curl: () => [curlCommand(api.address(`corpora/${corpus()}/counts`, query()))],
    file: () => `counts-${asked(knobs().length)}-${knobs().length}`,
    stop: () => {
      counted.stop();
      traced.stop();
    },
    retry: () => (store.state.models.phase === "failed" ? void stage.frame.loadModels({ again: true }) : load({ again: true })),
  });

  store.subscribe(["lab", "model", "models"], () => load(), signal);
  show();
  load();
  return panel.root;
}
