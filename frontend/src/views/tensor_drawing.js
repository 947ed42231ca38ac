// A picture of cells (figures/tensor_picture.js) as an SVG element: colours from the style sheet, so the theme can change.

/** @import { Cell, Picture } from "../figures/tensor_picture.js" */
import { drawing } from "../element.js";

/**
 * @param {SVGSVGElement} svg emptied and filled
 * @param {Picture} picture
 * @param {"signs" | "shares" | "ids"} scale two-sided about zero, one-sided, or no colour
 */
export function drawTensor(svg, { width, height, cells, labels, axes }, scale) {
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  svg.replaceChildren(
    ...axes.map(({ dims, x, y, length, upright }) => {
      const line = upright ? `M${x - 3} ${y}h6m-3 0v${length}m-3 0h6` : `M${x} ${y - 3}v6m0-3h${length}m0-3v6`;
      return drawing("path", { d: line, class: "axis", "data-dim": dims });
    }),
    ...cells.map((cell) => {
      const gap = Math.min(cell.width, cell.height) > 6 ? 1 : 0;
      return drawing("rect", {
        ...{ x: cell.x, y: cell.y, width: cell.width - gap, height: cell.height - gap, rx: Math.min(3, cell.height / 6) },
        ...{ class: `cell ${colourClass(cell, scale)}`, style: `--level: ${Math.abs(cell.level).toFixed(4)}`, "data-at": places(cell.at) },
      });
    }),
    ...cells.filter(({ text }) => text).map(({ x, y, width: wide, height: tall, text, at }) => {
      const place = { x: x + (wide - 1) / 2, y: y + (tall - 1) / 2, "text-anchor": "middle" };
      return drawing("text", { ...place, class: scale === "ids" ? "cell-token" : "cell-number", "data-at": places(at) }, text);
    }),
    ...labels.map(({ x, y, text, at, end }) => {
      const number = /^[−<\d]./.test(text) && !end;
      const anchor = end ? "end" : number ? "start" : "middle";
      return drawing("text", { x, y, "text-anchor": anchor, class: number ? "cell-number" : "cell-label", "data-at": at }, text);
    }),
  );
}

/** @param {string} at "k0d1" is about position 0 as well */
function places(at) {
  const position = at.replace(/d\d+$/, "");
  return position === at ? at : `${at} ${position}`;
}

/** @param {Cell} cell @param {"signs" | "shares" | "ids"} scale */
function colourClass({ level, text }, scale) {
  if (scale === "ids") return "cell-id";
  if (scale === "shares") return "cell-share";
  return `${level < 0 ? "cell-low" : "cell-high"}${text ? " cell-soft" : ""}`;
}

/**
 * The cell next to one in a direction, itself at the edge.
 * @param {Cell[]} cells
 * @param {number} from
 * @param {string} key of the keyboard
 */
export function cellBeside(cells, from, key) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!step) return null;
  const here = cells[from];
  let [best, least] = [from, Infinity];
  cells.forEach((cell, at) => {
    const [x, y] = [cell.x - here.x, cell.y - here.y];
    const [along, across] = [x * step[0] + y * step[1], Math.abs(x * step[1]) + Math.abs(y * step[0])];
    if (along > 0.01 && across < along && along + 3 * across < least) [best, least] = [at, along + 3 * across];
  });
  return best;
}
