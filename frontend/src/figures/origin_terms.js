// What a number was made of, ready to be drawn: the server's answer -> groups of terms, the places they light, and the cells
// of the Road's pictures that they are. Pure.

/** @import { Factor, Origin, Term } from "../wire_numbers.js" */

/** The step whose tensor has this name in the expressions. @type {Record<string, string>} */
const STEPS = { X: "ids", emb: "embedding", flat: "concatenation", z: "preactivation", h: "hidden", logits: "logits", p: "probabilities" };
const MARKED = 12; // terms that the pictures mark, the largest first

/** @typedef {{position: number | null, sum: number, terms: Term[]}} Group */

/**
 * The terms by position; where they have none, in one group, the largest first.
 * @param {Origin} origin @returns {Group[]}
 */
export function groupsOf({ terms }) {
  /** @type {Map<number | null, Term[]>} */
  const groups = new Map();
  for (const term of terms) {
    const own = groups.get(term.position);
    if (own) own.push(term);
    else groups.set(term.position, [term]);
  }
  return [...groups].map(([position, own]) => ({
    position,
    sum: own.reduce((sum, { value }) => sum + value, 0),
    terms: position === null ? [...own].sort((one, other) => Math.abs(other.value) - Math.abs(one.value)) : own,
  }));
}

/** What a number lights in all pictures: k0, k0d1, h17 or v5; "" for one that stands in none. @param {Factor} factor @param {number} D */
export function placeOf({ tensor, index }, D) {
  /** @type {Record<string, () => string>} */
  const places = {
    X: () => `k${index[1]}`,
    emb: () => `k${index[1]}d${index[2]}`,
    flat: () => `k${Math.floor(index[1] / D)}d${index[1] % D}`,
    W1: () => `k${Math.floor(index[0] / D)}d${index[0] % D}`,
    h: () => `h${index[1]}`,
    W2: () => `h${index[0]}`,
    logits: () => `v${index[1]}`,
  };
  return places[tensor]?.() ?? "";
}

/** The number of a trace that a factor is, null for a parameter. @param {Factor} factor @returns {{step: string, index: number[]} | null} */
export function numberOf({ tensor, index }) {
  return STEPS[tensor] ? { step: STEPS[tensor], index } : null;
}

/**
 * The cells of each step's picture that the number came from, as "step-i" or "step-i-j"; the largest where they are many.
 * @param {Origin} origin @param {number} D @returns {Set<string>}
 */
export function sourcesOf({ step, index, terms }, D) {
  /** @type {Set<string>} */
  const sources = new Set();
  const many = terms.length > MARKED && terms[0].position === null;
  const first = many ? [...terms].sort((one, other) => Math.abs(other.value) - Math.abs(one.value)).slice(0, MARKED) : terms;
  for (const factor of first.flatMap(({ factors }) => factors)) {
    const number = numberOf(factor);
    if (!number) continue;
    sources.add([number.step, ...number.index.slice(1)].join("-"));
    if (number.step === "embedding" && step !== "concatenation") sources.add(`concatenation-${number.index[1] * D + number.index[2]}`);
  }
  if (step === "hidden") sources.add(`preactivation-${index[1]}`);
  return sources;
}
