// A row of a few choices of which one holds: radio buttons that look like one control. Arrow keys come from the browser.

import { element } from "../element.js";

let made = 0; // radio groups need a name of their own each

/**
 * @param {object} parts
 * @param {string} parts.label what is chosen
 * @param {{value: string, label: string}[]} parts.options
 * @param {string} parts.value
 * @param {(value: any) => void} parts.onChoose
 * @param {AbortSignal} parts.signal
 * @returns {{root: HTMLElement, choose: (value: string) => void}} choose follows a change from elsewhere
 */
export function createSegments({ label, options, value, onChoose, signal }) {
  made += 1;
  const inputs = options.map((option) =>
    element("input", { type: "radio", name: `segments-${made}`, value: option.value }),
  );
  const choose = (/** @type {string} */ chosen) => {
    for (const input of inputs) input.checked = input.value === chosen;
  };
  const root = element(
    "div",
    { class: "segments", role: "radiogroup", "aria-label": label },
    ...options.map((option, at) => element("label", {}, inputs[at], element("span", {}, option.label))),
  );
  root.addEventListener("change", (event) => onChoose(/** @type {HTMLInputElement} */ (event.target).value), {
    signal,
  });
  choose(value);
  return { root, choose };
}
