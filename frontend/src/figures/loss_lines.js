// Losses of up to six trainings over their steps, with reference lines -> a scene, and the step under the pointer. Pure.
// Dev is a thick line, train a thin one; labels stand at the ends of the lines and keep clear of each other.

/** @import { Item, Size } from "../canvas.js" */
/** @import { StepScale } from "./axis.js" */
import { placeOfStep, stepOfPlace, stepTicks, ticks } from "./axis.js";
import { level, wordBelow } from "./scale_marks.js";

/** @typedef {{step: number, train: number, dev: number}} LossPoint */
/** @typedef {{slot: number, name: string, points: LossPoint[], steps: number, shown: boolean}} LossRun `slot` picks the colour */
/** @typedef {{name: string, value: number}} Reference */
/**
 * @typedef {object} LossInput
 * @property {LossRun[]} runs
 * @property {Reference[]} references
 * @property {StepScale} scale
 * @property {boolean} close true shows the later losses close up
 * @property {number | null} step where the playhead is
 * @property {boolean} following true hides what lies beyond the playhead
 * @property {{train: string, dev: string, step: string}} words
 */

const MARGIN = { l: 40, r: 62, t: 10, b: 24 };
const LINE = 14; // px between two labels

/** @param {LossInput} input */
const lastStep = ({ runs }) => Math.max(1, ...runs.map(({ steps }) => steps));

/**
 * The step under a point of the picture.
 * @param {LossInput} input
 * @param {Size} size
 * @param {number} x px
 */
export function stepUnder(input, { width }, x) {
  const place = Math.min(Math.max((x - MARGIN.l) / (width - MARGIN.l - MARGIN.r), 0), 1);
  return stepOfPlace(place, lastStep(input), input.scale);
}

/**
 * Lowest and highest loss in sight. A start far above chance would flatten all the rest, so the picture ends a little above ln V.
 * @param {LossInput} input
 * @returns {[number, number]}
 */
export function lossRange({ runs, references, close }) {
  const late = runs.flatMap(({ points, steps }) =>
    points
      .filter(({ step }) => !close || step >= (points[0].step + steps) / 2)
      .flatMap(({ train, dev }) => [train, dev]),
  );
  const chance = Math.max(...references.map(({ value }) => value), ...(references.length ? [] : late), 1);
  const values =
    close && late.length
      ? late
      : [...late.filter((value) => value <= 1.2 * chance), ...references.map(({ value }) => value)];
  const [low, high] = values.length ? [Math.min(...values), Math.max(...values)] : [0, 1];
  const room = Math.max((high - low) * 0.06, 0.005);
  return [low - room, high + room];
}

/**
 * @param {LossInput} input
 * @param {Size} size
 * @returns {Item[]}
 */
