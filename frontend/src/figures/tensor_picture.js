// One row of a tensor's batch as cells on a plane: a step of the trace -> rectangles with value, index and place. Pure.
// `down` is the phone's shape: vectors lie along the line instead of standing. Long vectors wrap into a grid.
// A cell's `at` names what it is about (k0, k0d1, h17, v5), so that pictures of the same thing can light up together.

/** @import { TraceStep } from "../wire.js" */
import { tokenLabel } from "../token.js";

/**
 * @typedef {{x: number, y: number, width: number, height: number, value: number, index: number[], at: string, level: number, text: string}} Cell
 *   level: the colour, -1..1
 * @typedef {{x: number, y: number, text: string, at: string, end: boolean}} Label end: written towards the left
 * @typedef {{dims: string, x: number, y: number, length: number, upright: boolean}} Axis
 * @typedef {{width: number, height: number, cells: Cell[], labels: Label[], axes: Axis[]}} Picture
 * @typedef {{row: number, tokens: string[], vocabulary: string[], down: boolean, width: number, height: number}} View
 */

const EDGE = 14; // px for an axis
const LIST = 40; // a longer vector wraps into a grid

/** The number at full colour. @param {TraceStep} step */
export function fullColour({ name, values }) {
  if (name === "hidden") return 1; // tanh
  return [values].flat(9).reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
}

/**
 * Columns of a grid for a vector: ten where that is not too long, else the next round number.
 * @param {number} count
 * @param {{down: boolean}} view
 */
export function gridColumns(count, { down }) {
  if (down) return count <= 25 ? count : [25, 40, 50, 80, 100].find((columns) => count / columns <= 12) ?? 128;
  return [10, 16, 20, 25, 32, 40, 50].find((columns) => count / columns <= 32) ?? 64;
}

/**
 * @param {TraceStep} step
 * @param {View} view
 * @returns {Picture}
 */
export function tensorPicture(step, view) {
  const values = step.values[view.row];
  const axes = step.symbols.slice(1).join(" ");
  if (axes === "K D") return matrix(step, values, view);
  if (axes === "KD") return vector(step, values, view, step.shape[1] / view.tokens.length);
  return vector(step, values, view, 0);
}

/** @param {TraceStep} step @param {number[][]} values @param {View} view @returns {Picture} */
function matrix(step, values, { row, tokens, down, width, height }) {
  const [K, D] = [values.length, values[0].length];
  const full = fullColour(step);
  const tall = Math.min(down ? 26 : 44, (height - EDGE) / K);
  const wide = Math.min(down ? 60 : 54, (width - 2 * EDGE) / D);
  const cells = values.flatMap((vector, k) =>
    vector.map((value, d) => ({
      ...{ x: 2 * EDGE + d * wide, y: EDGE + k * tall, width: wide, height: tall },
      ...{ value, index: [row, k, d], at: `k${k}d${d}`, level: value / full, text: wide >= 36 && tall >= 16 ? short(value) : "" },
    })),
  );
  const labels = tall < 10 ? [] : tokens.map((token, k) => ({ x: 2 * EDGE - 5, y: EDGE + (k + 0.5) * tall, text: tokenLabel(token), at: `k${k}`, end: true }));
  const axes = [
    { dims: "d", x: 2 * EDGE, y: 5, length: D * wide, upright: false },
    { dims: "k", x: 4, y: EDGE, length: K * tall, upright: true },
  ];
  return { width: 2 * EDGE + D * wide, height: EDGE + K * tall, cells, labels, axes };
}

/**
 * A vector that stands (or lies): ids, the concatenation in blocks of D, hidden units, one number for each of V.
 * @param {TraceStep} step
 * @param {number[]} values
 * @param {View} view
 * @param {number} block D, or 0 for a vector without blocks
 * @returns {Picture}
 */
