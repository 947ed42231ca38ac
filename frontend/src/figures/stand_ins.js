// An example text -> the same for a model of another alphabet: characters it does not know are replaced by some that it does,
// vowels by vowels and consonants by consonants where there are such, equal ones by equal ones. Pure.

import { tokenKind } from "../token.js";

/** @param {string} text @param {string[]} vocabulary not of the boundary alone */
export function spelled(text, vocabulary) {
  const known = new Set(vocabulary);
  const used = new Set([...text].filter((one) => known.has(one)));
  /** @type {Map<string, string>} */
  const stand = new Map();
  for (const one of text) {
    if (known.has(one) || stand.has(one)) continue;
    const free = vocabulary.filter((token) => tokenKind(token) !== "boundary" && tokenKind(token) !== "other" && !used.has(token));
    const alike = free.filter((token) => tokenKind(token) === tokenKind(one));
    const found = alike[0] ?? free[0];
    if (found === undefined) return ""; // fewer letters than the example has
    used.add(found);
    stand.set(one, found);
  }
  return [...text].map((one) => stand.get(one) ?? one).join("");
}

/** Three characters that hardly any list of words has side by side, as long as the model knows them. @param {string[]} vocabulary */
export const unlikely = (vocabulary) => ([..."zqx"].every((one) => vocabulary.includes(one)) ? "zqx" : (vocabulary.at(-1) ?? "").repeat(3));
