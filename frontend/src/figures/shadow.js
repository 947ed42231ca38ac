// A table of more than two dimensions -> its 2-D shadow by principal components, with the share of variance it keeps. Pure.
// The eigenvectors come from Jacobi's rotations of the smaller of the two matrices of products, so V and D may be anything.

/** @import { Point } from "./procrustes.js" */
import { alignedTo } from "./procrustes.js";

const SWEEPS = 30;

/**
 * Eigenvalues and eigenvectors (as columns) of a symmetric matrix.
 * @param {number[][]} symmetric (N, N)
 * @returns {{values: number[], vectors: number[][]}}
 */
export function eigen(symmetric) {
  const size = symmetric.length;
  const a = symmetric.map((row) => [...row]);
  const vectors = a.map((_, row) => a.map((__, column) => Number(row === column)));
  const whole = Math.sqrt(a.reduce((sum, row) => sum + row.reduce((one, value) => one + value * value, 0), 0));
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    let off = 0;
    for (let p = 0; p < size; p += 1) for (let q = p + 1; q < size; q += 1) off += a[p][q] ** 2;
    if (Math.sqrt(off) <= 1e-13 * whole) break;
    for (let p = 0; p < size; p += 1) {
      for (let q = p + 1; q < size; q += 1) {
        if (a[p][q] === 0) continue;
        const ratio = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.hypot(ratio, 1));
        const cosine = 1 / Math.hypot(tangent, 1);
        const sine = tangent * cosine;
        for (let k = 0; k < size; k += 1)
          [a[k][p], a[k][q]] = [cosine * a[k][p] - sine * a[k][q], sine * a[k][p] + cosine * a[k][q]];
        for (let k = 0; k < size; k += 1)
          [a[p][k], a[q][k]] = [cosine * a[p][k] - sine * a[q][k], sine * a[p][k] + cosine * a[q][k]];
        for (const row of vectors)
          [row[p], row[q]] = [cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]];
      }
    }
  }
  return { values: a.map((row, at) => row[at]), vectors };
}

/**
 * @param {number[][]} table (V, D)
 * @returns {{points: Point[], share: number | null}} share of the variance, null where there is none
 */
export function shadowOf(table) {
  const [rows, columns] = [table.length, table[0].length];
  const means = table[0].map((_, column) => table.reduce((sum, row) => sum + row[column], 0) / rows);
  const centred = table.map((row) => row.map((value, column) => value - means[column]));
  const wide = columns > rows;
  const side = wide ? centred : means.map((_, column) => centred.map((row) => row[column]));
  const dot = (/** @type {number[]} */ one, /** @type {number[]} */ other) =>
    one.reduce((sum, value, at) => sum + value * other[at], 0);
  const { values, vectors } = eigen(side.map((one) => side.map((other) => dot(one, other))));
  const first = values
    .map((_, at) => at)
    .sort((one, other) => values[other] - values[one])
    .slice(0, 2);
  const all = values.reduce((sum, value) => sum + value, 0);
  const kept = first.reduce((sum, at) => sum + values[at], 0);
  const scores = (/** @type {number} */ row) =>
    first.map((at) =>
      wide
        ? vectors[row][at] * Math.sqrt(Math.max(values[at], 0))
        : dot(
            centred[row],
            vectors.map((vector) => vector[at]),
          ),
    );
  return {
    points: centred.map((_, row) => /** @type {Point} */ (scores(row))),
    share: all > 0 ? Math.min(kept / all, 1) : null,
  };
}

/**
 * A shadow turned onto the picture beside it in a film, so that the map does not spin.
 * @param {number[][]} table (V, D)
 * @param {Point[] | undefined} near
 */
export function shadowNear(table, near) {
  const { points, share } = shadowOf(table);
  return { points: near ? alignedTo(points, near) : points, share };
}
