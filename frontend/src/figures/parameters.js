// How many parameters a model has, term by term: its card -> VD + KDH + H + HV + V in letters and numbers (S86, S87). Pure.

/** @typedef {{vocabulary: string[], context_length: number, embedding_dim: number, hidden_size: number}} Sizes */

/** @param {Sizes} card @returns {Record<"K" | "D" | "H" | "V", number>} */
export function sizesOf({ vocabulary, context_length: K, embedding_dim: D, hidden_size: H }) {
  return { K, D, H, V: vocabulary.length };
}

/**
 * The five tensors in the order of the formula.
 * @param {Sizes} card
 * @returns {{tensor: string, letters: string, count: number}[]}
 */
export function parameterTerms(card) {
  const { K, D, H, V } = sizesOf(card);
  return [
    { tensor: "C", letters: "VD", count: V * D },
    { tensor: "W1", letters: "KDH", count: K * D * H },
    { tensor: "b1", letters: "H", count: H },
    { tensor: "W2", letters: "HV", count: H * V },
    { tensor: "b2", letters: "V", count: V },
  ];
}
