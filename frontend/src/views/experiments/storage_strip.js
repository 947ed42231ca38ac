// A tensor twice: as the matrix that is read, and as the line of cells that lies in memory, with the walk from one to the
// next drawn over it. A cell's colour is its place in the walk, so the two pictures can be compared.

/** @import { StorageStep } from "../../wire.js" */
import { drawing } from "../../element.js";

const [WIDTH, CELL, LARGEST] = [432, 26, 34];

/** @param {number} at @param {number} count */
const tint = (at, count) => `--level: ${((at + 1) / count).toFixed(3)}`;

/** @param {StorageStep} step @param {string} label */
export function drawMatrix({ shape, values }, label) {
  const columns = shape.at(-1) ?? 1;
  const rows = Math.ceil(values.length / columns);
  const block = shape.length > 2 ? (shape.at(-2) ?? 1) : rows; // rows that stand together
  const gap = (/** @type {number} */ row) => (shape.length > 2 ? Math.floor(row / block) * 6 : 0);
  const size = Math.min(LARGEST, WIDTH / columns, CELL);
  const height = rows * size + gap(rows - 1);
  return drawing(
    "svg",
    { viewBox: `0 0 ${columns * size + 1} ${height + 1}`, width: columns * size + 1, height: height + 1, class: "cells", role: "img", "aria-label": label },
    ...values.flatMap((value, at) => {
      const [row, column] = [Math.floor(at / columns), at % columns];
      return cell(column * size, row * size + gap(row), size, String(value), tint(at, values.length), at);
    }),
  );
}

/** @param {StorageStep} step @param {number} cells @param {string} label */
export function drawStrip({ order, values }, cells, label) {
  const size = Math.min(LARGEST, WIDTH / cells);
  const rise = 34;
  const middle = (/** @type {number} */ at) => (at + 0.5) * size;
  const walk = order.slice(1).map((to, at) => {
    const from = order[at];
    const up = Math.min(rise, 7 + Math.abs(to - from) * 3.5);
    return `M${middle(from)} ${rise}Q${(middle(from) + middle(to)) / 2} ${rise - 2 * up + 4} ${middle(to)} ${rise}`;
  });
  const place = new Map(order.map((at, logical) => [at, logical]));
  return drawing(
    "svg",
    { viewBox: `0 0 ${cells * size + 1} ${rise + size + 3}`, width: cells * size + 1, height: rise + size + 3, class: "cells", role: "img", "aria-label": label },
    drawing("path", { d: walk.join("") || "M0 0", class: "walk" }),
    ...Array.from({ length: cells }, (_, at) => {
      const logical = place.get(at);
      return cell(at * size, rise + 2, size, logical === undefined ? "" : String(values[logical]), logical === undefined ? "--level: 0" : tint(logical, order.length), logical ?? -1);
    }).flat(),
  );
}

/** @param {number} x @param {number} y @param {number} size @param {string} text @param {string} style @param {number} logical */
function cell(x, y, size, text, style, logical) {
  const shape = drawing("rect", { x: x + 0.5, y: y + 0.5, width: size - 2, height: Math.min(size, CELL) - 2, rx: 3, class: "storage-cell", style, "data-logical": logical });
  const word = size < 13 ? null : drawing("text", { x: x + size / 2 - 0.5, y: y + Math.min(size, CELL) / 2, class: "storage-text" }, text);
  return word ? [shape, word] : [shape];
}
