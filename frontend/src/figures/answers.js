// What a reader typed against the right answer: text and answer -> right or not; and an answer in writing. Pure.

import { formatNumber } from "../i18n.js";
import { readShape, writtenShape } from "./shapes.js";

/** @typedef {import("../views/experiments/exercise_list.js").Answer} Answer */

/** @param {string} text */
const bare = (text) => text.trim().replace(/[,，\s%'"“”]/g, "").replace(/\u2212/g, "-");

/** @param {string} typed @param {Answer} answer @param {number} [tolerance] @returns {boolean} */
export function isRight(typed, answer, tolerance = 0) {
  if (!typed.trim()) return false;
  if (typeof answer === "string") return typed.trim().replace(/['"“”]/g, "") === answer;
  if (Array.isArray(answer)) return readShape(typed)?.join() === answer.join();
  const text = bare(typed);
  if (typeof answer === "bigint") return /^\d+$/.test(text) && BigInt(text) === answer;
  const fraction = /^(-?[\d.]+)\/([\d.]+)$/.exec(text);
  const value = fraction ? Number(fraction[1]) / Number(fraction[2]) : Number(text);
  return Math.abs(value - answer) <= tolerance + 1e-9;
}

/** @param {Answer} answer @returns {string} */
export function writtenAnswer(answer) {
  if (Array.isArray(answer)) return writtenShape(answer);
  if (typeof answer === "bigint") return answer.toLocaleString("en");
  return typeof answer === "number" ? formatNumber(answer) : answer;
}
