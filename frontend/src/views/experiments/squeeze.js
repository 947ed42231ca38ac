// Experiment: squeeze. The stored trainings of claim S46 for D = 2 to 27: losses with the gap between them, and structure,
// each with its spread over seeds; the model on show is marked among them. A slider reads one D out.

/** @import { Lectern } from "../lesson.js" */
import { drawing, element } from "../../element.js";
import { curlCommand } from "../../export.js";
import { formatNumber } from "../../i18n.js";
import catalogue from "../../i18n/lab/squeeze.js";
import { wordsIn } from "../../i18n/lesson.js";
import { modelOnShow } from "../../state.js";
import { createPanel } from "../panel.js";
import { createSlider } from "./slider.js";

/** @typedef {{embedding_dim: number[], train: number[], dev: number[], gap: number[], vowel_gap: number[], train_by_seed: number[][], dev_by_seed: number[][], vowel_gap_by_seed: number[][]}} Squeezed */
/** @typedef {{name: string, means: number[], seeds: number[][]}} Curve */

const [WIDTH, HEIGHT, LEFT, FOOT, TOP] = [432, 150, 38, 22, 10];

/** @param {Lectern} lectern */
export function create({ stage, actions }) {
  const { store, api, signal } = stage;
  const w = wordsIn(catalogue, store.state.language);
  const claimed = (/** @type {string} */ id) => store.state.claims.value?.claims.find((claim) => claim.id === id);
  /** @returns {Squeezed | null} */
  const found = () => {
    const value = claimed("S46")?.value;
    return value?.embedding_dim && value.dev_by_seed ? /** @type {any} */ (value) : null;
  };
  const losses = drawing("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img" });
  const structure = drawing("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img" });
  const knob = element("div", { class: "lab-knobs" });
  const readout = element("p", { class: "lab-said squeeze-readout", role: "status" });
  const said = element("p", { class: "lab-said" });
  const notes = element("p", { class: "lab-said muted" });
  /** @type {ReturnType<typeof createSlider> | null} */
  let slider = null;

  const chosen = (/** @type {Squeezed} */ value) => (value.embedding_dim.includes(store.state.lab.squeeze?.D) ? store.state.lab.squeeze.D : value.embedding_dim[0]);

  /** Places on a logarithmic axis of dimensions, most on the left: the squeeze goes rightward. @param {number[]} dimensions */
  const axis = (dimensions) => {
    const [least, most] = [Math.log(Math.min(...dimensions)), Math.log(Math.max(...dimensions))];
    return (/** @type {number} */ D) => LEFT + 14 + ((most - Math.log(D)) / (most - least)) * (WIDTH - LEFT - 34);
  };

  /**
   * @param {SVGSVGElement} svg @param {Squeezed} value @param {Curve[]} curves
   * @param {{D: number, value: number} | null} own the model on show
   * @param {number} decimals of the ticks
   */
  function drawCurves(svg, value, curves, own, decimals) {
    const across = axis(value.embedding_dim);
    const all = [...curves.flatMap(({ seeds }) => seeds.flat()), ...(own ? [own.value] : [])];
    const [least, most] = [Math.min(...all), Math.max(...all)];
    const up = (/** @type {number} */ one) => HEIGHT - FOOT - ((one - least) / (most - least || 1)) * (HEIGHT - FOOT - TOP);
    const ticks = [0, 0.5, 1].map((share) => least + share * (most - least));
    const D = chosen(value);
    const path = (/** @type {number[]} */ means) => means.map((one, at) => `${at ? "L" : "M"}${across(value.embedding_dim[at])} ${up(one)}`).join("");
    const [first, second] = curves;
    const band = second ? `${path(first.means)}${[...second.means].map((one, at) => `L${across(value.embedding_dim[at])} ${up(one)}`).reverse().join("")}Z` : "M0 0";
    svg.replaceChildren(
      drawing("rect", { x: across(D) - 12, y: 0, width: 24, height: HEIGHT - FOOT + 4, rx: 4, class: "squeeze-at" }),
      ...ticks.flatMap((tick) => [drawing("line", { x1: LEFT, x2: WIDTH - 6, y1: up(tick), y2: up(tick), class: "grid-line" }), drawing("text", { x: LEFT - 6, y: up(tick), class: "tick tick-y" }, formatNumber(tick, decimals))]),
      drawing("path", { d: band, class: "squeeze-gap" }),
      ...curves.flatMap(({ name, means, seeds }) => [
        drawing("path", { d: path(means), class: `curve-line squeeze-${name}` }),
        ...seeds.flatMap((values, at) => values.map((one) => drawing("circle", { cx: across(value.embedding_dim[at]), cy: up(one), r: 2, class: `squeeze-seed squeeze-${name}` }))),
        ...means.map((one, at) => drawing("circle", { cx: across(value.embedding_dim[at]), cy: up(one), r: 4, class: `curve-dot squeeze-${name}`, "data-curve": name, "data-d": value.embedding_dim[at], "data-value": one }, drawing("title", {}, `D = ${value.embedding_dim[at]}: ${formatNumber(one, 4)}`))),
      ]),
      ...(own && own.D >= Math.min(...value.embedding_dim) && own.D <= Math.max(...value.embedding_dim) ? [drawing("path", { d: `M${across(own.D) - 5} ${up(own.value)}h10m-5-5v10`, class: "curve-own" })] : []),
      ...value.embedding_dim.map((one) => drawing("text", { x: across(one), y: HEIGHT - 5, class: "tick tick-x" }, `D = ${one}`)),
    );
  }

  function show() {
    const { claims, models } = store.state;
    panel.show(models, claims);
    const value = found();
    if (!value) {
      said.textContent = claims.phase === "ready" ? w("none") : "";
      return;
    }
    if (!slider) {
      slider = createSlider({ label: w("dimensions"), values: [...value.embedding_dim].reverse(), value: chosen(value), write: (D) => `D = ${D}`, dim: "d", onTurn: (D) => actions.turnKnob("squeeze", { D }), signal });
      knob.replaceChildren(slider.root);
    }
    slider.set(chosen(value));
    const card = modelOnShow(store.state);
    const vowels = claimed("S57")?.value.vowel_gap;
    const mine = card && typeof vowels === "number" ? { D: card.embedding_dim, dev: card.losses.dev, vowels } : null;
    drawCurves(losses, value, [{ name: "dev", means: value.dev, seeds: value.dev_by_seed }, { name: "train", means: value.train, seeds: value.train_by_seed }], mine && { D: mine.D, value: mine.dev }, 2);
    drawCurves(structure, value, [{ name: "structure", means: value.vowel_gap, seeds: value.vowel_gap_by_seed }], mine && { D: mine.D, value: mine.vowels }, 2);
    const at = value.embedding_dim.indexOf(chosen(value));
    const last = value.embedding_dim.length - 1;
    readout.textContent = w("said", { D: value.embedding_dim[at], dev: formatNumber(value.dev[at], 3), gap: formatNumber(value.gap[at], 3), vowels: formatNumber(value.vowel_gap[at], 2) });
    said.textContent = w("finding", { most: value.embedding_dim[last], least: value.embedding_dim[0], gap: `${formatNumber((100 * value.gap[0]) / value.gap[last], 0)} %`, structure: formatNumber(value.vowel_gap[0] / value.vowel_gap[last], 1), rise: formatNumber(value.dev[0] - value.dev[last], 3) });
    const from = claimed("S46")?.computed_from;
    notes.textContent = [from ? w("from", { seeds: from.seeds.join(", ") }) : "", mine && card ? `+ ${w("own", { model: card.id, D: mine.D, dev: formatNumber(mine.dev, 3), vowels: formatNumber(mine.vowels, 2) })}` : ""].join(" ");
    losses.setAttribute("aria-label", `${w("losses")}. ${said.textContent}`);
    structure.setAttribute("aria-label", `${w("structure")}. ${said.textContent}`);
    panel.refresh();
  }

  const panel = createPanel(stage, {
    id: "squeeze",
    heading: w("title"),
    picture: element("div", { class: "lab-picture" }, knob, readout, element("h3", {}, w("losses")), losses, element("h3", {}, w("structure")), structure, said, notes),
    table: () => {
      const value = found();
      return value ? { caption: w("caption"), columns: [w("dimensions"), w("dev"), w("train"), w("gap"), w("vowels")], rows: value.embedding_dim.map((D, at) => [D, value.dev[at], value.train[at], value.gap[at], value.vowel_gap[at]]), digits: 4 } : null;
    },
    curl: () => [curlCommand(api.address("claims/S46", { model: store.state.model }))],
    file: () => "squeeze",
    stop: actions.stop,
    retry: () => (store.state.models.phase === "failed" ? void stage.frame.loadModels({ again: true }) : void actions.load({ again: true })),
  });
  store.subscribe(["lab", "claims", "models", "model"], show, signal);
  show();
  return panel.root;
}