function vector(step, values, view, block) {
  const { row, tokens, vocabulary, down, width, height } = view;
  const letter = /** @type {"K" | "KD" | "H" | "V"} */ (step.symbols[1]);
  const count = values.length;
  const full = fullColour(step);
  const listed = letter !== "H" && count <= LIST;
  const gaps = listed && block ? (count / block - 1) * 4 : 0;
  const columns = listed ? (down ? count : 1) : gridColumns(count, view);
  const rows = Math.ceil(count / columns);
  const most = { K: [44, 44], KD: [54, 30], H: [22, 22], V: down ? [40, 26] : [44, 20] }[letter];
  const named = listed && letter !== "K";
  const left = down || !listed ? 0 : named ? 2 * EDGE : EDGE;
  const under = down && named ? 16 : 0;
  let wide = Math.min(most[0], (width - left - (down ? gaps : 0)) / columns);
  let tall = Math.min(most[1], (height - EDGE - under - (down ? 0 : gaps)) / rows);
  if (!listed) wide = tall = Math.min(wide, tall);
  const cells = values.map((value, i) => {
    const shift = listed && block ? Math.floor(i / block) * 4 : 0;
    const [x, y] = [left + (i % columns) * wide + (down ? shift : 0), EDGE + Math.floor(i / columns) * tall + (down ? 0 : shift)];
    const at = block ? `k${Math.floor(i / block)}d${i % block}` : `${letter.toLowerCase()}${i}`;
    const text = letter === "K" ? tokenLabel(tokens[i]) : letter === "KD" && wide >= 36 && tall >= 14 ? short(value) : "";
    return { x, y, width: wide, height: tall, value, index: [row, i], at, level: letter === "K" ? 0 : value / full, text };
  });
  /** @type {Label[]} */
  const labels = [];
  if (named) {
    const every = block || Math.max(1, Math.ceil((down ? 8 : 10) / (down ? wide : tall)));
    for (let i = 0; i < count; i += every) {
      const { x, y } = cells[i];
      const middle = ((block || 1) * (down ? wide : tall)) / 2;
      const place = down ? { x: x + middle, y: EDGE + tall + 9 } : { x: left - 5, y: y + middle };
      labels.push({ ...place, text: tokenLabel(block ? tokens[i / block] : vocabulary[i]), at: block ? `k${i / block}` : `v${i}`, end: !down });
    }
    if (letter === "V" && !down && tall >= 12) {
      for (const cell of cells) labels.push({ x: left + wide + 8, y: cell.y + tall / 2, text: step.name === "probabilities" ? share(cell.value) : short(cell.value), at: cell.at, end: false });
    }
  }
  const long = Math.max(...cells.map((cell) => (down || !listed ? cell.x + wide - left : cell.y + tall - EDGE)));
  const upright = !down && listed;
  const line = upright ? { x: 4, y: EDGE, upright } : { x: left, y: 5, upright };
  /** @type {Axis[]} */
  const axes = [{ ...line, dims: letter === "KD" ? "k" : letter.toLowerCase(), length: long }];
  if (letter === "KD" && !listed) axes[0].dims = "k d";
  for (let i = 0; listed && block && i < count; i += block) {
    const edge = upright ? { x: left - 2, y: cells[i].y } : { x: cells[i].x, y: EDGE - 3 };
    axes.push({ ...edge, dims: "d", length: block * (upright ? tall : wide) - 1, upright });
  }
  const numbers = letter === "V" && listed && !down ? 52 : 0;
  return { width: left + wide * columns + numbers + (down ? gaps : 0), height: EDGE + rows * tall + under + (down ? 0 : gaps), cells, labels, axes };
}

/** A probability in five characters. @param {number} value */
export function share(value) {
  return value < 0.0005 && value > 0 ? "<.001" : value.toFixed(3);
}

/** A number in about five characters. @param {number} value */
export function short(value) {
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size < 0.01 && size > 0 ? 4 : 2;
  return value.toFixed(digits).replace("-", "\u2212");
}
