// The table behind a picture: columns and rows of plain values -> a scrolling HTML table with a caption.

/** @import { Table } from "../export.js" */
import { element } from "../element.js";
import { formatNumber } from "../i18n.js";

/**
 * Numbers stand right, at `digits` places after the point unless a column has whole ones only.
 * @param {Table & {caption: string, digits?: number}} table the first column heads its row
 * @returns {HTMLElement}
 */
export function createDataTable({ caption, columns, rows, digits = 3 }) {
  const kinds = columns.map((_, at) => {
    const values = rows.map((row) => row[at]);
    const numbers = values.filter((value) => typeof value === "number");
    if (!numbers.length && values.some((value) => value !== null)) return { class: null, digits: 0 };
    return { class: "number", digits: numbers.every(Number.isInteger) ? 0 : digits };
  });
  const cell = (/** @type {string | number | null} */ value, /** @type {number} */ at) => {
    const text = typeof value === "string" ? value : formatNumber(value, kinds[at].digits);
    return at === 0 ? element("th", { scope: "row" }, text) : element("td", { class: kinds[at].class }, text);
  };
  const heads = columns.map((column, at) => element("th", { scope: "col", class: kinds[at].class }, column));
  return element(
    "div",
    { class: "data-table", tabindex: 0, role: "region", "aria-label": caption },
    element(
      "table",
      {},
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map(cell)))),
    ),
  );
}
