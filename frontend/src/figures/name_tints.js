// Drawn names as numbers to show: how strongly a letter is tinted, and what a whole draw comes to. Pure.

/** @import { DrawnName } from "../wire.js" */

/**
 * The strength of a tint, 0..1: a step of ten in probability is a third, so 0.001 and less are untinted.
 * @param {number} probability
 */
export function tintOf(probability) {
  return probability > 0 ? Math.min(Math.max(1 + Math.log10(probability) / 3, 0), 1) : 0;
}

/**
 * @param {DrawnName[]} names
 * @returns {{count: number, known: number, fresh: number, mean: number, incomplete: number}} known: whether in the corpus or
 *   not can be told; fresh: of those, not in it; mean: log-probability of a name, nats
 */
export function summaryOf(names) {
  const told = names.filter((name) => name.in_corpus !== null);
  return {
    count: names.length,
    known: told.length,
    fresh: told.filter((name) => !name.in_corpus).length,
    mean: names.reduce((sum, name) => sum + name.log_probability, 0) / names.length,
    incomplete: names.filter((name) => !name.complete).length,
  };
}
