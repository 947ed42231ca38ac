// C beside the K blocks of W1: a character is picked by its row of C, and below each block stands what that row does there.
// The column of the hidden unit and the row of the number that are pointed at or taken apart are lit in them.

/** @import { Stage } from "./stage.js" */
/** @import { RoadActions } from "../actions/road.js" */
/** @import { Spotlight } from "./spotlight.js" */
/** @import { Embedding } from "../wire.js" */
/** @import { Blocks } from "../wire_numbers.js" */
import { rowOnShow } from "../actions/road.js";
import { drawing, element } from "../element.js";
import { curlCommand } from "../export.js";
import { cosineOf, largest, lengthOf, pushOf } from "../figures/weight_grid.js";
import { fetchWords, formatNumber, sentences } from "../i18n.js";
import { modelOnShow } from "../state.js";
import { loadStyle } from "../stylesheet.js";
import { tokenLabel } from "../token.js";
import { dimensionNumber, withLetters } from "./dimensions.js";
import { createQuestion } from "./experiments/question.js";
import { createPanel } from "./panel.js";
import { imageOf } from "./road_image.js";
import { createTablePicture } from "./table_picture.js";
import { drawBands, drawGrid } from "./weight_drawing.js";

/** @param {Stage} stage @param {RoadActions} actions @param {Spotlight} spotlight @returns {Promise<HTMLElement>} */
export async function createRoadWeights(stage, actions, spotlight) {
  const { store, api, t, signal, announce } = stage;
  await Promise.all([fetchWords(store.state.language, ["number"]), loadStyle("number")]);
  /** @type {ReturnType<typeof createQuestion<{table: Embedding, w1: Blocks}>>} */
  const asked = createQuestion(signal, draw);
  const story = element("p", { class: "weights-story" });
  const c = createTablePicture({ focusable: true });
  const rows = element("ol", { class: "weights-blocks" });
  const readout = element("p", { class: "weights-readout mono muted" });
  /** @type {ReturnType<typeof blockOf>[]} */
  let blocks = [];
  /** @type {unknown} */
  let drawn = null;

  const picture = element("div", { class: "weights" }, story, c.root, rows, readout);
  const panel = createPanel(stage, {
    id: "weights",
    heading: t("weights.title"),
    picture,
    table: tabled,
    curl: () => [curlCommand(api.address(`models/${store.state.model}/blocks`)), curlCommand(api.address(`tables/${store.state.model}/embedding`))],
    image: () => imageOf(picture),
    file: () => `${store.state.model}-w1`,
    stop: asked.stop,
    retry: () => load({ again: true }),
  });

  /** @param {{again?: boolean}} [how] */
  function load(how) {
    const { model } = store.state;
    if (!model || !modelOnShow(store.state)) return;
    void asked.ask(model, async (until) => {
      const [found, w1] = await Promise.all([api.embedding(model, until), /** @type {Promise<Blocks>} */ (api.ask(`models/${encodeURIComponent(model)}/blocks`, { signal: until }))]);
      return { table: found, w1 };
    }, how);
  }

  const context = () => [...(store.state.trace.value?.contexts[rowOnShow(store.state)] ?? "")];
  /** The answer, once it is of the model on show. */
  const answer = () => (asked.answer.about === store.state.model ? asked.answer.value : null);

  /** The character picked: the reader's, or the last one of the context. */
  function picked() {
    const { tokens } = answer()?.table ?? { tokens: /** @type {string[]} */ ([]) };
    const { token } = store.state;
    return token !== null && tokens.includes(token) ? token : (context().at(-1) ?? tokens[0] ?? ".");
  }

  function draw() {
    panel.show(asked.answer);
    const now = answer();
    if (!now) return;
    const { tokens, vectors } = now.table;
    const token = picked();
    story.replaceChildren(...withLetters(t("weights.story", { token: tokenLabel(token) })));
    c.root.hidden = !vectors;
    if (vectors) c.show(tokens, vectors, token, t("weights.pick", { token: tokenLabel(token) }));
    if (drawn !== now) drawBlocks(now.w1);
    drawn = now;
    const [row, letters] = [vectors?.[tokens.indexOf(token)], context()];
    const pushes = blocks.map(({ weights }) => (row && weights ? pushOf(row, weights) : null));
    const full = largest(pushes.map((push) => push ?? []));
    blocks.forEach((block, k) => {
      block.now.textContent = letters[k] === undefined ? "\u00a0" : t("weights.now", { token: tokenLabel(letters[k]) });
      const [push, last] = [pushes[k], pushes[pushes.length - 1]];
      if (!push || !last) return;
      drawGrid(block.strip, [push], full, (x) => `h${x}`);
      const length = t("weights.pushed", { token: tokenLabel(token), position: k, length: formatNumber(lengthOf(push), 2) });
      const alike = push === last ? "" : t("weights.alike", { last: pushes.length - 1, cosine: formatNumber(cosineOf(push, last), 2) });
      block.told.textContent = sentences(store.state.language, length, alike);
      block.strip.setAttribute("aria-label", block.told.textContent);
    });
    light("");
    panel.refresh();
  }

  /** The blocks of another model. @param {Blocks} w1 */
  function drawBlocks({ shape, blocks: own }) {
    const [full, most] = [largest(own.flatMap(({ weights }) => weights ?? [])), Math.max(...own.map(({ push }) => push), 1e-9)];
    blocks = own.map((block) => blockOf(block, full, most));
    rows.replaceChildren(...blocks.map(({ root }) => root));
    readout.textContent = own[0].weights ? "\u00a0" : t("weights.large", { count: shape[0] * shape[1] });
  }

  /** @param {import("../wire_numbers.js").Block} block @param {number} full @param {number} most */
  function blockOf({ position, first, last, norm, push, weights }, full, most) {
    const words = t("weights.block", { position, norm: formatNumber(norm, 2) });
    const svg = drawing("svg", { class: "weights-block", tabindex: weights ? 0 : null, role: "application", "aria-label": words, style: `--rows: ${last - first}` });
    const strip = drawing("svg", { class: "weights-push", role: "img" });
    const [told, now] = [element("p", { class: "muted weights-told" }), element("span", { class: "muted" })];
    if (weights) {
      drawGrid(svg, weights, full, (x, y) => `h${x} k${position}d${y}`);
      walk(svg, position, weights);
    }
    const bar = element("span", { class: "bar" }, element("span", { class: "bar-fill", style: `--share: ${push / most}` }));
    const facts = element(
      "dl",
      { class: "weights-facts" },
      element("div", { title: t("weights.norm.tip") }, element("dt", {}, t("weights.norm")), element("dd", { class: "mono", "data-norm": norm }, formatNumber(norm, 2))),
      element("div", { title: t("weights.push.tip") }, element("dt", {}, t("weights.push")), element("dd", { class: "mono", "data-push": push }, bar, formatNumber(push, 2))),
    );
    const place = element("span", {}, "k = ", ...dimensionNumber("K", position));
    const label = element("p", { class: "weights-label", "data-at": `k${position}` }, place, element("span", { class: "muted mono" }, `W1[${first}:${last}]`), now);
    const pictures = element("div", { class: "weights-pictures" }, ...(weights ? [svg, strip, told] : []));
    const root = element("li", {}, label, pictures, facts);
    return { root, svg, strip, told, now, weights };
  }

  /** Arrow keys over a block's weights. @param {SVGSVGElement} svg @param {number} k @param {number[][]} weights */
  function walk(svg, k, weights) {
    let [h, d] = [0, 0];
    svg.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      [h, d] = [Math.min(Math.max(h + step[0], 0), weights[0].length - 1), Math.min(Math.max(d + step[1], 0), weights.length - 1)];
      spotlight.show(`h${h}`);
      tell(k, d, h);
      announce(readout.textContent ?? "");
    }, { signal });
    svg.addEventListener("pointerover", ({ target }) => {
      const [, x, , y] = /^h(\d+) k(\d+)d(\d+)$/.exec(/** @type {Element} */ (target).getAttribute("data-at") ?? "") ?? [];
      if (x !== undefined) tell(k, Number(y), Number(x));
    }, { signal });
  }

  /** @param {number} k @param {number} d @param {number} h */
  function tell(k, d, h) {
    const { weights } = blocks[k];
    if (weights) readout.textContent = `W1[${k * weights.length + d}, ${h}] = ${formatNumber(weights[d][h], 4)}`;
  }

  /** Bands over what is pointed at, and over what the number that is taken apart came from. @param {string} at */
  function light(at) {
    const now = answer();
    if (!now) return;
    const { number, origin } = store.state;
    const [step, i, j] = (number ?? "").split("-");
    const tokens = context();
    const D = blocks[0]?.weights?.length ?? 1;
    const column = step === "hidden" || step === "preactivation" ? Number(i) : null;
    blocks.forEach(({ svg, weights }, k) => {
      if (!weights) return;
      const bands = column === null ? [] : [{ x: column, kind: /** @type {const} */ ("source") }];
      const [, h] = /^h(\d+)$/.exec(at) ?? [];
      const [, own, , d] = /^k(\d+)(d(\d+))?$/.exec(at) ?? [];
      drawBands(svg, [...bands, ...(h ? [{ x: Number(h), kind: /** @type {const} */ ("lit") }] : []), ...(own && Number(own) === k ? [{ y: d ? Number(d) : undefined, kind: /** @type {const} */ ("lit") }] : [])]);
    });
    const place = step === "embedding" ? Number(i) : step === "concatenation" ? Math.floor(Number(i) / D) : null;
    const pointed = /^k(\d+)/.exec(at)?.[1] ?? /^c(\d+)/.exec(at)?.[1];
    const row = at.startsWith("c") ? Number(pointed) : pointed ? now.table.tokens.indexOf(tokens[Number(pointed)]) : -1;
    const made = place === null || !origin.value || j === "" ? -1 : now.table.tokens.indexOf(tokens[place]);
    c.light([{ y: now.table.tokens.indexOf(picked()), kind: "source" }, ...[made, row].filter((y) => y >= 0).map((y) => ({ y, kind: /** @type {const} */ ("lit") }))]);
  }

  function tabled() {
    const now = answer();
    if (!now) return null;
    const token = picked();
    const row = now.table.vectors?.[now.table.tokens.indexOf(token)];
    const columns = [t("weights.column.position"), t("weights.column.rows"), t("weights.norm"), t("weights.push"), t("weights.column.length", { token: tokenLabel(token) })];
    return { caption: t("weights.caption"), columns, rows: now.w1.blocks.map(({ position, first, last, norm, push, weights }) => [String(position), `${first}:${last}`, norm, push, weights && row ? lengthOf(pushOf(row, weights)) : null]) };
  }

  /** @param {EventTarget | null} target */
  const pick = (target) => {
    const [, row] = /^c(\d+)$/.exec((target instanceof Element && target.closest("[data-at]")?.getAttribute("data-at")) || "") ?? [];
    const token = answer()?.table.tokens[Number(row)];
    if (row && token) actions.pickToken(token);
  };
  c.root.addEventListener("click", ({ target }) => pick(target), { signal });
  c.table.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const tokens = answer()?.table.tokens;
    if (!step || !tokens || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const token = tokens[Math.min(Math.max(tokens.indexOf(picked()) + step, 0), tokens.length - 1)];
    actions.pickToken(token);
    announce(t("weights.pick", { token: tokenLabel(token) }));
  }, { signal });
  spotlight.listen(light);
  store.subscribe(["model", "models"], () => load(), signal);
  store.subscribe(["trace", "row", "token"], draw, signal);
  store.subscribe(["number", "origin"], () => light(""), signal);
  draw();
  load();
  return panel.root;
}
