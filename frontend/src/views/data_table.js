// The table behind a picture: columns and rows of plain values -> a scrolling HTML table with a caption.

/** @import { Table } from "../export.js" */
import { element } from "../element.js";
import { formatNumber } from "../i18n.js";

/**
 * Numbers stand right, at `digits` places after the point unless they are whole.
 * @param {Table & {caption: string, digits?: number}} table the first column heads its row
 * @returns {HTMLElement}
 */
export function createDataTable({ caption, columns, rows, digits = 3 }) {
  const cell = (/** @type {string | number | null} */ value, /** @type {number} */ at) => {
    const text = typeof value === "string" ? value : formatNumber(value, Number.isInteger(value) ? 0 : digits);
    if (at === 0) return element("th", { scope: "row" }, text);
    return element("td", typeof value === "string" ? {} : { class: "number" }, text);
  };
  return element(
    "div",
    { class: "data-table", tabindex: 0, role: "region", "aria-label": caption },
    element(
      "table",
      {},
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, ...columns.map((column) => element("th", { scope: "col" }, column)))),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map(cell)))),
    ),
  );
}
