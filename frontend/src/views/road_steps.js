// Step by step along the Road: the space bar or the buttons light the next stage, and one line says what happens there with
// the numbers on show. Where nothing is lit it tells the whole story. The line keeps its place whatever stands in it.

/** @import { Stage } from "./stage.js" */
/** @import { RoadActions } from "../actions/road.js" */
/** @import { MessageKey } from "../i18n.js" */
import { rowOnShow } from "../actions/road.js";
import { element, icon } from "../element.js";
import { formatNumber, isMessage } from "../i18n.js";
import { modelOnShow } from "../state.js";
import { tokenLabel } from "../token.js";

const FLAT = 0.99; // beyond it almost no gradient passes: what a training counts as saturated
const OWN_SPACE = "input, textarea, select, button, summary, a[href], label, [contenteditable], .data-table"; // what uses the space bar itself

/** @param {Stage} stage @param {RoadActions} actions */
export function createRoadSteps({ store, t, signal }, actions) {
  const said = element("p", { class: "steps-said muted", role: "status" });
  const count = element("span", { class: "steps-count mono" });
  const tool = (/** @type {MessageKey} */ key, /** @type {string} */ path, /** @type {number} */ by) => {
    const button = element("button", { type: "button", class: "tool", "aria-label": t(key), "data-tip": t(key) }, icon(path));
    button.addEventListener("click", () => move(by), { signal });
    return button;
  };
  const key = element("kbd", { class: "steps-key muted" }, t("road.step.keys"));
  const buttons = element("div", { class: "steps-buttons" }, tool("road.step.back", "M10 3.5L5.5 8l4.5 4.5", -1), count, tool("road.step.on", "M6 3.5L10.5 8L6 12.5", 1), key);
  const root = element("div", { class: "road-steps" }, said, buttons);

  const steps = () => store.state.trace.value?.steps ?? [];
  const move = (/** @type {number} */ by) => actions.goTo(store.state.at + by);

  function tell() {
    const { at, trace } = store.state;
    const card = modelOnShow(store.state);
    const step = steps()[at - 1];
    root.classList.toggle("steps-on", Boolean(step));
    count.textContent = t("road.at", { at: step ? at : 0, count: steps().length || "\u2007" });
    const message = `road.at.${step?.name}`;
    if (!card || !trace.value || !step || !isMessage(message)) {
      said.textContent = card ? t("road.story", { count: card.context_length, size: card.vocabulary.length }) : "\u00a0";
      return;
    }
    const row = rowOnShow(store.state);
    const { context_length: K, embedding_dim: D, hidden_size: H, vocabulary } = card;
    const V = vocabulary.length;
    const own = (/** @type {string} */ name) => trace.value?.steps.find((one) => one.name === name)?.values[row] ?? [];
    const tokens = [...trace.value.contexts[row]];
    const list = tokens.map((token, k) => `${tokenLabel(token)} → ${own("ids")[k]}`).join(t("list.comma"));
    const flat = own("hidden").filter((/** @type {number} */ value) => Math.abs(value) > FLAT).length;
    const [{ token, probability }] = trace.value.predictions[row];
    const products = step.name === "logits" ? H * V : K * D * H;
    said.textContent = t(message, { K, D, H, V, KD: K * D, list, flat, products, token: tokenLabel(token), share: formatNumber(probability, 2) });
  }

  document.addEventListener(
    "keydown",
    (event) => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || target.closest(OWN_SPACE)) return;
      event.preventDefault(); // the page would scroll
      move(event.shiftKey ? -1 : 1);
    },
    { signal },
  );
  store.subscribe(["models", "model", "trace", "row", "at"], tell, signal);
  tell();
  return root;
}
