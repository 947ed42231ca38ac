// How equal the distances of some points are, and a search for more equal ones: points (n, d) -> points (n, d). Pure.
// The search goes downhill on log of the p-norm of the distances over their (-p)-norm, which for growing p is largest over
// least. Its first points come from a seed, so the same call gives the same answer.

/** @typedef {number[][]} Points one row of coordinates a point */
/** @typedef {{a: number, b: number, distance: number}} Side */

/** All pairs. @param {Points} points @returns {Side[]} */
export function sidesOf(points) {
  return points.flatMap((one, a) => points.slice(a + 1).map((other, at) => ({ a, b: a + 1 + at, distance: Math.hypot(...one.map((x, axis) => x - other[axis])) })));
}

/** Largest distance over least: 1 where all are equal, infinite where two points coincide. @param {Points} points */
export function spreadOf(points) {
  const distances = sidesOf(points).map(({ distance }) => distance);
  return Math.max(...distances) / Math.min(...distances);
}

/** Points from a seed, about one unit from the origin. @param {number} count @param {number} dimensions @param {number} seed @returns {Points} */
export function seededPoints(count, dimensions, seed) {
  let state = seed >>> 0 || 1;
  const next = () => {
    state ^= state << 13; // Marsaglia's xorshift
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32 - 0.5;
  };
  return Array.from({ length: count }, () => Array.from({ length: dimensions }, next));
}

/**
 * Some steps of the search, the first of them long, the last short.
 * @param {Points} start
 * @param {{from: number, to: number, steps: number}} part steps `from` to `to` of `steps`
 * @returns {Points}
 */
export function spreadSteps(start, { from, to, steps }) {
  const points = start.map((row) => [...row]);
  const [count, dimensions] = [points.length, points[0].length];
  for (let step = from; step < to; step += 1) {
    const done = step / steps;
    const power = 2 * 60 ** done;
    const sides = sidesOf(points);
    const mean = sides.reduce((sum, { distance }) => sum + distance, 0) / sides.length;
    const far = sides.map(({ distance }) => (distance / mean) ** power);
    const near = sides.map(({ distance }) => Math.max(distance / mean, 1e-9) ** -power);
    const [farSum, nearSum] = [far.reduce((a, b) => a + b, 0), near.reduce((a, b) => a + b, 0)];
    const pull = Array.from({ length: count }, () => Array(dimensions).fill(0));
    sides.forEach(({ a, b, distance }, at) => {
      const strength = (far[at] / farSum - near[at] / nearSum) / Math.max(distance, 1e-9) ** 2;
      for (let axis = 0; axis < dimensions; axis += 1) {
        const along = strength * (points[a][axis] - points[b][axis]);
        pull[a][axis] += along;
        pull[b][axis] -= along;
      }
    });
    const size = Math.sqrt(pull.flat().reduce((sum, x) => sum + x * x, 0)) || 1;
    const stride = (0.25 * mean * 0.001 ** done * Math.sqrt(count)) / size / 2;
    for (let one = 0; one < count; one += 1) for (let axis = 0; axis < dimensions; axis += 1) points[one][axis] -= stride * pull[one][axis];
  }
  return points;
}

/** The best of a few searches. @param {number} count @param {number} dimensions @param {{tries: number, steps: number}} effort */
export function mostEqual(count, dimensions, { tries, steps }) {
  const found = Array.from({ length: tries }, (_, at) => spreadSteps(seededPoints(count, dimensions, 7919 * (at + 1)), { from: 0, to: steps, steps }));
  return found.reduce((best, one) => (spreadOf(one) < spreadOf(best) ? one : best));
}
