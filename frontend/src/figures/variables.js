// A variable of a run -> text: numbers with four digits after the point, lists in brackets, texts as they are. Pure.

import { formatNumber } from "../i18n.js";

/** @param {any} value @returns {string} */
export function writtenValue(value) {
  if (Array.isArray(value)) return `[${value.map((one) => (typeof one === "number" && !Number.isInteger(one) ? formatNumber(one, 2) : typeof one === "string" ? `"${one}"` : writtenValue(one))).join(", ")}]`;
  if (typeof value !== "number") return String(value);
  return Number.isInteger(value) ? formatNumber(value) : formatNumber(value, Math.abs(value) < 0.001 ? 6 : 4);
}
