// Experiment: the same model, other angles. The table is stretched and shifted, W1 and b1 take that back: neighbours by cosine
// change, predictions do not. Two maps where the table has two dimensions, two lists, and the losses of both.

/** @import { Lectern } from "../lesson.js" */
import { drawing, element } from "../../element.js";
import { curlCommand } from "../../export.js";
import { formatNumber } from "../../i18n.js";
import catalogue from "../../i18n/lab/turned.js";
import { wordsIn } from "../../i18n/lesson.js";
import { modelOnShow } from "../../state.js";
import { firstToken, tokenKind, tokenLabel } from "../../token.js";
import { createPanel } from "../panel.js";
import { createQuestion } from "./question.js";
import { createSlider, whole } from "./slider.js";

/** @typedef {{token: string, similarity: number}} Near */
/** @typedef {{neighbours_before: Near[], neighbours: Near[], losses: {dev: number, dev_before: number}, largest_change: number, table_before: number[][] | null, table: number[][] | null}} Turned */

const SHOWN = 8;
const [WIDTH, HEIGHT, MARGIN] = [216, 180, 16];

/** @param {Lectern} lectern */
export function create({ stage, actions }) {
  const { store, api, t, signal } = stage;
  const w = wordsIn(catalogue, store.state.language);
  /** @returns {{token: string | null, seed: number, strength: number}} */
  const knobs = () => ({ token: null, seed: 1, strength: 50, .../** @type {any} */ (store.state.lab.turned) });
  const turn = (/** @type {object} */ patch) => actions.turnKnob("turned", patch);
  /** @type {ReturnType<typeof createQuestion<Turned>>} */
  const asked = createQuestion(signal, show);
  const picker = element("select", { "aria-label": w("of") });
  picker.addEventListener("change", () => turn({ token: picker.value }), { signal });
  const strength = createSlider({ label: w("strength"), values: whole(0, 10).map((step) => 10 * step), value: knobs().strength, write: (value) => formatNumber(value / 100, 1), onTurn: (value) => turn({ strength: value }), signal });
  const dice = element("button", { type: "button", class: "button" }, w("another"));
  dice.addEventListener("click", () => turn({ seed: knobs().seed + 1 }), { signal });
  const sides = element("div", { class: "turned" });
  const said = element("p", { class: "lab-said", role: "status" });

  const tokens = () => modelOnShow(store.state)?.vocabulary ?? [];
  const of = () => (tokens().includes(knobs().token ?? "") ? String(knobs().token) : firstToken(tokens()));
  const path = () => `models/${encodeURIComponent(store.state.model ?? "")}/turned`;
  const query = () => ({ of: of(), seed: knobs().seed, strength: knobs().strength / 100 });

  /** @param {{again?: boolean}} [how] */
  function load(how) {
    if (!modelOnShow(store.state)) return;
    strength.set(knobs().strength);
    picker.replaceChildren(...tokens().map((one) => element("option", { value: one, selected: one === of() }, tokenLabel(one))));
    void asked.ask(JSON.stringify([path(), query()]), (until) => api.ask(path(), { query: query(), signal: until }), how);
  }

  function show() {
    panel.show(store.state.models, asked.answer);
    const { value, phase } = asked.answer;
    if (!value || phase !== "ready") return; // while another is awaited, it is of the tokens before
    const before = value.neighbours_before.map(({ token }) => token);
    const kept = value.neighbours.slice(0, SHOWN).filter(({ token }) => before.indexOf(token) < SHOWN).length;
    sides.replaceChildren(side(w("before"), value.neighbours_before, value.table_before, []), side(w("after"), value.neighbours, value.table, before));
    const { dev, dev_before } = value.losses;
    said.textContent = w("said", { token: tokenLabel(of()), kept, k: Math.min(SHOWN, before.length), before: formatNumber(dev_before, 6), after: formatNumber(dev, 6), change: value.largest_change.toExponential(0) });
    panel.refresh();
  }

  /** One table: its map, if it is flat, and the nearest by cosine. @param {string} head @param {Near[]} near @param {number[][] | null} table @param {string[]} before */
  function side(head, near, table, before) {
    const items = near.slice(0, SHOWN).map(({ token, similarity }, rank) => {
      const moved = before.length ? before.indexOf(token) - rank : 0;
      const mark = moved ? element("span", { class: moved > 0 ? "rank-up" : "rank-down", role: "img", "aria-label": w(moved > 0 ? "up" : "down", { count: Math.abs(moved) }) }, `${moved > 0 ? "↑" : "↓"}${Math.abs(moved)}`) : null;
      return element("li", { "data-token": token }, element("b", {}, tokenLabel(token)), element("span", { class: "mono" }, formatNumber(similarity, 2)), mark);
    });
    return element("section", {}, element("h3", {}, head), table && map(head, table), element("ol", { class: "turned-list" }, ...items));
  }

  /** The rows of a table of two dimensions as letters around the origin, in equal scale. @param {string} head @param {number[][]} table */
  function map(head, table) {
    const reach = (/** @type {number} */ axis) => [Math.min(0, ...table.map((row) => row[axis])), Math.max(0, ...table.map((row) => row[axis]))];
    const [[left, right], [bottom, top]] = [reach(0), reach(1)];
    const scale = Math.min((WIDTH - 2 * MARGIN) / (right - left || 1), (HEIGHT - 2 * MARGIN) / (top - bottom || 1));
    const x = (/** @type {number} */ value) => WIDTH / 2 + (value - (left + right) / 2) * scale;
    const y = (/** @type {number} */ value) => HEIGHT / 2 - (value - (bottom + top) / 2) * scale;
    const letters = table.map((row, at) => {
      const token = tokens()[at];
      return drawing("text", { x: x(row[0]), y: y(row[1]), class: `turned-letter kind-${tokenKind(token)}${token === of() ? " chosen" : ""}` }, tokenLabel(token));
    });
    const own = table[tokens().indexOf(of())];
    const axes = [
      drawing("line", { x1: 0, x2: WIDTH, y1: y(0), y2: y(0), class: "axis-line" }),
      drawing("line", { x1: x(0), x2: x(0), y1: 0, y2: HEIGHT, class: "axis-line" }),
      drawing("line", { x1: x(0), y1: y(0), x2: x(own[0]), y2: y(own[1]), class: "arrow arrow-u" }),
    ];
    return drawing("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "points", role: "img", "aria-label": w("map", { head }) }, ...axes, ...letters);
  }

  const panel = createPanel(stage, {
    id: "turned",
    heading: w("title"),
    controls: [picker],
    picture: element("div", { class: "lab-picture" }, element("div", { class: "points-line" }, strength.root, dice), sides, said, element("p", { class: "muted lab-said" }, w("story"))),
    table: () => {
      const { value } = asked.answer;
      if (!value) return null;
      const before = new Map(value.neighbours_before.map(({ token, similarity }) => [token, similarity]));
      return { caption: w("caption", { token: tokenLabel(of()) }), columns: [t("column.token"), w("before"), w("after")], rows: value.neighbours.map(({ token, similarity }) => [token, before.get(token) ?? null, similarity]) };
    },
    curl: () => [curlCommand(api.address(path(), query()))],
    file: () => `${store.state.model}-turned`,
    stop: asked.stop,
    retry: () => (store.state.models.phase === "failed" ? void stage.frame.loadModels({ again: true }) : load({ again: true })),
  });
  store.subscribe(["lab", "model", "models"], () => load(), signal);
  show();
  load();
  return panel.root;
}
