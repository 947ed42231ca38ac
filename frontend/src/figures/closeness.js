// How close two rows of a table are: vectors -> cosine, dot product and distance, for a pair under the pointer. Pure.
// Ranks and lists come from the server, which searches the whole table; this is one pair of rows that the page holds.

/** @import { Embedding } from "../wire.js" */

/**
 * Null where it is not defined (a zero vector has no angle) or the table is too large to have been sent.
 * @param {Embedding} embedding
 * @param {[number, number]} pair rows
 * @returns {{cosine: number | null, dot: number | null, distance: number | null}}
 */
export function closenessOf({ vectors }, [one, other]) {
  if (!vectors) return { cosine: null, dot: null, distance: null };
  const [a, b] = [vectors[one], vectors[other]];
  const dot = a.reduce((sum, value, at) => sum + value * b[at], 0);
  const lengths = Math.hypot(...a) * Math.hypot(...b);
  return { cosine: lengths ? dot / lengths : null, dot, distance: Math.hypot(...a.map((value, at) => value - b[at])) };
}
