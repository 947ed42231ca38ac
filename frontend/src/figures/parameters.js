// How many parameters a model has, term by term: its card -> VD + KDH + H + HV + V in letters and numbers (S86, S87). Pure.

/** @typedef {{vocabulary: string[], context_length: number, embedding_dim: number, hidden_size: number}} Sizes */

/** @param {Sizes} card @returns {Record<string, number>} */
export function sizesOf({ vocabulary, context_length: K, embedding_dim: D, hidden_size: H }) {
  return { K, D, H, V: vocabulary.length };
}

/** C, W1, b1, W2 and b2. @param {Sizes} card @returns {{letters: string, count: number}[]} */
export function parameterTerms(card) {
  const sizes = sizesOf(card);
  return ["VD", "KDH", "H", "HV", "V"].map((letters) => ({ letters, count: [...letters].reduce((product, letter) => product * sizes[letter], 1) }));
}

/** All of them. @param {{K: number, D: number, H: number, V: number}} sizes */
export const parametersOf = ({ K, D, H, V }) => V * D + K * D * H + H + H * V + V;
