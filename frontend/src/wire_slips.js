// The shapes of what the server answers to the experiments with slips, order and gradients, as JSDoc types. No code.

/**
 * @typedef {object} TwinSide what one twin gave
 * @property {string} code
 * @property {string | null} error PyTorch's own
 * @property {string | null} warning
 * @property {Record<string, any>} values of its variables; NaN is a word
 * @property {{rule: string, about: string, evidence: Record<string, any>}[]} findings
 *
 * @typedef {"error" | "silent" | "nothing" | "endless"} Outcome
 * @typedef {{traps: {id: string, number: number, healthy: string, broken: string}[]}} TwinList
 * @typedef {{trap: string, number: number, model: string, outcome: Outcome, cost: number | null, healthy: TwinSide, broken: TwinSide}} Twins
 *
 * @typedef {{parameters: number, dev_loss: number}} Reader one of the two networks that order is tried on
 * @typedef {object} OrderContext
 * @property {string} context
 * @property {number[]} concatenation
 * @property {number[]} pooling
 * @property {{token: string, concatenation: number, pooling: number}[]} predictions
 *
 * @typedef {object} Order
 * @property {string} model
 * @property {number} context_length
 * @property {number} embedding_dim
 * @property {number} hidden_size
 * @property {number} steps
 * @property {number} seed
 * @property {Reader} concatenation
 * @property {Reader} pooling
 * @property {OrderContext[]} contexts
 * @property {{nearly: boolean, to_the_last_bit: boolean, largest_difference: number, concatenation: number, pooling: number}[]} apart
 *
 * @typedef {object} RowGradients
 * @property {string} word
 * @property {string[]} contexts
 * @property {number} loss
 * @property {{token: string, row: number, uses: number, of_the_sum: number[], of_the_loss: number[], norm: number}[]} rows
 * @property {number} unused
 * @property {boolean} others_are_zero
 * @property {string} code
 */

export {};
