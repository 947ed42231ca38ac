// The shapes of what the server answers about single numbers, weights and names as vectors, as JSDoc types. No code.

/**
 * @typedef {{tensor: string, index: number[], value: number}} Factor a number of a tensor by its address
 * @typedef {{factors: Factor[], value: number, position: number | null}} Term
 *
 * @typedef {object} Origin what a number of the trace was made of: function(terms + bias)
 * @property {string[]} contexts
 * @property {string} step
 * @property {number[]} index
 * @property {string} expression
 * @property {"vocabulary" | "row" | "copy" | "sum" | "tanh" | "softmax"} function
 * @property {Term[]} terms in the order of the sum
 * @property {Factor | null} bias
 * @property {number} total of terms and bias
 * @property {number} result added up in float64
 * @property {number} value the network's own, float32
 *
 * @typedef {{position: number, first: number, last: number, norm: number, push: number, weights: number[][] | null}} Block
 * @typedef {{shape: number[], blocks: Block[]}} Blocks W1 (KD, H), one block a position
 *
 * @typedef {{rank: number, token: string, row: number, similarity: number, count: number}} NearName
 *
 * @typedef {object} Way one way of making a name a vector, and what it calls near
 * @property {"concatenation" | "mean" | "hidden"} way
 * @property {number} dimensions
 * @property {string} read the part of the name that it sees
 * @property {number} rows_searched
 * @property {{row: number, token: string, reason: string}[]} excluded
 * @property {NearName[]} neighbours nearest first
 *
 * @typedef {object} Retrieved
 * @property {string} text
 * @property {number} count how often the asked name is on the list
 * @property {number} words
 * @property {number} rows different words
 * @property {number} duplicates
 * @property {Way[]} ways
 */

export {};
