// A short hint that stands on the thing it is about until that has been done once, or it is put away.

/** @import { Stage } from "./stage.js" */
/** @import { MessageKey } from "../i18n.js" */
import { element, icon } from "../element.js";

/**
 * Calling `stage.frame.finishHint(name)` when the deed is done ends the hint for good.
 * @param {Stage} stage
 * @param {string} name its words are the message "hint.<name>"
 * @returns {HTMLElement}
 */
export function createHint({ store, frame, t, signal }, name) {
  const close = element(
    "button",
    { type: "button", class: "tool", "aria-label": t("hint.close") },
    icon("M4 4l8 8M12 4l-8 8"),
  );
  const root = element(
    "p",
    { class: "hint" },
    element("span", {}, t(/** @type {MessageKey} */ (`hint.${name}`))),
    close,
  );
  const show = () => {
    root.hidden = store.state.hintsDone.includes(name);
  };
  close.addEventListener("click", () => frame.finishHint(name), { signal });
  store.subscribe(["hintsDone"], show, signal);
  show();
  return root;
}
