// Numbers along an axis: round ticks for a range, and the place of a training step on a linear or a logarithmic scale. Pure.

/** @typedef {"linear" | "log"} StepScale */

/**
 * About `count` round numbers within a range.
 * @param {number} low
 * @param {number} high
 * @param {number} count
 * @returns {number[]}
 */
export function ticks(low, high, count) {
  const rough = (high - low) / Math.max(count, 1);
  if (!(rough > 0)) return [low];
  const ten = 10 ** Math.floor(Math.log10(rough));
  const unit = /** @type {number} */ ([1, 2, 5, 10].find((one) => one * ten >= rough)) * ten;
  const first = Math.ceil(low / unit - 1e-9);
  return Array.from({ length: Math.floor(high / unit + 1e-9) - first + 1 }, (_, at) =>
    Number(((first + at) * unit).toPrecision(12)),
  );
}

/** A number under an axis, with a true minus sign. @param {number} value */
export const written = (value) => String(value).replace("-", "\u2212");

/**
 * Where a step lies between the first and the last, 0..1. Logarithmic is log(1 + step), so that step 0 has a place.
 * @param {number} step
 * @param {number} last
 * @param {StepScale} scale
 */
export function placeOfStep(step, last, scale) {
  if (last <= 0) return 0;
  return scale === "log" ? Math.log1p(step) / Math.log1p(last) : step / last;
}

/**
 * The step at a place, the inverse; not rounded.
 * @param {number} place 0..1
 * @param {number} last
 * @param {StepScale} scale
 */
export function stepOfPlace(place, last, scale) {
  return scale === "log" ? Math.expm1(place * Math.log1p(last)) : place * last;
}

/**
 * Steps to write under the axis.
 * @param {number} last
 * @param {StepScale} scale
 * @param {number} count
 * @returns {number[]}
 */
export function stepTicks(last, scale, count) {
  if (scale === "linear") return ticks(0, last, count).filter(Number.isInteger);
  return [0, ...Array.from({ length: Math.floor(Math.log10(Math.max(last, 1))) + 1 }, (_, at) => 10 ** at)];
}
