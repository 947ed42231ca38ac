// What a number of the trace was made of: step, index, the whole trace -> a line of PyTorch with the values. Pure.

/** @import { TraceStep } from "../wire.js" */
import { short } from "./tensor_picture.js";

/** The variable that a step assigns: "emb" of "emb = C[X]". @param {TraceStep} step */
export function variableOf({ expression }) {
  return expression.split(" = ")[0];
}

/**
 * Where the number at [b, i] or [b, k, d] comes from; "" for a step this page does not know.
 * @param {TraceStep} step @param {number[]} index @param {TraceStep[]} steps all of them
 */
export function originOf({ name }, [b, i, d], steps) {
  const row = (/** @type {string} */ other) => steps.find((step) => step.name === other)?.values[b] ?? [];
  const D = row("embedding")[0]?.length ?? 1;
  /** @type {Record<string, () => string>} */
  const origins = {
    embedding: () => `C[${row("ids")[i]}, ${d}]`,
    concatenation: () => `emb[${b}, ${Math.floor(i / D)}, ${i % D}]`,
    preactivation: () => `flat[${b}] @ W1[:, ${i}] + b1[${i}]`,
    hidden: () => `tanh(${short(row("preactivation")[i])})`,
    logits: () => `h[${b}] @ W2[:, ${i}] + b2[${i}]`,
    probabilities: () => `exp(${short(row("logits")[i])}) / sum(exp(logits[${b}]))`,
  };
  return origins[name]?.() ?? "";
}
