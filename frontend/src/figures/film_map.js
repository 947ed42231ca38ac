// The plane of a training at a moment: points and the way they have come -> a scene of letters with fading trails. Pure.

/** @import { Item, Size } from "../canvas.js" */
/** @import { Kind } from "../token.js" */
/** @import { Point } from "./procrustes.js" */
import { ticks, written } from "./axis.js";
import { level, wordBelow } from "./scale_marks.js";

/**
 * @typedef {object} FilmMapInput
 * @property {Point[]} points (V, 2)
 * @property {Point[][]} way lists of V points, oldest first; the last is `points`
 * @property {[Point, Point]} extent corners that the window keeps in sight
 * @property {string[]} labels
 * @property {Kind[]} kinds
 * @property {number | null} lit row under the pointer
 * @property {boolean} origin whether the origin is the table's own
 * @property {string} note
 */

const MARGIN = { l: 34, r: 10, t: 8, b: 26 }; // px
const FADES = 12; // shades of a trail

/**
 * Where a point of the table lies on the picture: one scale for both axes, the extent (and the table's origin) in the middle.
 * @param {Pick<FilmMapInput, "extent" | "origin" | "note">} input
 * @param {Size} size
 * @returns {{x: (value: number) => number, y: (value: number) => number, window: [Point, Point]}} window of x and of y
 */
export function filmPlaces({ extent, origin, note }, { width, height }) {
  const foot = note ? 20 : 0; // px that the note takes
  const inner = [width - MARGIN.l - MARGIN.r, height - MARGIN.t - MARGIN.b - foot];
  const ends = [0, 1].map((axis) => {
    const values = [extent[0][axis], extent[1][axis], ...(origin ? [0] : [])];
    return [Math.min(...values), Math.max(...values)];
  });
  const scales = ends.map(([low, high], axis) => (high - low) / Math.max(inner[axis] - 48, inner[axis] / 2));
  const unit = Math.max(...scales) || 1 / inner[0]; // of the table, in one px
  const [middleX, middleY] = ends.map(([low, high]) => (low + high) / 2);
  const [left, bottom] = [middleX - (unit * inner[0]) / 2, middleY - unit * (inner[1] / 2 + foot)];
  return {
    x: (value) => MARGIN.l + (value - left) / unit,
    y: (value) => height - MARGIN.b - (value - bottom) / unit,
    window: [
      [left, left + unit * inner[0]],
      [bottom, bottom + unit * (inner[1] + foot)],
    ],
  };
}

/**
 * @param {FilmMapInput} input
 * @param {Size} size
 * @returns {Item[]}
 */
export function filmMap(input, size) {
  const { points, way, labels, kinds, lit, note } = input;
  const { x, y, window } = filmPlaces(input, size);
  const [left, right, top, bottom] = [MARGIN.l, size.width - MARGIN.r, MARGIN.t, size.height - MARGIN.b];
  /** @type {Item[]} */
  const items = [];
  const grid = (/** @type {number} */ value) => ({
    colour: "line",
    width: value === 0 && input.origin ? 1.5 : 1,
    dash: value === 0 && input.origin ? [] : [1, 3],
  });
  for (const value of ticks(...window[0], Math.max(2, (right - left) / 110))) {
    items.push({
      type: "line",
      points: [
        [x(value), top],
        [x(value), bottom],
      ],
      ...grid(value),
    });
    items.push(wordBelow(written(value), x(value), bottom));
  }
  for (const value of ticks(...window[1], Math.max(2, (bottom - top) / 110))) {
    items.push(...level(written(value), y(value), { left, right, line: grid(value) }));
  }
  const colour = (/** @type {number} */ row) =>
    ({ vowel: "vowel", boundary: "boundary" })[/** @type {string} */ (kinds[row])] ?? "consonant";
  const dim = (/** @type {number} */ row) => (lit === null || lit === row ? 1 : 0.25);
  const part = Math.max(1, Math.ceil((way.length - 1) / FADES));
  for (let from = 0; from < way.length - 1; from += part) {
    const stretch = way.slice(from, from + part + 1);
    const fade = (from + part) / way.length;
    points.forEach((_, row) => {
      const path = stretch.map((moment) => /** @type {Point} */ ([x(moment[row][0]), y(moment[row][1])]));
      items.push({
        type: "line",
        points: path,
        colour: colour(row),
        width: lit === row ? 2.5 : 1.5,
        alpha: Math.min((0.1 + 0.5 * fade ** 3) * dim(row) * (lit === row ? 2 : 1), 1),
      });
    });
  }
  const letter = points.length > 120 ? 12 : points.length > 50 ? 15 : 19;
  const order = points.map((_, row) => row).sort((one, other) => Number(one === lit) - Number(other === lit));
  for (const row of order) {
    const [across, down] = [x(points[row][0]), y(points[row][1])];
    if (kinds[row] === "boundary")
      items.push({ type: "dot", x: across, y: down, r: letter / 4, colour: "boundary", alpha: dim(row) });
    else
      items.push({
        type: "text",
        x: across,
        y: down,
        text: labels[row],
        colour: colour(row),
        size: lit === row ? letter + 5 : letter,
        weight: kinds[row] === "vowel" || lit === row ? 700 : 450,
        align: "center",
        halo: true,
        alpha: dim(row),
      });
  }
  if (note)
    items.push({ type: "text", x: left + 6, y: bottom - 10, text: note, colour: "muted", size: 12, halo: true });
  return items;
}
