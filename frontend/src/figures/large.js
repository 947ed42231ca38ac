// Powers too large for a double, exactly: base and exponent -> the whole number and its logarithm; and their spelling. Pure.

import { formatNumber } from "../i18n.js";

/** @typedef {{log: number, exact: bigint | null}} Large log to the base of ten; null where only that is known */

/** @param {number} base @param {number} exponent whole numbers @returns {Large} */
export const powerOf = (base, exponent) => ({ log: exponent * Math.log10(base), exact: BigInt(base) ** BigInt(exponent) });

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** "531,441" where that is short, else "7.63 × 10¹²". @param {Large} large */
export function writtenLarge({ log, exact }) {
  if (log < 9) return exact === null ? formatNumber(10 ** log, log < 2 ? 1 : 0) : formatNumber(Number(exact));
  const power = Math.floor(log + 1e-12);
  const raised = [...String(power)].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
  return `${formatNumber(10 ** (log - power), 2)} × 10${raised}`;
}