export function lossLines(input, { width, height }) {
  const { runs, references, scale, step, following, words } = input;
  const [left, right, top, bottom] = [MARGIN.l, width - MARGIN.r, MARGIN.t, height - MARGIN.b];
  const [low, high] = lossRange(input);
  const last = lastStep(input);
  const x = (/** @type {number} */ at) => left + placeOfStep(at, last, scale) * (right - left);
  const y = (/** @type {number} */ loss) => bottom - ((loss - low) / (high - low)) * (bottom - top);
  /** @type {import("../canvas.js").Box} */
  const clip = [left, top, right - left + 2, bottom - top];
  /** @type {Item[]} */
  const items = [];
  const marks = ticks(low, high, (bottom - top) / 56);
  const digits = Math.max(...marks.map((value) => (String(value).split(".")[1] ?? "").length));
  for (const value of marks) {
    items.push(...level(value.toFixed(digits), y(value), { left, right, gap: 8 }));
  }
  for (const at of stepTicks(last, scale, (right - left) / 90).filter((one) => one > 0)) {
    items.push(wordBelow(at.toLocaleString("en"), x(at), bottom));
  }
  items.push({
    type: "line",
    points: [
      [left, bottom],
      [right, bottom],
    ],
    colour: "line",
  });
  for (const { name, value } of references) {
    if (value < low || value > high) continue;
    const below = value === Math.min(...references.map((one) => one.value));
    items.push({
      type: "line",
      points: [
        [left, y(value)],
        [right, y(value)],
      ],
      colour: "muted",
      dash: [5, 4],
      alpha: 0.8,
    });
    items.push({
      type: "text",
      x: right - 4,
      y: y(value) + (below ? 10 : -9),
      text: `${name} · ${value.toFixed(3)}`,
      colour: "muted",
      size: 12,
      align: "right",
      halo: true,
    });
  }
  /** @type {{x: number, y: number, text: string, colour: string, weight: number}[]} */
  const ends = [];
  for (const run of [...runs].sort((one, other) => Number(one.shown) - Number(other.shown))) {
    const seen = run.shown && following && step !== null ? upTo(run.points, step) : run.points;
    if (!seen.length) continue;
    const colour = `run-${run.slot}`;
    const path = (/** @type {"train" | "dev"} */ key) =>
      seen.map((point) => /** @type {[number, number]} */ ([x(point.step), y(point[key])]));
    items.push({
      type: "line",
      points: path("train"),
      colour,
      width: 1.25,
      dash: [2, 3],
      alpha: run.shown ? 0.9 : 0.6,
      clip,
    });
    items.push({
      type: "line",
      points: path("dev"),
      colour,
      width: run.shown ? 2.5 : 1.75,
      alpha: run.shown ? 1 : 0.75,
      clip,
    });
    const end = seen[seen.length - 1];
    if (end.dev >= low && end.dev <= high) {
      ends.push({
        x: x(end.step) + 7,
        y: y(end.dev),
        text: runs.length > 1 ? `${run.name} ${end.dev.toFixed(3)}` : end.dev.toFixed(3),
        colour,
        weight: run.shown ? 700 : 500,
      });
      items.push({ type: "dot", x: x(end.step), y: y(end.dev), r: 3, colour });
    }
  }
  for (const end of apart(ends, top + 6, bottom - 6))
    items.push({
      type: "text",
      x: end.x,
      y: end.y,
      text: end.text,
      colour: end.colour,
      size: 12,
      weight: end.weight,
      halo: true,
    });
  if (step !== null)
    items.push({
      type: "line",
      points: [
        [x(step), top],
        [x(step), bottom],
      ],
      colour: "accent",
      width: 1.25,
    });
  items.push({ type: "text", x: left, y: bottom + 13, text: words.step, colour: "muted", size: 11, align: "right" });
  return items;
}

/**
 * The part of a curve up to a step, its end on the line between two reports.
 * @param {LossPoint[]} points
 * @param {number} step
 */
export function upTo(points, step) {
  const seen = points.filter((point) => point.step <= step);
  const next = points[seen.length];
  const before = seen.at(-1);
  if (!before || !next) return seen;
  const way = (step - before.step) / (next.step - before.step);
  return [
    ...seen,
    { step, train: before.train + way * (next.train - before.train), dev: before.dev + way * (next.dev - before.dev) },
  ];
}

/**
 * Labels moved up and down until no two are nearer than a line, in their order, within the picture.
 * @template {{y: number}} T
 * @param {T[]} labels
 * @param {number} top
 * @param {number} bottom
 * @returns {T[]}
 */
export function apart(labels, top, bottom) {
  const placed = labels.map((label) => ({ ...label })).sort((one, other) => one.y - other.y);
  placed.forEach((label, at) => (label.y = Math.max(label.y, at ? placed[at - 1].y + LINE : top)));
  for (let at = placed.length - 1; at >= 0; at -= 1)
    placed[at].y = Math.min(placed[at].y, at < placed.length - 1 ? placed[at + 1].y - LINE : bottom);
  return placed;
}
