// The quiet bar in a place that waits. The style sheet keeps it unseen for 100 ms and shows words and "Stop" after 1 s.

/** @import { Translate } from "../i18n.js" */
import { element } from "../element.js";

/**
 * @param {{t: Translate, signal: AbortSignal, stop: () => void}} parts
 * @returns {HTMLElement} hidden until it is needed
 */
export function createWaiting({ t, signal, stop }) {
  const button = element("button", { type: "button", class: "plain" }, t("wait.stop"));
  button.addEventListener("click", stop, { signal });
  return element(
    "div",
    { class: "waiting", role: "status", hidden: true },
    element("div", { class: "waiting-bar" }),
    element("p", { class: "waiting-words" }, t("wait.busy"), " ", button),
  );
}
