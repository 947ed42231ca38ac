// The network as a drawing that stands under the sum of its parameters: ids -> rows of C -> side by side -> tanh -> logits,
// with the shapes and the parameters of the model on show (S74). On a phone it runs downward.

/** @import { Stage } from "./stage.js" */
/** @import { RoadActions } from "../actions/road.js" */
/** @import { ModelCard } from "../wire.js" */
/** @import { MessageKey } from "../i18n.js" */
import { element } from "../element.js";
import { sizesOf } from "../figures/parameters.js";
import { formatNumber } from "../i18n.js";
import { dimensionLetters, dimensionNumber, joined, parameterLine } from "./dimensions.js";

/** Name of the step, what it assigns, its axes. Between two: the operation, and the parameters it goes through. */
const BOXES = /** @type {const} */ ([
  { step: "ids", name: "X", axes: ["B", "K"] },
  { step: "embedding", name: "emb", axes: ["B", "K", "D"] },
  { step: "concatenation", name: "flat", axes: ["B", "KD"] },
  { step: "hidden", name: "h", axes: ["B", "H"] },
  { step: "logits", name: "logits", axes: ["B", "V"] },
]);
const WAYS = [
  { does: "C[X]", through: [["C", ["V", "D"]]] },
  { does: "view(B, KD)", through: [] },
  { does: "tanh(flat @ W1 + b1)", through: [["W1", ["KD", "H"]], ["b1", ["H"]]] },
  { does: "h @ W2 + b2", through: [["W2", ["H", "V"]], ["b2", ["V"]]] },
];

/** @param {Stage} stage @param {RoadActions} actions */
export function createRoadDiagram({ store, t, signal }, actions) {
  const line = element("span", { class: "formula-terms" });
  const list = element("ol", { class: "network" });
  const summary = element("summary", { class: "road-formula mono" }, line, element("span", { class: "formula-more" }, t("road.network.drawn")));
  const root = element("details", { class: "road-network" }, summary, list);

  /** @param {ModelCard} model @param {number} batch */
  function show(model, batch) {
    line.replaceChildren(...parameterLine(t, model));
    const sizes = /** @type {Record<string, number>} */ ({ B: batch, ...sizesOf(model) });
    const sizeOf = (/** @type {string} */ axis) => [...axis].reduce((product, letter) => product * sizes[letter], 1);
    const axesOf = (/** @type {readonly string[]} */ axes) => ["(", ...joined(axes.map(dimensionLetters), ", "), ")"];
    const numbersOf = (/** @type {readonly string[]} */ axes) => ["(", ...joined(axes.map((axis) => dimensionNumber(axis, sizeOf(axis))), ", "), ")"];
    const stages = store.state.trace.value?.steps.map((one) => one.name) ?? [];
    const items = BOXES.map(({ step, name, axes }, place) => {
      const at = stages.indexOf(step) + 1;
      const way = WAYS[place - 1];
      const count = way ? way.through.reduce((sum, [, shape]) => sum + /** @type {string[]} */ (shape).reduce((product, axis) => product * sizeOf(axis), 1), 0) : 0;
      const through = way?.through.map(([tensor, shape]) => element("span", { class: "way-tensor" }, `${tensor} `, ...axesOf(/** @type {string[]} */ (shape))));
      const words = count ? t("road.parameters", { count }) : t("road.network.none");
      const arrow = way ? element("div", { class: "way mono" }, element("span", { class: "way-does" }, way.does), element("span", { class: "way-line", "aria-hidden": "true" }), ...(through ?? []), element("span", { class: "muted", "data-count": count }, words)) : null;
      const box = element("button", { type: "button", class: "box", "data-stage": at }, element("b", {}, t(/** @type {MessageKey} */ (`road.step.${step}`))), element("span", { class: "mono" }, `${name} `, ...axesOf(axes)), element("span", { class: "mono muted" }, ...numbersOf(axes)));
      return element("li", {}, arrow, box);
    });
    list.replaceChildren(...items);
    list.setAttribute("aria-label", BOXES.map(({ name, axes }) => `${name} (${axes.map((axis) => formatNumber(sizeOf(axis))).join(", ")})`).join(" → "));
    light();
  }

  function light() {
    for (const box of list.querySelectorAll("[data-stage]")) box.setAttribute("aria-pressed", String(Number(box.getAttribute("data-stage")) === store.state.at));
  }

  list.addEventListener(
    "click",
    ({ target }) => {
      const at = Number(/** @type {Element} */ (target).closest("[data-stage]")?.getAttribute("data-stage") ?? 0);
      if (at) actions.goTo(at === store.state.at ? 0 : at);
    },
    { signal },
  );
  store.subscribe(["at"], light, signal);
  return { root, show };
}
