// How many parameters a model has, term by term: its card -> VD + KDH + H + HV + V in letters and numbers (S86, S87). Pure.

/** @typedef {{vocabulary: string[], context_length: number, embedding_dim: number, hidden_size: number}} Sizes */

/** @param {Sizes} card @returns {Record<string, number>} */
export function sizesOf({ vocabulary, context_length: K, embedding_dim: D, hidden_size: H }) {
  return { K, D, H, V: vocabulary.length };
}

/** C, W1, b1, W2 and b2. @param {Record<string, number>} sizes K, D, H and V @returns {{letters: string, count: number}[]} */
export function termsOf(sizes) {
  return ["VD", "KDH", "H", "HV", "V"].map((letters) => ({ letters, count: [...letters].reduce((product, letter) => product * sizes[letter], 1) }));
}

/** The same of a model. @param {Sizes} card */
export const parameterTerms = (card) => termsOf(sizesOf(card));

/** What one more of each costs (S88, S89). @param {Record<string, number>} sizes @returns {{letter: string, formula: string, count: number}[]} */
export function increments({ K, D, H, V }) {
  return [
    { letter: "K", formula: "DH", count: D * H },
    { letter: "D", formula: "V+KH", count: V + K * H },
    { letter: "H", formula: "KD+1+V", count: K * D + 1 + V },
    { letter: "V", formula: "D+H+1", count: D + H + 1 },
  ];
}

/** All of them. @param {{K: number, D: number, H: number, V: number}} sizes */
export const parametersOf = ({ K, D, H, V }) => V * D + K * D * H + H + H * V + V;
