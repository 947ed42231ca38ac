// Pairs of names from the same dice as parts to show: what both have, what each goes on with, and what it all comes to. Pure.

/** @import { NamePair } from "../wire.js" */

/**
 * A text cut where it parts from the other one; places count characters, of which an emoji is one.
 * @param {string} text
 * @param {number | null} at null where the two are equal
 * @returns {{shared: string, own: string}}
 */
export function cutAt(text, at) {
  const characters = [...text];
  return { shared: characters.slice(0, at ?? undefined).join(""), own: at === null ? "" : characters.slice(at).join("") };
}

/**
 * @param {NamePair[]} pairs
 * @returns {{count: number, same: number, mean: number | null}} mean: characters that two different names have in common at
 *   their beginning; null where none differ
 */
export function summaryOfPairs(pairs) {
  const places = pairs.flatMap((pair) => (pair.parts_at === null ? [] : [pair.parts_at]));
  const mean = places.length ? places.reduce((sum, place) => sum + place, 0) / places.length : null;
  return { count: pairs.length, same: pairs.length - places.length, mean };
}
