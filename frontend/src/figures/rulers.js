// The three rulers for two vectors: dot product, cosine, Euclid's distance; undefined cosines are null. Pure.

/** @param {number[]} u */
export const normOf = (u) => Math.hypot(...u);

/** @param {number[]} u @param {number[]} v */
export const dot = (u, v) => u.reduce((sum, x, at) => sum + x * v[at], 0);

/** @param {number[]} u @param {number[]} v @returns {number | null} null where one of them has no direction */
export function cosine(u, v) {
  const lengths = normOf(u) * normOf(v);
  return lengths ? Math.max(-1, Math.min(1, dot(u, v) / lengths)) : null;
}

/** @param {number[]} u @param {number[]} v */
export const euclid = (u, v) => Math.hypot(...u.map((x, at) => x - v[at]));
