// The Road's box: text -> contexts. Under it either how it reads, or what the server refused and why; beside it the batch,
// each context as the network reads it with its likeliest next character.

/** @import { Stage } from "./stage.js" */
/** @import { RoadActions } from "../actions/road.js" */
import { rowOnShow } from "../actions/road.js";
import { inOneLine } from "../context.js";
import { element } from "../element.js";
import { formatNumber } from "../i18n.js";
import { MOST_CONTEXTS } from "../limits.js";
import { modelOnShow } from "../state.js";
import { textLabel, tokenLabel } from "../token.js";
import { dimensionLetters, dimensionNumber } from "./dimensions.js";
import { createHint } from "./hint.js";

const HINT = "type-context";

/** @param {Stage} stage @param {RoadActions} actions */
export function createRoadContext(stage, actions) {
  const { store, frame, t, signal } = stage;
  const help = element("p", { class: "muted" });
  const refusal = element("p", { class: "refusal", id: "context-refusal", role: "alert" });
  const plain = { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false" };
  const box = element("input", { ...plain, id: "context", class: "context-box mono", placeholder: "…", "aria-describedby": "context-refusal" });
  const size = element("p", { class: "context-size mono" });
  const chips = element("div", { class: "chips", role: "radiogroup", "aria-label": t("road.batch") });

  function follow() {
    const { context } = store.state;
    if (context !== null && box.value !== context) box.value = context;
    help.textContent = t("road.context.help", { count: modelOnShow(store.state)?.context_length ?? 1, most: MOST_CONTEXTS });
  }

  function list() {
    const { trace } = store.state;
    const refused = trace.phase === "failed" && trace.error?.status === 422 ? trace.error : null;
    refusal.textContent = refused ? t("road.refused", { detail: refused.errors[0]?.message ?? refused.detail }) : "";
    box.setAttribute("aria-invalid", String(Boolean(refused)));
    if (!trace.value) return;
    const { contexts, predictions } = trace.value;
    const [shown, scrolled, focused] = [rowOnShow(store.state), chips.scrollLeft, chips.contains(document.activeElement)];
    size.replaceChildren(...dimensionLetters("B"), " = ", ...dimensionNumber("B", contexts.length));
    const inputs = contexts.map((_, row) => element("input", { type: "radio", name: "road-row", value: row, checked: row === shown }));
    chips.replaceChildren(
      ...contexts.map((context, row) => {
        const [{ token, probability }] = predictions[row];
        const next = element("span", { class: "muted" }, ` → ${tokenLabel(token)} ${formatNumber(probability, 2)}`);
        return element("label", { class: "chip" }, inputs[row], element("span", {}, element("b", { class: "mono" }, textLabel(context)), next));
      }),
    );
    chips.scrollLeft = scrolled;
    if (focused) inputs[shown].focus();
  }

  box.addEventListener(
    "input",
    () => {
      actions.typeContext(box.value);
      frame.finishHint(HINT);
    },
    { signal },
  );
  box.addEventListener(
    "paste",
    (event) => {
      const [text, reader] = [event.clipboardData?.getData("text") ?? "", modelOnShow(store.state)];
      if (!reader || !/[\r\n]/.test(text.trim())) return;
      event.preventDefault(); // a box of one line would glue the lines together
      box.setRangeText(inOneLine(text, reader), box.selectionStart ?? 0, box.selectionEnd ?? 0, "end");
      box.dispatchEvent(new Event("input"));
    },
    { signal },
  );
  chips.addEventListener("change", (event) => actions.chooseRow(Number(/** @type {HTMLInputElement} */ (event.target).value)), { signal });
  store.subscribe(["context", "models", "model"], follow, signal);
  store.subscribe(["trace", "row"], list, signal);
  follow();
  list();
  return element(
    "div",
    { class: "road-context" },
    element("label", { for: "context" }, t("road.context")),
    element("div", { class: "context-line" }, box, createHint(stage, HINT)),
    element("div", { class: "context-words" }, help, refusal),
    size,
    chips,
  );
}
