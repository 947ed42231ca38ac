// What a number of the trace was made of: step, index, the whole trace -> name and a line of PyTorch with the values. Pure.

/** @import { TraceStep } from "../wire.js" */
import { short } from "./tensor_picture.js";

/** The variable that a step assigns: "emb" of "emb = C[X]". @param {TraceStep} step */
export function variableOf({ expression }) {
  return expression.split(" = ")[0];
}

/**
 * @param {any} values
 * @param {number[]} index
 * @returns {number}
 */
export function valueAt(values, index) {
  return index.reduce((part, at) => part[at], values);
}

/**
 * Where the number at an index comes from, in the words of the code; "" for a step this page does not know.
 * @param {TraceStep} step
 * @param {number[]} index [b, i] or [b, k, d]
 * @param {TraceStep[]} steps all of them
 */
export function originOf({ name }, index, steps) {
  const [b, i, d] = index;
  const of = (/** @type {string} */ other) => steps.find((one) => one.name === other);
  const number = (/** @type {string} */ other, /** @type {number[]} */ at) => {
    const step = of(other);
    return step ? valueAt(step.values, at) : NaN;
  };
  const D = of("embedding")?.shape[2] ?? 1;
  switch (name) {
    case "embedding":
      return `C[${number("ids", [b, i])}, ${d}]`;
    case "concatenation":
      return `emb[${b}, ${Math.floor(i / D)}, ${i % D}]`;
    case "preactivation":
      return `flat[${b}] @ W1[:, ${i}] + b1[${i}]`;
    case "hidden":
      return `tanh(${short(number("preactivation", [b, i]))})`;
    case "logits":
      return `h[${b}] @ W2[:, ${i}] + b2[${i}]`;
    case "probabilities":
      return `exp(${short(number("logits", [b, i]))}) / sum(exp(logits[${b}]))`;
    default:
      return "";
  }
}
