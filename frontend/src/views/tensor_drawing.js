// A picture of cells (figures/tensor_picture.js) as an SVG element: colours from the style sheet, so the theme can change.

/** @import { Cell, Picture } from "../figures/tensor_picture.js" */
import { drawing } from "../element.js";

/** A number is about its position as well. @param {string} at */
const places = (at) => (at.includes("d") ? `${at} ${at.split("d")[0]}` : at);

/**
 * @param {SVGSVGElement} svg emptied and filled
 * @param {Picture} picture
 * @param {"signs" | "shares" | "ids"} scale two-sided about zero, one-sided, or no colour
 */
export function drawTensor(svg, { width, height, cells, labels, axes }, scale) {
  for (const [name, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, width, height })) svg.setAttribute(name, String(value));
  const rect = (/** @type {Cell} */ { x, y, width: wide, height: tall, at, level, text }) => {
    const gap = Math.min(wide, tall) > 6 ? 1 : 0;
    const colour = scale === "signs" ? `${level < 0 ? "low" : "high"}${text ? " cell-soft" : ""}` : scale;
    const style = `--level: ${Math.abs(level).toFixed(4)}`;
    return drawing("rect", { x, y, width: wide - gap, height: tall - gap, rx: Math.min(3, tall / 6), class: `cell cell-${colour}`, style, "data-at": places(at) });
  };
  svg.replaceChildren(
    ...axes.map(({ dims, x, y, length, upright }) => {
      const d = upright ? `M${x - 3} ${y}h6m-3 0v${length}m-3 0h6` : `M${x} ${y - 3}v6m0-3h${length}m0-3v6`;
      return drawing("path", { d, class: "axis", "data-dim": dims });
    }),
    ...cells.map(rect),
    ...cells
      .filter(({ text }) => text)
      .map(({ x, y, width: wide, height: tall, text, at }) =>
        drawing("text", { x: x + (wide - 1) / 2, y: y + (tall - 1) / 2, "text-anchor": "middle", class: scale === "ids" ? "cell-token" : null, "data-at": places(at) }, text),
      ),
    ...labels.map(({ x, y, text, at, anchor }) =>
      drawing("text", { x, y, "text-anchor": anchor, class: anchor === "start" ? null : "cell-label", "data-at": at }, text),
    ),
  );
}

/** The cell next to one in an arrow key's direction, itself at the edge, null for another key. @param {Cell[]} cells @param {number} from @param {string} key */
export function cellBeside(cells, from, key) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!step) return null;
  let [best, least] = [from, Infinity];
  cells.forEach((cell, at) => {
    const [x, y] = [cell.x - cells[from].x, cell.y - cells[from].y];
    const [along, across] = [x * step[0] + y * step[1], Math.abs(x * step[1]) + Math.abs(y * step[0])];
    if (across < along && along + 3 * across < least) [best, least] = [at, along + 3 * across];
  });
  return best;
}
