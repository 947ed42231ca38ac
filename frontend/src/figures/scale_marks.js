// What a painted scene has along its axes: a dotted line across it with its number at the left end, and a word below. Pure.

/** @import { Item } from "../canvas.js" */

/**
 * @param {string} text
 * @param {number} x px, its middle
 * @param {number} bottom px, of the picture above
 * @returns {Item}
 */
export const wordBelow = (text, x, bottom) => ({ type: "text", x, y: bottom + 13, text, colour: "muted", size: 11, align: "center" });

/**
 * @param {string} text the number at the left end
 * @param {number} y px
 * @param {{left: number, right: number, gap?: number, line?: object}} place px; `line` is how the line looks, if not dotted
 * @returns {Item[]}
 */
export function level(text, y, { left, right, gap = 6, line = { colour: "line", dash: [1, 3] } }) {
  /** @type {[number, number][]} */
  const points = [[left, y], [right, y]];
  return [
    /** @type {Item} */ ({ type: "line", points, ...line }),
    { type: "text", x: left - gap, y, text, colour: "muted", size: 11, align: "right" },
  ];
}
