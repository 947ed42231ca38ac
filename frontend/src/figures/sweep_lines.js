// A sweep's table -> a scene: dev loss, train-dev gap and structure against D, a line for every H, whiskers for the spread. Pure.

/** @import { Item, Size } from "../canvas.js" */
/** @import { SweepRow } from "../wire.js" */
import { ticks, written } from "./axis.js";
import { level, wordBelow } from "./scale_marks.js";

/** @typedef {"dev" | "gap" | "structure"} Measure */
/** @typedef {{table: SweepRow[], dims: number[], sizes: number[], titles: Record<Measure, string>, axis: string}} SweepInput */

/** @type {Measure[]} */
const MEASURES = ["dev", "gap", "structure"];
const MARGIN = { l: 44, r: 14, t: 24, b: 26 }; // px, of each of the three

/**
 * @param {SweepInput} input
 * @param {Size} size
 * @returns {Item[]}
 */
export function sweepLines(input, { width, height }) {
  const narrow = width < 560;
  const [wide, high] = narrow ? [width, height / 3] : [width / 3, height];
  return MEASURES.flatMap((measure, at) =>
    panel(input, measure, narrow ? 0 : at * wide, narrow ? at * high : 0, wide, high),
  );
}

/**
 * @param {SweepInput} input
 * @param {Measure} measure
 * @param {number} x0 px
 * @param {number} y0 px
 * @param {number} wide px
 * @param {number} high px
 * @returns {Item[]}
 */
function panel({ table, dims, sizes, titles, axis }, measure, x0, y0, wide, high) {
  const [left, right, top, bottom] = [x0 + MARGIN.l, x0 + wide - MARGIN.r, y0 + MARGIN.t, y0 + high - MARGIN.b];
  const known = table.filter((row) => row[measure].mean !== null);
  const ends = known.flatMap((row) => {
    const { mean, spread } = row[measure];
    return [Number(mean) - (spread ?? 0), Number(mean) + (spread ?? 0)];
  });
  const [low, top_] = ends.length ? [Math.min(...ends), Math.max(...ends)] : [0, 1];
  const room = Math.max((top_ - low) * 0.08, 1e-3);
  const x = (/** @type {number} */ dim) => left + ((dims.indexOf(dim) + 0.5) / dims.length) * (right - left); // even: 1, 2, 3, 5, 10, 27 have the same room
  const y = (/** @type {number} */ value) => bottom - ((value - low + room) / (top_ - low + 2 * room)) * (bottom - top);
  /** @type {Item[]} */
  const items = [{ type: "text", x: left, y: y0 + 10, text: titles[measure], colour: "ink", size: 12, weight: 600 }];
  for (const value of ends.length ? ticks(low, top_, (bottom - top) / 44) : []) {
    items.push(...level(written(value), y(value), { left, right }));
  }
  for (const dim of dims)
    items.push(wordBelow(String(dim), x(dim), bottom));
  items.push({ type: "text", x: left - 6, y: bottom + 13, text: axis, colour: "muted", size: 11, align: "right" });
  sizes.forEach((hidden, at) => {
    const colour = `run-${at % 6}`;
    const shift = sizes.length > 1 ? (at / (sizes.length - 1) - 0.5) * 8 : 0; // so that whiskers stand beside each other
    const line = known.filter((row) => row.hidden_size === hidden);
    const points = line.map(
      (row) => /** @type {[number, number]} */ ([x(row.embedding_dim) + shift, y(Number(row[measure].mean))]),
    );
    items.push({ type: "line", points, colour, width: 2 });
    line.forEach((row, place) => {
      const spread = row[measure].spread ?? 0;
      const [across] = points[place];
      if (spread)
        items.push({
          type: "line",
          points: [
            [across, y(Number(row[measure].mean) - spread)],
            [across, y(Number(row[measure].mean) + spread)],
          ],
          colour,
          width: 1.25,
          alpha: 0.7,
        });
      items.push({ type: "dot", x: across, y: points[place][1], r: 3.5, colour });
    });
  });
  return items;
}
