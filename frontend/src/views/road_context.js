// The Road's box: text -> contexts. Under it either how it reads, or what the server refused and why; beside it the batch,
// each context as the network reads it with its likeliest next character.

/** @import { Stage } from "./stage.js" */
/** @import { RoadActions } from "../actions/road.js" */
import { rowOnShow } from "../actions/road.js";
import { element } from "../element.js";
import { formatNumber } from "../i18n.js";
import { modelOnShow } from "../state.js";
import { textLabel, tokenLabel } from "../token.js";
import { dimensionLetters, dimensionNumber } from "./dimensions.js";
import { createHint } from "./hint.js";

const HINT = "type-context";

/**
 * @param {Stage} stage
 * @param {RoadActions} actions
 */
export function createRoadContext(stage, actions) {
  const { store, frame, t, signal } = stage;
  const help = element("p", { class: "muted", id: "context-help" });
  const refusal = element("p", { class: "refusal", id: "context-refusal", role: "alert", hidden: true });
  const box = element("input", {
    ...{ type: "text", id: "context", class: "context-box mono", autocomplete: "off", autocapitalize: "none", spellcheck: "false" },
    ...{ placeholder: "…", "aria-describedby": "context-refusal context-help" },
  });
  const size = element("p", { class: "context-size mono" });
  const chips = element("div", { class: "chips", role: "radiogroup", "aria-label": t("road.batch") });
  const root = element(
    "div",
    { class: "road-context" },
    element("label", { for: "context" }, t("road.context")),
    element("div", { class: "context-line" }, box, createHint(stage, HINT)),
    element("div", { class: "context-words" }, help, refusal),
    size,
    chips,
  );

  function follow() {
    const { context } = store.state;
    const card = modelOnShow(store.state);
    if (context !== null && box.value !== context) box.value = context;
    if (card) help.textContent = t("road.context.help", { count: card.context_length });
  }

  function list() {
    const { trace } = store.state;
    const answer = trace.value;
    const refused = trace.phase === "failed" && trace.error?.status === 422;
    refusal.hidden = !refused;
    refusal.textContent = refused ? t("road.refused", { detail: trace.error?.errors[0]?.message ?? trace.error?.detail ?? "" }) : "";
    box.setAttribute("aria-invalid", String(refused));
    if (!answer) return;
    const shown = rowOnShow(store.state);
    const focused = chips.contains(document.activeElement);
    const scrolled = chips.scrollLeft;
    size.replaceChildren(...dimensionLetters("B"), " = ", dimensionNumber("B", answer.contexts.length));
    chips.replaceChildren(
      ...answer.contexts.map((context, row) => {
        const [{ token, probability }] = answer.predictions[row];
        const input = element("input", { type: "radio", name: "road-row", value: row, checked: row === shown });
        const next = element("span", { class: "chip-next" }, `→ ${tokenLabel(token)} ${formatNumber(probability, 2)}`);
        return element("label", { class: "chip" }, input, element("span", {}, element("b", { class: "mono" }, textLabel(context)), " ", next));
      }),
    );
    chips.scrollLeft = scrolled;
    if (focused) chips.querySelector("input:checked")?.parentElement?.querySelector("input")?.focus();
  }

  box.addEventListener(
    "input",
    () => {
      actions.typeContext(box.value);
      frame.finishHint(HINT);
    },
    { signal },
  );
  chips.addEventListener("change", (event) => actions.chooseRow(Number(/** @type {HTMLInputElement} */ (event.target).value)), { signal });
  store.subscribe(["context", "models", "model"], follow, signal);
  store.subscribe(["trace", "row"], list, signal);
  follow();
  list();
  return root;
}
