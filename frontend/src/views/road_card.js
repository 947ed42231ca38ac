// One tensor of the Road: name, expression, axes in letters and numbers, a picture of its values, what is pointed at, and
// one quiet line on its memory that opens. Every line keeps its place whatever stands in it.

/** @import { Stage } from "./stage.js" */
/** @import { RoadActions } from "../actions/road.js" */
/** @import { Spotlight } from "./spotlight.js" */
/** @import { Trace } from "../wire.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { Picture } from "../figures/tensor_picture.js" */
import { catalogues, formatNumber } from "../i18n.js";
import { drawing, element } from "../element.js";
import { originOf, variableOf } from "../figures/origin.js";
import { tensorPicture } from "../figures/tensor_picture.js";
import { tokenLabel } from "../token.js";
import { dimensionLetters, dimensionNumber, tuple } from "./dimensions.js";
import { cellBeside, drawTensor } from "./tensor_drawing.js";

const WRITTEN = 3; // numbers of a vector that are written out

/** @typedef {ReturnType<typeof createRoadCard>} RoadCard */

/**
 * @param {Stage} stage
 * @param {RoadActions} actions
 * @param {Spotlight} spotlight
 * @param {number} at which step
 */
export function createRoadCard({ store, t, signal, announce }, actions, spotlight, at) {
  const title = element("h3");
  const expression = element("code", { class: "mono" });
  const symbols = element("p", { class: "card-symbols mono" });
  const numbers = element("p", { class: "card-numbers mono" });
  const svg = drawing("svg", { tabindex: 0, role: "application", "aria-roledescription": t("plane.heatmap.role"), class: "tensor" });
  const readout = element("p", { class: "card-readout mono" });
  const memory = element("summary");
  const facts = element("dl");
  const details = element("details", { open: store.state.facts }, memory, facts);
  const root = element("li", { class: "card" }, title, expression, symbols, numbers, element("div", { class: "card-picture" }, svg), readout, details);
  let cursor = 0;
  /** @type {Picture | null} */
  let picture = null;
  /** @type {{trace: Trace, row: number, vocabulary: string[]} | null} */
  let shown = null;

  const nameOf = (/** @type {string} */ name) => {
    const key = `road.step.${name}`;
    return key in catalogues.en ? t(/** @type {MessageKey} */ (key)) : name;
  };

  /**
   * @param {Trace} trace
   * @param {number} row
   * @param {string[]} vocabulary
   * @param {{down: boolean, width: number, height: number}} room
   */
  function show(trace, row, vocabulary, room) {
    const step = trace.steps[at];
    shown = { trace, row, vocabulary };
    title.textContent = nameOf(step.name);
    expression.replaceChildren(...step.expression.split(/(?=\()/).map((part) => element("span", {}, part))); // breaks before brackets only
    symbols.replaceChildren(...tuple(step.symbols.map(dimensionLetters)));
    numbers.replaceChildren(...tuple(step.shape.map((size, axis) => [dimensionNumber(step.symbols[axis], size)])));
    picture = tensorPicture(step, { row, tokens: [...trace.contexts[row]], vocabulary, ...room });
    drawTensor(svg, picture, step.name === "ids" ? "ids" : step.name === "probabilities" ? "shares" : "signs");
    const [least, most] = ends();
    const name = variableOf(step);
    svg.setAttribute("aria-label", t("road.card.finding", { name, shape: step.shape.join(" × "), context: trace.contexts[row], least, most }));
    const owner = trace.steps.find((one) => one.name === step.storage.view_of);
    memory.textContent = step.storage.view_of ? t("road.memory.view", { of: owner ? variableOf(owner) : step.storage.view_of }) : t("road.memory.own");
    const words = /** @type {[MessageKey, string][]} */ ([
      ["road.stride", `(${step.stride.join(", ")}${step.stride.length === 1 ? "," : ""})`],
      ["road.contiguous", t(step.contiguous ? "road.yes" : "road.no")],
      ["road.dtype", step.dtype],
      ["road.ndim", String(step.ndim)],
      ["road.bytes", formatNumber(step.storage.bytes)],
      ["road.flops", formatNumber(step.flops)],
    ]);
    facts.replaceChildren(...words.flatMap(([key, value]) => [element("dt", {}, t(key)), element("dd", { class: "mono" }, value)]));
    read("");
  }

  function ends() {
    const values = picture?.cells.map(({ value }) => value) ?? [];
    return [Math.min(...values), Math.max(...values)].map((value) => formatNumber(value, Number.isInteger(value) ? 0 : 2));
  }

  /** Writes what is pointed at, or from where to where the numbers go. @param {string} place */
  function read(place) {
    if (!shown || !picture) return;
    const { trace, row, vocabulary } = shown;
    const step = trace.steps[at];
    const cells = place ? picture.cells.filter((cell) => cell.at === place || cell.at.startsWith(`${place}d`) || place.startsWith(`${cell.at}d`)) : [];
    const name = variableOf(step);
    readout.classList.toggle("muted", !cells.length);
    if (!cells.length) {
      const [least, most] = ends();
      return readout.replaceChildren(step.name === "ids" ? "" : `${least} … ${most}`);
    }
    const [{ index, value }] = cells;
    if (cells.length > 1) {
      const part = index.length === 3 ? `${row}, ${index[1]}` : `${row}, ${index[1]}:${index[1] + cells.length}`;
      const written = cells.slice(0, WRITTEN).map((cell) => formatNumber(cell.value, 2)).join(", ");
      return readout.replaceChildren(...lines(`${name}[${part}]`, `(${written}${cells.length > WRITTEN ? ", …" : ""})`));
    }
    const token = step.name === "ids" ? [...trace.contexts[row]][index[1]] : step.symbols[1] === "V" ? vocabulary[index[1]] : null;
    const origin = originOf(step, index, trace.steps);
    const exact = formatNumber(value, Number.isInteger(value) ? 0 : 4);
    readout.replaceChildren(...lines(`${name}[${index.join(", ")}]${token === null ? "" : ` ${tokenLabel(token)}`}`, element("b", {}, `= ${exact}`), origin && `= ${origin}`));
  }

  /** @param {...(string | Node)} parts one a line; on a phone they follow each other */
  function lines(...parts) {
    return parts.filter(Boolean).flatMap((part) => [element("span", {}, part), " "]);
  }

  svg.addEventListener(
    "keydown",
    (event) => {
      const next = picture && cellBeside(picture.cells, Math.min(cursor, picture.cells.length - 1), event.key);
      if (next === null || !picture || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      cursor = next;
      spotlight.show(picture.cells[cursor].at);
      announce(readout.textContent ?? "");
    },
    { signal },
  );
  details.addEventListener("toggle", () => actions.openFacts(details.open), { signal });
  store.subscribe(["facts"], ({ facts: open }) => void (details.open = open), signal);
  spotlight.listen(read);
  return { root, show, svg };
}
