// Rows of weights as cells of a unit grid, and what a row of C does to W1 block by block. Pure.

/** @typedef {{x: number, y: number, value: number, level: number}} GridCell level: the colour, -1..1 */

/** @param {number[][]} rows @param {number} full the number at full colour @returns {GridCell[]} */
export function gridCells(rows, full) {
  return rows.flatMap((row, y) => row.map((value, x) => ({ x, y, value, level: Math.max(-1, Math.min(1, value / full || 0)) })));
}

/** The largest magnitude, 1 where all are 0. @param {number[][]} rows */
export const largest = (rows) => rows.flat().reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;

/** A row of C (D,) through one block of W1 (D, H): what it adds to each of the H sums. @param {number[]} row @param {number[][]} block */
export function pushOf(row, block) {
  return block[0].map((_, h) => row.reduce((sum, number, d) => sum + number * block[d][h], 0));
}

/** @param {number[]} vector */
export const lengthOf = (vector) => Math.hypot(...vector);

/** @param {number[]} one @param {number[]} other @returns {number} NaN where one of them is zero */
export function cosineOf(one, other) {
  return one.reduce((sum, value, at) => sum + value * other[at], 0) / (lengthOf(one) * lengthOf(other));
}
