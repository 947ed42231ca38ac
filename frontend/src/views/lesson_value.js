// What a claim computed, in writing: any JSON value -> one line; an object of them -> a table with one line a name.
// Lists of the same length stand as columns of one table.

/** @import { Words } from "../i18n/lesson.js" */
import { element } from "../element.js";
import { formatNumber } from "../i18n.js";

const LONGEST = 12; // items of a list in one line

/** A number with as many digits as help: whole ones whole, others to six significant figures. @param {number} value */
export function writtenNumber(value) {
  if (Number.isInteger(value)) return formatNumber(value);
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e9) return value.toExponential(3).replaceAll("-", "\u2212");
  return formatNumber(value, Math.max(0, Math.min(6, 5 - Math.floor(Math.log10(size))))).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
}

/** @param {any} value @param {Words} w @returns {string} */
export function writtenValue(value, w) {
  if (value === null) return "—";
  if (typeof value === "boolean") return w(value ? "claim.yes" : "claim.no");
  if (typeof value === "number") return writtenNumber(value);
  if (typeof value === "string") return value || "“”"; // an empty message is a finding too
  if (Array.isArray(value)) {
    const flat = value.every((one) => typeof one === "number");
    const items = value.slice(0, LONGEST).map((one) => (Array.isArray(one) ? `(${one.map((part) => writtenValue(part, w)).join(", ")})` : writtenValue(one, w)));
    if (value.length > LONGEST) items.push("…");
    return flat && value.length ? items.join(" · ") : items.join("  ");
  }
  return Object.entries(value)
    .map(([name, one]) => `${name} ${writtenValue(one, w)}`)
    .join(" · ");
}

/** @param {any} value */
const isColumn = (value) => Array.isArray(value) && value.length > 2 && value.every((one) => one === null || ["number", "string"].includes(typeof one));

/** @param {Record<string, any>} value @param {Words} w @param {string} caption */
export function createValue(value, w, caption) {
  const names = Object.keys(value);
  const columns = names.filter((name) => isColumn(value[name]));
  const side = columns.filter((name) => value[name].length === value[columns[0]].length);
  const together = side.length > 1 ? side : [];
  const lists = names.filter((name) => Array.isArray(value[name]) && value[name].length && value[name].every((/** @type {any} */ one) => one && typeof one === "object" && !Array.isArray(one)));
  const single = names.filter((name) => !together.includes(name) && !lists.includes(name));
  const tables = [];
  if (single.length) {
    const rows = single.map((name) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, writtenValue(value[name], w))));
    tables.push(element("table", { class: "value-table mono" }, element("tbody", {}, ...rows)));
  }
  if (together.length) tables.push(grid(together, value[together[0]].map((/** @type {any} */ _, /** @type {number} */ at) => together.map((name) => writtenValue(value[name][at], w)))));
  for (const name of lists) {
    const heads = Object.keys(value[name][0]);
    tables.push(grid(heads, value[name].map((/** @type {any} */ row) => heads.map((head) => writtenValue(row[head], w)))));
  }
  return element("div", { class: "value", role: "group", "aria-label": caption, tabindex: 0 }, ...tables);
}

/** @param {string[]} heads @param {string[][]} rows */
function grid(heads, rows) {
  return element(
    "table",
    { class: "value-table value-grid mono" },
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((text) => element("td", {}, text))))),
  );
}
