// A vector as one row of cells: above zero in one colour, below in another, as strong as the number is large.

import { drawing } from "../../element.js";
import { formatNumber } from "../../i18n.js";

const [WIDTH, HEIGHT] = [432, 16];

/** @param {number[]} numbers @param {number} most the number that has the full colour @param {string} label @param {number} [cells] how many cells fill the width */
export function drawNumbers(numbers, most, label, cells = numbers.length) {
  const step = WIDTH / cells;
  return drawing(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "number-strip", role: "img", "aria-label": label },
    ...numbers.map((value, at) => drawing("rect", { x: at * step + 0.5, y: 0.5, width: Math.max(1, step - 1), height: HEIGHT - 1, rx: 2, class: value < 0 ? "below-zero" : "above-zero", style: `--level: ${Math.min(1, Math.abs(value) / most)}`, "data-value": value }, drawing("title", {}, formatNumber(value, 4)))),
  );
}
