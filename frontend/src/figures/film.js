// Tables of a training at some of its steps -> a film: where every row lies on the plane at any moment between. Pure.
// Up to two dimensions the table is drawn as it is; a shadow of more is turned onto its neighbour, so the map never spins.

/** @import { Point } from "./procrustes.js" */

/**
 * @typedef {object} Film
 * @property {number[]} steps ascending
 * @property {Point[][]} pictures a list of V points for every step
 * @property {(number | null)[]} shares of variance; null where nothing is lost
 * @property {[Point, Point]} extent lowest and highest corner of all pictures
 */

/** @type {Film} */
export const NO_FILM = {
  steps: [],
  pictures: [],
  shares: [],
  extent: [
    [0, 0],
    [0, 0],
  ],
};

/**
 * How a table of more than two dimensions is laid on the plane: its shadow, close to the picture beside it in the film.
 * @typedef {(table: number[][], near: Point[] | undefined) => {points: Point[], share: number | null}} Flatten
 */

/** @param {number[][]} table (V, D) @param {Point[] | undefined} near @param {Flatten | null} flatten */
function picture(table, near, flatten) {
  if (table[0].length < 3) return { points: table.map(([x, y = 0]) => /** @type {Point} */ ([x, y])), share: null };
  return /** @type {Flatten} */ (flatten)(table, near);
}

/**
 * A film with later steps added.
 * @param {Film} film
 * @param {number[]} steps
 * @param {number[][][]} tables (N, V, D)
 * @param {Flatten | null} flatten null where no table has more than two dimensions
 * @returns {Film}
 */
export function extended(film, steps, tables, flatten) {
  const pictures = [...film.pictures];
  const shares = [...film.shares];
  for (const table of tables) {
    const { points, share } = picture(table, pictures.at(-1), flatten);
    pictures.push(points);
    shares.push(share);
  }
  return { steps: [...film.steps, ...steps], pictures, shares, extent: extentOf(pictures) };
}

/**
 * A whole film that ends on a picture already seen: aligned backwards from it, so that nothing jumps when it takes over.
 * @param {number[]} steps
 * @param {number[][][]} tables (N, V, D)
 * @param {Flatten | null} flatten null where no table has more than two dimensions
 * @param {Point[]} [last]
 * @returns {Film}
 */
export function filmTo(steps, tables, flatten, last) {
  /** @type {Point[][]} */
  const pictures = [];
  const shares = [];
  for (let at = steps.length - 1, near = last; at >= 0; at -= 1) {
    const { points, share } = picture(tables[at], near, flatten);
    pictures[at] = near = points;
    shares[at] = share;
  }
  return { steps, pictures, shares, extent: extentOf(pictures) };
}

/**
 * Index of the last kept step at or before a moment, 0 at least.
 * @param {number[]} steps ascending
 * @param {number} step
 */
export function frameAt(steps, step) {
  let [low, high] = [0, steps.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (steps[middle] <= step) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Index of the kept step nearest to a moment.
 * @param {number[]} steps ascending, not empty
 * @param {number} step
 */
export function nearestFrame(steps, step) {
  const at = frameAt(steps, step);
  return steps[at + 1] - step < step - steps[at] ? at + 1 : at;
}

/**
 * Where the points are at a moment, between two kept steps on the straight line from the one to the other.
 * @param {Film} film not empty
 * @param {number} step
 * @returns {Point[]}
 */
export function pointsAt({ steps, pictures }, step) {
  const at = frameAt(steps, step);
  const next = pictures[at + 1];
  const way = next ? Math.max(0, (step - steps[at]) / (steps[at + 1] - steps[at])) : 0;
  if (!way) return pictures[at];
  return pictures[at].map(([x, y], row) => [x + way * (next[row][0] - x), y + way * (next[row][1] - y)]);
}

/**
 * The way every point has come, oldest first.
 * @param {Film} film not empty
 * @param {number} step
 * @param {number} samples
 * @returns {Point[][]} samples + 1 lists of V points
 */
export function wayTo(film, step, samples) {
  const [from] = film.steps;
  return Array.from({ length: samples + 1 }, (_, at) => pointsAt(film, from + ((step - from) * at) / samples));
}

/** @param {Point[][]} pictures @returns {[Point, Point]} */
function extentOf(pictures) {
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const points of pictures) {
    for (const [x, y] of points)
      [left, low, right, high] = [Math.min(left, x), Math.min(low, y), Math.max(right, x), Math.max(high, y)];
  }
  return left > right
    ? NO_FILM.extent
    : [
        [left, low],
        [right, high],
      ];
}
