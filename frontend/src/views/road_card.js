// One tensor of the Road: name, expression, axes in letters and numbers, a picture of its values, what is pointed at, and
// one quiet line on its memory that opens. Every line keeps its place whatever stands in it.

/** @import { Stage } from "./stage.js" */
/** @import { RoadActions } from "../actions/road.js" */
/** @import { Spotlight } from "./spotlight.js" */
/** @import { Trace } from "../wire.js" */
/** @import { Picture, View } from "../figures/tensor_picture.js" */
import { formatNumber, isMessage } from "../i18n.js";
import { drawing, element } from "../element.js";
import { originOf, variableOf } from "../figures/origin.js";
import { tensorPicture } from "../figures/tensor_picture.js";
import { tokenLabel } from "../token.js";
import { dimensionLetters, dimensionNumber, joined } from "./dimensions.js";
import { bring } from "./scrolling.js";
import { cellBeside, drawTensor } from "./tensor_drawing.js";

const SHEET = "(max-width: 1320px)"; // as in road.css: the number that is taken apart lies over the page
const WRITTEN = 3; // numbers of a vector that are written out
const whole = (/** @type {number} */ value, /** @type {number} */ digits) => formatNumber(value, Number.isInteger(value) ? 0 : digits);

/** @typedef {ReturnType<typeof createRoadCard>} RoadCard */

/** @param {Stage} stage @param {RoadActions} actions @param {Spotlight} spotlight @param {number} at which step */
export function createRoadCard({ store, t, signal, announce }, actions, spotlight, at) {
  const [title, expression, symbols, numbers] = [element("h3"), element("code", { class: "mono" }), element("p", { class: "card-symbols mono" }), element("p", { class: "card-numbers mono muted" })];
  const svg = drawing("svg", { tabindex: 0, role: "application", "aria-roledescription": t("plane.heatmap.role"), class: "tensor" });
  const readout = element("p", { class: "card-readout mono" });
  const [memory, facts] = [element("summary"), element("dl")];
  const details = element("details", { open: store.state.facts }, memory, facts);
  const root = element("li", { class: "card" }, title, expression, symbols, numbers, element("div", { class: "card-picture" }, svg), readout, details);
  let cursor = 0;
  /** @type {Picture} */
  let picture;
  /** @type {Trace} */
  let trace;
  /** @type {View} */
  let view;

  /** @param {Trace} answer @param {View} as */
  function show(answer, as) {
    [trace, view] = [answer, as];
    const step = trace.steps[at];
    const [name, key] = [variableOf(step), `road.step.${step.name}`];
    title.textContent = isMessage(key) ? t(key) : step.name;
    expression.replaceChildren(...step.expression.split(/(?=\()/).map((part) => element("span", {}, part))); // breaks before brackets only
    symbols.replaceChildren("(", ...joined(step.symbols.map(dimensionLetters), ", "), ")");
    numbers.replaceChildren("(", ...joined(step.shape.map((size, axis) => dimensionNumber(step.symbols[axis], size)), ", "), ")");
    picture = tensorPicture(step, view);
    drawTensor(svg, picture, step.name === "ids" ? "ids" : step.name === "probabilities" ? "shares" : "signs");
    const [least, most] = ends();
    svg.setAttribute("aria-label", t("road.card.finding", { name, shape: step.shape.join(" × "), context: trace.contexts[view.row], least, most }));
    const { view_of: owner, bytes } = step.storage;
    const of = trace.steps.find((one) => one.name === owner);
    memory.textContent = owner ? t("road.memory.view", { of: of ? variableOf(of) : owner }) : t("road.memory.own");
    const stride = `(${step.stride.join(", ")})`;
    const words = { stride, contiguous: t(step.contiguous ? "road.yes" : "road.no"), dtype: step.dtype, ndim: step.ndim, bytes, FLOPs: step.flops };
    facts.replaceChildren(
      ...Object.entries(words).flatMap(([word, value]) => [element("dt", {}, word), element("dd", { class: "mono" }, typeof value === "number" ? formatNumber(value) : value)]),
    );
    read("");
  }

  function ends() {
    const values = picture.cells.map(({ value }) => value).filter(Number.isFinite);
    return [Math.min(...values), Math.max(...values)].map((value) => whole(value, 2));
  }

  /** Writes what is pointed at, or from where to where the numbers go. @param {string} place */
  function read(place) {
    if (!trace) return;
    const step = trace.steps[at];
    const name = variableOf(step);
    const cells = place ? picture.cells.filter((cell) => cell.at === place || cell.at.startsWith(`${place}d`) || place.startsWith(`${cell.at}d`)) : [];
    readout.classList.toggle("muted", !cells.length);
    /** @type {string[]} */
    let lines = step.name === "ids" ? [] : [ends().join(" … ")];
    if (cells.length > 1) {
      const [b, i, d] = cells[0].index;
      const written = cells.slice(0, WRITTEN).map(({ value }) => formatNumber(value, 2));
      lines = [`${name}[${b}, ${d === undefined ? `${i}:${i + cells.length}` : i}]`, `(${[...written, ...(cells.length > WRITTEN ? ["…"] : [])].join(", ")})`];
    } else if (cells.length) {
      const [{ index, value }] = cells;
      const token = { ids: view.tokens[index[1]], logits: view.vocabulary[index[1]], probabilities: view.vocabulary[index[1]] }[step.name];
      const origin = originOf(step, index, trace.steps);
      lines = [`${name}[${index.join(", ")}]${token ? ` ${tokenLabel(token)}` : ""}`, `= ${whole(value, 4)}`, ...(origin ? [`= ${origin}`] : [])];
    }
    readout.replaceChildren(...lines.flatMap((line) => [element("span", {}, line), " "]));
  }

  const rects = () => [...svg.querySelectorAll("rect.cell")];

  /** Takes a number apart. @param {number} which cell */
  function open(which) {
    if (!picture.cells[which]) return;
    cursor = which;
    actions.openNumber(trace.steps[at].name, picture.cells[which].index);
    if (matchMedia(SHEET).matches) bring(svg); // out from under the sheet
  }

  /** Marks the number that is taken apart, and those it came from. @param {string | null} chosen as "hidden-17" @param {Set<string>} sources */
  function mark(chosen, sources) {
    const { name } = trace.steps[at];
    rects().forEach((rect, which) => {
      const own = [name, ...picture.cells[which].index.slice(1)].join("-");
      rect.classList.toggle("chosen", own === chosen);
      rect.classList.toggle("source", sources.has(own));
    });
  }

  /** Lights the card as the stage that is told about. @param {boolean} now */
  function light(now) {
    root.classList.toggle("card-now", now);
    if (now) root.setAttribute("aria-current", "step");
    else root.removeAttribute("aria-current");
  }

  svg.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Enter") return open(Math.min(cursor, picture.cells.length - 1));
      const next = event.ctrlKey || event.metaKey || event.altKey ? null : cellBeside(picture.cells, Math.min(cursor, picture.cells.length - 1), event.key);
      if (next === null) return;
      event.preventDefault();
      cursor = next;
      spotlight.show(picture.cells[cursor].at);
      announce(readout.textContent ?? "");
    },
    { signal },
  );
  details.addEventListener("toggle", () => actions.openFacts(details.open), { signal });
  store.subscribe(["facts"], (state) => void (details.open = state.facts), signal);
  svg.addEventListener("click", ({ target }) => open(rects().indexOf(/** @type {Element} */ (target))), { signal });
  spotlight.listen(read);
  return { root, show, mark, light };
}
