// One row of a tensor's batch as cells on a plane: a step of the trace -> rectangles with value, index and place. Pure.
// `down` is the phone's shape: vectors lie instead of standing. Long vectors wrap into a grid. A cell's `at` names what it
// is about (k0, k0d1, h17, v5), so that pictures of the same thing can light up together.

/** @import { TraceStep } from "../wire.js" */
import { tokenLabel } from "../token.js";

/**
 * @typedef {{x: number, y: number, width: number, height: number, value: number, index: number[], at: string, level: number, text: string}} Cell
 *   level: the colour, -1..1
 * @typedef {{x: number, y: number, text: string, at: string, anchor: string}} Label
 * @typedef {{dims: string, x: number, y: number, length: number, upright: boolean}} Axis
 * @typedef {{width: number, height: number, cells: Cell[], labels: Label[], axes: Axis[]}} Picture
 * @typedef {{row: number, tokens: string[], vocabulary: string[], down: boolean, width: number, height: number}} View
 */

const EDGE = 14; // px for an axis
const BLOCK_GAP = 4; // px between the K blocks of the concatenation
const LIST = 40; // a longer vector wraps into a grid

/** The number at full colour. @param {TraceStep} step */
export function fullColour({ name, values }) {
  if (name === "hidden") return 1; // tanh
  return [values].flat(9).reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
}

/** Columns of a grid for a vector. @param {number} count @param {boolean} down */
function gridColumns(count, down) {
  if (down) return count <= 25 ? count : [25, 40, 50, 80, 100].find((columns) => count / columns <= 12) ?? 128;
  return [10, 16, 20, 25, 32, 40, 50].find((columns) => count / columns <= 32) ?? 64;
}

/** @param {TraceStep} step @param {View} view @returns {Picture} */
export function tensorPicture(step, { row, tokens, vocabulary, down, width, height }) {
  const axis = step.symbols.slice(1).join("").toLowerCase(); // k, kd, h or v
  const values = step.values[row].flat().map((/** @type {number | null} */ value) => value ?? NaN); // null: not finite
  const [count, K] = [values.length, tokens.length];
  const D = axis === "kd" ? count / K : 0;
  const matrix = step.symbols.length === 3;
  const listed = matrix || (axis !== "h" && count <= LIST);
  const columns = matrix ? D : !listed ? gridColumns(count, down) : down ? count : 1;
  const rows = Math.ceil(count / columns);
  const block = listed && D && !matrix ? D : 0;
  const gaps = block ? (K - 1) * BLOCK_GAP : 0;
  const upright = matrix || (listed && !down);
  const named = listed && axis !== "k";
  const [left, under] = [upright ? (named ? 2 : 1) * EDGE : 0, named && !upright ? 16 : 0];
  const most = matrix ? (down ? [60, 26] : [54, 44]) : { k: [44, 44], kd: [54, 30], h: [22, 22], v: down ? [40, 26] : [44, 20] }[axis] ?? [22, 22];
  let wide = Math.min(most[0], (width - left - (upright ? 0 : gaps)) / columns);
  let tall = Math.min(most[1], (height - EDGE - under - (upright ? gaps : 0)) / rows);
  if (!listed) wide = tall = Math.min(wide, tall);
  const [full, written] = [fullColour(step), wide >= 36 && tall >= 14];
  const cells = values.map((/** @type {number} */ value, /** @type {number} */ i) => {
    const shift = block ? Math.floor(i / block) * BLOCK_GAP : 0;
    const [x, y] = [left + (i % columns) * wide + (upright ? 0 : shift), EDGE + Math.floor(i / columns) * tall + (upright ? shift : 0)];
    const at = D ? `k${Math.floor(i / D)}d${i % D}` : `${axis}${i}`;
    const text = axis === "k" ? tokenLabel(tokens[i]) : D && written ? short(value) : "";
    const index = matrix ? [row, Math.floor(i / D), i % D] : [row, i];
    return { x, y, width: wide, height: tall, value, index, at, level: axis === "k" ? 0 : value / full || 0, text };
  });
  /** @type {Label[]} */
  const labels = [];
  const every = D || Math.ceil(10 / (upright ? tall : wide));
  const middle = matrix ? tall / 2 : ((D || 1) * (upright ? tall : wide)) / 2;
  for (let i = 0; named && i < count; i += every) {
    const place = upright ? { x: left - 5, y: cells[i].y + middle, anchor: "end" } : { x: cells[i].x + middle, y: EDGE + tall + 9, anchor: "middle" };
    labels.push({ ...place, text: tokenLabel(D ? tokens[i / D] : vocabulary[i]), at: D ? `k${i / D}` : `v${i}` });
  }
  const numbered = axis === "v" && upright && tall >= 10;
  for (const { x, y, at, value } of numbered ? cells : []) {
    labels.push({ x: x + wide + 8, y: y + tall / 2, text: step.name === "probabilities" ? share(value) : short(value), at, anchor: "start" });
  }
  const size = { width: left + columns * wide + (upright ? 0 : gaps) + (numbered ? 52 : 0), height: EDGE + rows * tall + under + (upright ? gaps : 0) };
  const line = upright ? { x: 4, y: EDGE, length: size.height - EDGE, upright } : { x: left, y: 5, length: size.width - left, upright };
  /** @type {Axis[]} */
  const axes = [{ dims: listed && D ? "k" : [...axis].join(" "), ...line }];
  if (matrix) axes.push({ dims: "d", x: left, y: 5, length: D * wide, upright: false });
  for (let i = 0; block && i < count; i += block) {
    const edge = upright ? { x: left - 2, y: cells[i].y } : { x: cells[i].x, y: EDGE - 3 };
    axes.push({ dims: "d", ...edge, length: D * (upright ? tall : wide) - 1, upright });
  }
  return { ...size, cells, labels, axes };
}

/** A probability in five characters. @param {number} value */
export function share(value) {
  if (!Number.isFinite(value)) return "—";
  return value < 0.0005 && value > 0 ? "<.001" : value.toFixed(3);
}

/** A number in about five characters. @param {number} value */
export function short(value) {
  if (!Number.isFinite(value)) return "—";
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size < 0.01 && size > 0 ? 4 : 2).replace("-", "\u2212");
}
