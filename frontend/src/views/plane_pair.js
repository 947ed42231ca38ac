// Which two rows the Plane compares just now: the cell under the pointer, or the hovered token with the selected one.

/** @import { State } from "../state.js" */

/**
 * Rows, or null when nothing but the selection itself is lit. The first is the selected token, or the cell's row.
 * @param {State} state
 * @returns {[number, number] | null}
 */
export function pairOnShow({ hover, token, embedding }) {
  const tokens = embedding.value?.tokens;
  if (!hover || !tokens) return null;
  const from = tokens.indexOf(hover.against === null ? (token ?? "") : hover.token);
  const to = tokens.indexOf(hover.against ?? hover.token);
  return from < 0 || to < 0 || from === to ? null : [from, to];
}
