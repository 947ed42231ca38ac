// Bytes and seconds in the unit that reads best: 137,591,202,264 -> "137.6 GB", 0.0000156 -> "15.6 µs". Pure.

import { formatNumber } from "../i18n.js";

const BYTES = ["B", "kB", "MB", "GB", "TB"];
const SECONDS = /** @type {const} */ ([[1, "s"], [1e-3, "ms"], [1e-6, "µs"]]);

/** @param {number} count */
export function bytesText(count) {
  let [value, unit] = [count, 0];
  while (value >= 999.95 && unit < BYTES.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${formatNumber(value, unit ? 1 : 0)} ${BYTES[unit]}`;
}

/** Three significant figures. @param {number} seconds */
export function secondsText(seconds) {
  const [one, unit] = SECONDS.find(([size]) => seconds >= 0.9995 * size) ?? SECONDS[SECONDS.length - 1];
  const value = seconds / one;
  return `${formatNumber(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0)} ${unit}`;
}
