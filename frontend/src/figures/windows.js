// The sliding window and its two broken twins, each as the loop that it is: a word and K -> rows of context and label.
// The twins make the mistake itself, they do not imitate its result. Pure.

import { BOUNDARY } from "../token.js";

/** @typedef {{context: string, next: string}} Row */

/** @param {number} K */
const padding = (K) => /** @type {string[]} */ (Array(K).fill(BOUNDARY));

/** Record, then append: the window as it should be. @param {string} word @param {number} K @returns {Row[]} */
export function sound(word, K) {
  let context = padding(K);
  const rows = [];
  for (const next of [...word, BOUNDARY]) {
    rows.push({ context: context.join(""), next });
    context = [...context.slice(1), next];
  }
  return rows;
}

/** Append, then record: the label stands in its own context. @param {string} word @param {number} K @returns {Row[]} */
export function leaking(word, K) {
  let context = padding(K);
  const rows = [];
  for (const next of [...word, BOUNDARY]) {
    context = [...context.slice(1), next];
    rows.push({ context: context.join(""), next });
  }
  return rows;
}

/** One list for all rows, changed in place: every row ends as the last one. @param {string} word @param {number} K @returns {Row[]} */
export function shared(word, K) {
  const context = padding(K);
  const rows = [];
  for (const next of [...word, BOUNDARY]) {
    rows.push({ context, next }); // the list itself, not a copy
    context.shift();
    context.push(next);
  }
  return rows.map((row) => ({ context: row.context.join(""), next: row.next }));
}

/** What each loop does for every character i, in Python; c is the context. `wrong` is the line with the slip, or null. */
export const LOOPS = {
  sound: { lines: ["X.append(c)", "Y.append(i)", "c = c[1:] + [i]"], wrong: null },
  leaking: { lines: ["c = c[1:] + [i]", "X.append(c)", "Y.append(i)"], wrong: 0 },
  shared: { lines: ["X.append(c)", "Y.append(i)", "c[:] = c[1:] + [i]"], wrong: 2 },
};
