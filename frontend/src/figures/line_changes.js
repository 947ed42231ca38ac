// Two pieces of code -> which lines of each are not in the other, by the longest common run of lines in order. Pure.

/**
 * @param {string[]} one
 * @param {string[]} other
 * @returns {[boolean[], boolean[]]} true where a line has no partner
 */
export function lineChanges(one, other) {
  const longest = one.map(() => other.map(() => 0));
  const at = (/** @type {number} */ i, /** @type {number} */ j) => longest[i]?.[j] ?? 0;
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) longest[i][j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const [left, right] = [one.map(() => true), other.map(() => true)];
  let [i, j] = [0, 0];
  while (i < one.length && j < other.length) {
    if (one[i] === other[j]) [left[i++], right[j++]] = [false, false];
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return [left, right];
}
