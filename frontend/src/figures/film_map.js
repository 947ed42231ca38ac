// The plane of a training at a moment: points and the way they have come -> a scene of letters with fading trails. Pure.

/** @import { Item, Size } from "../canvas.js" */
/** @import { Kind } from "../token.js" */
/** @import { Point } from "./procrustes.js" */
import { ticks } from "./axis.js";
import { MARGIN, mapWindow } from "./plane_window.js";

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

const FADES = 12; // shades of a trail

/**
 * Where a point of the table lies on the picture.
 * @param {Pick<FilmMapInput, "extent" | "origin" | "note">} input
 * @param {Size} size
 * @returns {{x: (value: number) => number, y: (value: number) => number, window: {x: [number, number], y: [number, number]}}}
 */
export function filmPlaces({ extent, origin, note }, size) {
  const window = mapWindow({ coordinates: extent, selected: null, rays: origin, notes: note ? [note] : [], zoom: 1 }, size);
  const along = (/** @type {[number, number]} */ [low, high], /** @type {number} */ value) => (value - low) / (high - low);
  return {
    x: (value) => MARGIN.l + along(window.x, value) * (size.width - MARGIN.l - MARGIN.r),
    y: (value) => size.height - MARGIN.b - along(window.y, value) * (size.height - MARGIN.t - MARGIN.b),
    window,
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
  const grid = (/** @type {number} */ value) => ({ colour: "line", width: value === 0 && input.origin ? 1.5 : 1, dash: value === 0 && input.origin ? [] : [1, 3] });
  for (const value of ticks(...window.x, Math.max(2, (right - left) / 110))) {
    items.push({ type: "line", points: [[x(value), top], [x(value), bottom]], ...grid(value) });
    items.push({ type: "text", x: x(value), y: bottom + 13, text: written(value), colour: "muted", size: 11, align: "center" });
  }
  for (const value of ticks(...window.y, Math.max(2, (bottom - top) / 110))) {
    items.push({ type: "line", points: [[left, y(value)], [right, y(value)]], ...grid(value) });
    items.push({ type: "text", x: left - 6, y: y(value), text: written(value), colour: "muted", size: 11, align: "right" });
  }
  const colour = (/** @type {number} */ row) => ({ vowel: "vowel", boundary: "boundary" })[/** @type {string} */ (kinds[row])] ?? "consonant";
  const dim = (/** @type {number} */ row) => (lit === null || lit === row ? 1 : 0.25);
  const part = Math.max(1, Math.ceil((way.length - 1) / FADES));
  for (let from = 0; from < way.length - 1; from += part) {
    const stretch = way.slice(from, from + part + 1);
    const fade = (from + part) / way.length;
    points.forEach((_, row) => {
      const path = stretch.map((moment) => /** @type {Point} */ ([x(moment[row][0]), y(moment[row][1])]));
      items.push({ type: "line", points: path, colour: colour(row), width: lit === row ? 2.5 : 1.5, alpha: Math.min((0.1 + 0.5 * fade ** 3) * dim(row) * (lit === row ? 2 : 1), 1) });
    });
  }
  const letter = points.length > 120 ? 12 : points.length > 50 ? 15 : 19;
  const order = points.map((_, row) => row).sort((one, other) => Number(one === lit) - Number(other === lit));
  for (const row of order) {
    const [across, down] = [x(points[row][0]), y(points[row][1])];
    if (kinds[row] === "boundary") items.push({ type: "dot", x: across, y: down, r: letter / 4, colour: "boundary", alpha: dim(row) });
    else items.push({ type: "text", x: across, y: down, text: labels[row], colour: colour(row), size: lit === row ? letter + 5 : letter, weight: kinds[row] === "vowel" || lit === row ? 700 : 450, align: "center", halo: true, alpha: dim(row) });
  }
  if (note) items.push({ type: "text", x: left + 6, y: bottom - 10, text: note, colour: "muted", size: 12, halo: true });
  return items;
}

/** @param {number} value */
const written = (value) => String(value).replace("-", "\u2212");
