// Two rankings of the same rows -> from which place in the one to which in the other each goes. Pure.

/** @import { Neighbour } from "../wire.js" */

/**
 * Every row that is among the first `shown` of at least one list. A rank that a list does not tell is Infinity.
 * @param {Neighbour[]} one
 * @param {Neighbour[]} other
 * @param {number} shown
 * @returns {{token: string, row: number, from: number, to: number}[]}
 */
export function rankMoves(one, other, shown) {
  const ranks = (/** @type {Neighbour[]} */ list) => new Map(list.map(({ row, rank }) => [row, rank]));
  const [from, to] = [ranks(one), ranks(other)];
  const seen = new Map([...one, ...other].filter(({ rank }) => rank <= shown).map(({ row, token }) => [row, token]));
  return [...seen].map(([row, token]) => ({
    token,
    row,
    from: from.get(row) ?? Infinity,
    to: to.get(row) ?? Infinity,
  }));
}
