// Shapes in writing, and nested values as rows: what experiments on tensors share. Pure.

/** "(3, 2)", "(5,)" and "()", as PyTorch's users write them. @param {number[]} shape */
export const writtenShape = (shape) => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;

/** A written shape as numbers, null where it is none: "(3, 2)", "3 2", "[3,2]", "3×2", "()". @param {string} text @returns {number[] | null} */
export function readShape(text) {
  const bare = text.trim().replace(/^(torch\.Size)?\s*[[(（]+/, "").replace(/[\])）]+$/, "");
  if (!bare.trim()) return text.trim() ? [] : null;
  const parts = bare.split(/[\s,，、×x]+/).filter(Boolean);
  return parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : null;
}

/** Nested lists -> each element with its index. @param {any} values @param {number[]} [at] @returns {{at: number[], value: any}[]} */
export function elementsOf(values, at = []) {
  return Array.isArray(values) ? values.flatMap((inner, position) => elementsOf(inner, [...at, position])) : [{ at, value: values }];
}

/** Nested lists of any depth as the rows of one matrix: the last axis is the columns. @param {any} values @returns {any[][]} */
export function matrixOf(values) {
  if (!Array.isArray(values)) return [[values]];
  if (!values.some(Array.isArray)) return [values];
  return values.flatMap(matrixOf);
}
