// How a step on the plane moves a row of the table, and where a moved row lies: a table and its picture -> two maps. Pure.
// Of a plane table the picture is the table. Of a larger one it is a shadow along principal axes, which are found again here
// from coordinates and rows: the coordinates are uncorrelated, so each axis is a sum of its own.

/** @typedef {{vectors: number[][], coordinates: number[][]}} Drawn rows and where they are drawn, in the same order */

/** @param {Drawn} drawn @returns {{moved: (vector: number[], dx: number, dy: number) => number[], placed: (vector: number[]) => [number, number]}} */
export function planeAxes({ vectors, coordinates }) {
  const size = vectors[0].length;
  const mean = vectors[0].map((_, d) => vectors.reduce((sum, row) => sum + row[d], 0) / vectors.length);
  const centre = [0, 1].map((axis) => coordinates.reduce((sum, row) => sum + row[axis], 0) / coordinates.length);
  const same = size === 2 && vectors.every((row, at) => row.every((x, d) => Math.abs(x - coordinates[at][d]) < 1e-6));
  const axes = [0, 1].map((axis) => {
    if (same) return [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0];
    const length = coordinates.reduce((sum, row) => sum + (row[axis] - centre[axis]) ** 2, 0);
    if (length < 1e-12) return mean.map(() => 0); // a table of one dimension has no second axis
    return mean.map((_, d) => coordinates.reduce((sum, row, at) => sum + (row[axis] - centre[axis]) * (vectors[at][d] - mean[d]), 0) / length);
  });
  return {
    moved: (vector, dx, dy) => vector.map((x, d) => x + dx * axes[0][d] + dy * axes[1][d]),
    placed: (vector) => /** @type {[number, number]} */ (axes.map((axis, at) => centre[at] + axis.reduce((sum, x, d) => sum + x * (vector[d] - mean[d]), 0))),
  };
}

/** The mean of all rows. @param {number[][]} vectors */
export const meanRow = (vectors) => vectors[0].map((_, d) => vectors.reduce((sum, row) => sum + row[d], 0) / vectors.length);
