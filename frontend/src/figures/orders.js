// A text -> every order of its characters, each once, the text itself first; at most so many. Pure.

/** @param {string} text @param {number} most @returns {string[]} */
export function ordersOf(text, most) {
  const signs = [...text];
  /** @type {string[]} */
  const found = [];
  /** @param {string} made @param {string[]} left */
  function go(made, left) {
    if (found.length >= most) return;
    if (!left.length) {
      found.push(made);
      return;
    }
    for (const sign of new Set(left)) {
      const at = left.indexOf(sign);
      go(made + sign, [...left.slice(0, at), ...left.slice(at + 1)]);
    }
  }
  go("", signs);
  return found;
}
