// Experiment: the look-up. The same rows of a table by a product with one-hot rows and by an index, timed on the server
// at this moment; what would not fit into its memory is told with its size, and not made.

/** @import { Lectern } from "../lesson.js" */
import { element } from "../../element.js";
import { curlCommand } from "../../export.js";
import { bytesText, secondsText } from "../../figures/sizes.js";
import { formatNumber, sentences } from "../../i18n.js";
import catalogue from "../../i18n/lab/looking.js";
import { wordsIn } from "../../i18n/lesson.js";
import { createPanel } from "../panel.js";
import { createBars } from "./bars.js";
import { createQuestion } from "./question.js";
import { createSlider } from "./slider.js";

/**
 * @typedef {object} Looked
 * @property {number} vocabulary V
 * @property {number} dimensions D
 * @property {number} rows N
 * @property {{table: number, ids: number, one_hot_int64: number, one_hot_float32: number, result: number}} bytes
 * @property {number} most_bytes
 * @property {number} rounds
 * @property {number} threads
 * @property {number} index_seconds
 * @property {number | null} one_hot_seconds null where the one-hot rows were not made
 * @property {number | null} ratio
 * @property {boolean | null} equal
 */

const FIRST = { vocabulary: 27, dimensions: 2, rows: 10_000 };
const VOCABULARIES = [27, 100, 1_000, 10_000, 50_257];
const DIMENSIONS = [2, 10, 64, 256];
const ROWS = [1, 100, 1_000, 10_000, 100_000, 228_146, 684_438]; // 684,438: three characters of each of the 228,146 examples
const SETTLED = 120; // ms that the knobs stand still before the server measures
const LEAST_BYTES = 1; // the scale of sizes begins here, in powers of ten
const MOST_BYTES = 12;

/** @param {Lectern} lectern */
export function create({ stage, actions }) {
  const { store, api, signal } = stage;
  const w = wordsIn(catalogue, store.state.language);
  /** @returns {typeof FIRST} */
  const knobs = () => ({ ...FIRST, ...store.state.lab.looking });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let clock;
  /** @type {ReturnType<typeof createQuestion<Looked>>} */
  const asked = createQuestion(signal, show);

  /** @param {keyof typeof FIRST} name @param {string} label @param {number[]} values @param {string} letter @param {string} [dim] */
  const slider = (name, label, values, letter, dim) =>
    createSlider({ label, values, value: knobs()[name], write: (value) => `${letter} = ${formatNumber(value)}`, dim, onTurn: (value) => actions.turnKnob("looking", { [name]: value }), signal });
  const sliders = [slider("vocabulary", w("vocabulary"), VOCABULARIES, "V", "v"), slider("dimensions", w("dimensions"), DIMENSIONS, "D", "d"), slider("rows", w("rows"), ROWS, "N", "b")];
  const times = createBars(w("times"));
  const sizes = createBars(w("sizes"));
  const said = element("p", { class: "lab-said looking-said" });
  const zeros = element("p", { class: "lab-said muted" });
  const again = element("button", { type: "button", class: "button looking-again" }, w("again"));
  again.addEventListener("click", () => load({ again: true }), { signal });

  /** @param {{again?: boolean}} [how] */
  function load(how) {
    clearTimeout(clock);
    asked.ask(JSON.stringify(knobs()), (until) => api.ask("experiments/lookup", { body: knobs(), signal: until }), how);
  }

  /** The knobs come to rest first: every question is work for the server. */
  function loadSoon() {
    clearTimeout(clock);
    clock = setTimeout(load, SETTLED);
  }
  signal.addEventListener("abort", () => clearTimeout(clock), { once: true });

  function show() {
    panel.show(asked.answer);
    const { value, phase } = asked.answer;
    if (value && phase === "ready") draw(value);
  }

  /** @param {Looked} told */
  function draw(told) {
    const { vocabulary: V, rows, bytes, one_hot_seconds: slow, index_seconds: quick, ratio, equal } = told;
    const longest = Math.max(slow ?? quick, quick);
    times.show([
      { label: w("by.one-hot"), share: slow === null ? 1 : slow / longest, text: slow === null ? w("unmade") : secondsText(slow), tone: slow === null ? "danger" : "plain" },
      { label: w("by.index"), share: slow === null ? 0 : quick / longest, text: secondsText(quick), tone: "accent" },
    ]);
    const log = (/** @type {number} */ count) => Math.log10(count / LEAST_BYTES) / MOST_BYTES;
    const line = (/** @type {any} */ label, /** @type {number} */ count, /** @type {any} */ tone) => ({ label: w(label), share: log(count), text: bytesText(count), tone });
    sizes.show([
      line("size.int64", bytes.one_hot_int64, slow === null ? "danger" : "plain"),
      line("size.float32", bytes.one_hot_float32, slow === null ? "danger" : "plain"),
      line("size.table", bytes.table, "muted"),
      line("size.result", bytes.result, "accent"),
      line("size.most", told.most_bytes, "muted"),
    ]);
    said.textContent =
      slow === null
        ? w("said.refused", { rows, V, float32: bytesText(bytes.one_hot_float32), int64: bytesText(bytes.one_hot_int64), most: bytesText(told.most_bytes), index: secondsText(quick) })
        : sentences(store.state.language, w(equal ? "said.equal" : "said.unequal", { rows }), w("said.ratio", { ratio: formatNumber(ratio, (ratio ?? 0) < 10 ? 1 : 0), rounds: told.rounds, threads: told.threads }));
    zeros.textContent = w("zeros", { less: V - 1, V, share: formatNumber((100 * (V - 1)) / V) });
    panel.refresh();
  }

  const panel = createPanel(stage, {
    id: "looking",
    heading: w("title"),
    picture: element(
      "div",
      { class: "lab-picture" },
      element("div", { class: "lab-knobs" }, ...sliders.map(({ root }) => root), again),
      element("h3", {}, w("times")),
      times.root,
      said,
      element("h3", {}, w("sizes")),
      sizes.root,
      zeros,
    ),
    table: () => {
      const { value } = asked.answer;
      if (!value) return null;
      const { bytes } = value;
      return {
        caption: w("caption", { V: value.vocabulary, D: value.dimensions, N: value.rows }),
        columns: [w("column.way"), w("column.seconds"), w("column.bytes")],
        rows: [
          [w("by.one-hot"), value.one_hot_seconds, bytes.one_hot_int64 + bytes.one_hot_float32 + bytes.result],
          [w("by.index"), value.index_seconds, bytes.result],
        ],
        digits: 7,
      };
    },
    curl: () => [curlCommand(api.address("experiments/lookup"), knobs())],
    file: () => `lookup-${knobs().vocabulary}-${knobs().rows}`,
    stop: asked.stop,
    retry: () => load({ again: true }),
  });

  store.subscribe(["lab"], loadSoon, signal);
  show();
  load();
  return panel.root;
}
