// A few rows of name, bar and number, which keep their place while the numbers change.

import { element } from "../../element.js";

/** @typedef {{label: string, share: number, text: string, tone?: "accent" | "muted" | "danger" | "plain"}} Bar share of the full length, 0 to 1 */

/** @param {string} label what the bars are about */
export function createBars(label) {
  const root = element("dl", { class: "lab-bars", role: "group", "aria-label": label });
  return {
    root,
    /** @param {Bar[]} bars */
    show(bars) {
      while (root.childElementCount > bars.length) root.lastElementChild?.remove();
      bars.forEach(({ label: name, share, text, tone = "plain" }, at) => {
        let row = /** @type {HTMLElement | undefined} */ (root.children[at]);
        if (!row) {
          row = element("div", { class: "bar-row" }, element("dt"), element("dd", { class: "lab-bar" }, element("i")), element("dd", { class: "bar-text mono" }));
          root.append(row);
        }
        const [title, bar, number] = row.children;
        row.dataset.tone = tone;
        title.textContent = name;
        /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
        number.textContent = text;
      });
    },
  };
}
