// A "more" button with a short list of commands. Escape, a click elsewhere or leaving it with the focus closes it.

import { element, icon } from "../element.js";

/** @typedef {{label: string, run: () => void}} Command */

/**
 * @param {{label: string, commands: Command[], signal: AbortSignal}} parts
 * @returns {HTMLElement}
 */
export function createMenu({ label, commands, signal }) {
  const opener = element(
    "button",
    {
      type: "button",
      class: "tool",
      "aria-label": label,
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      "data-tip": label,
    },
    icon("M3 8h.01M8 8h.01M13 8h.01"),
  );
  const items = commands.map(({ label: words, run }) => {
    const item = element("button", { type: "button", role: "menuitem" }, words);
    item.addEventListener(
      "click",
      () => {
        open(false);
        opener.focus();
        run();
      },
      { signal },
    );
    return item;
  });
  const list = element("div", { class: "menu-list", role: "menu", "aria-label": label, hidden: true }, ...items);
  const root = element("div", { class: "menu" }, opener, list);

  /** @param {boolean} yes */
  function open(yes) {
    list.hidden = !yes;
    opener.setAttribute("aria-expanded", String(yes));
    if (yes) items[0]?.focus();
  }

  opener.addEventListener("click", () => open(list.hidden), { signal });
  root.addEventListener(
    "keydown",
    (event) => {
      const at = items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape" && !list.hidden) {
        open(false);
        opener.focus();
      } else if (step && !list.hidden) items[(at + step + items.length) % items.length].focus();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
  root.addEventListener(
    "focusout",
    (event) => {
      if (!root.contains(/** @type {Node | null} */ (event.relatedTarget))) open(false);
    },
    { signal },
  );
  document.addEventListener(
    "pointerdown",
    (event) => {
      if (!root.contains(/** @type {Node} */ (event.target))) open(false);
    },
    { signal },
  );
  return root;
}
