// The exercises, one a chapter: dice -> what is asked, with numbers, and the answer to each part. Answers are arithmetic in
// the page or the server's own; the first numbers are the lesson's, later ones are drawn.

/** @import { Api } from "../../api.js" */
import { termsOf } from "../../figures/parameters.js";
import { powerOf } from "../../figures/large.js";
import { cosine, dot } from "../../figures/rulers.js";
import { spelled } from "../../figures/stand_ins.js";

/** @typedef {number | bigint | number[] | string} Answer a number, a shape, a list of numbers, or a text */
/** @typedef {{label: string, answer: Answer, tolerance?: number}} Part the label is a word of the catalogue, or stands as it is */
/** @typedef {{values: Record<string, string | number>, parts: Part[]}} Exercise */
/** @typedef {{dice: (least: number, most: number) => number, first: boolean, api: Api, corpus: string, vocabulary: string[], signal: AbortSignal}} Source */

const WORDS = ["emma", "olivia", "anna", "hannah", "elena", "mia", "isabella", "otto"];

/** A word that the model can read. @param {Source} source */
const wordOf = ({ first, dice, vocabulary }) => spelled(first ? "emma" : WORDS[dice(0, WORDS.length - 1)], vocabulary);

/** @param {Source} source @param {string} word @param {number} K */
const rowsOf = async ({ api, corpus, signal }, word, K) => (await api.contexts(corpus, { text: word, context_length: K }, signal)).rows;

/** @type {Record<string, (source: Source) => Exercise | Promise<Exercise>>} */
export const EXERCISE_LIST = {
  "one-character": async ({ dice, first, api, corpus, vocabulary, signal }) => {
    const token = spelled(first ? "a" : "aeinlrst"[dice(0, 7)], vocabulary);
    const { row, total } = await api.counts(corpus, { context: token, context_length: 1 }, signal);
    const { token: next, count } = first ? row[0] : [...row].sort((x, y) => y.count - x.count)[dice(0, 4)];
    return { values: { token, total, next, count }, parts: [{ label: "percent", answer: (100 * count) / total, tolerance: 0.06 }] };
  },
  "table-empties": ({ dice, first }) => {
    const [V, K] = first ? [27, 4] : [dice(5, 60), dice(2, 6)];
    return { values: { V, K }, parts: [{ label: "cells", answer: powerOf(V, K + 1).exact ?? 0n }] };
  },
  window: async (source) => {
    const [word, K] = [wordOf(source), source.first ? 3 : source.dice(2, 5)];
    const rows = await rowsOf(source, word, K);
    return { values: { word, K }, parts: [{ label: "rows", answer: rows.length }, { label: "third", answer: rows[2].context }] };
  },
  lookup: async (source) => {
    const [word, K] = [wordOf(source), source.first ? 3 : source.dice(2, 4)];
    const token = [...word][source.first ? 1 : source.dice(0, [...word].length - 1)];
    const rows = await rowsOf(source, word, K);
    return { values: { word, K, token }, parts: [{ label: "uses", answer: rows.reduce((sum, { context }) => sum + [...context].filter((one) => one === token).length, 0) }] };
  },
  shapes: ({ dice, first }) => {
    const [B, K, D] = first ? [32, 3, 2] : [dice(2, 64), dice(2, 8), dice(2, 30)];
    return { values: { B, K, D }, parts: [{ label: "C[X]", answer: [B, K, D] }, { label: "C[X][0]", answer: [K, D] }, { label: "C[X][:, -1]", answer: [B, D] }] };
  },
  "equal-distances": ({ dice, first }) => {
    const d = first ? 2 : dice(3, 40);
    return { values: { d }, parts: [{ label: "points", answer: d + 1 }] };
  },
  "how-alike": ({ dice, first }) => {
    const [a, b, c, d] = first ? [1, 1, 10, 10] : [dice(1, 5), dice(0, 5), dice(-5, 5), dice(1, 5)];
    return { values: { a, b, c, d }, parts: [{ label: "dot", answer: dot([a, b], [c, d]) }, { label: "cosine", answer: cosine([a, b], [c, d]) ?? 0, tolerance: 0.006 }] };
  },
  concatenation: ({ dice, first }) => {
    const [K, D, H] = first ? [3, 2, 100] : [dice(2, 8), dice(2, 30), 10 * dice(5, 40)];
    return { values: { K, D, H }, parts: [{ label: "width", answer: K * D }, { label: "W1", answer: [K * D, H] }] };
  },
  storage: async ({ dice, first, api, signal }) => {
    const [rows, columns] = first ? [3, 4] : [dice(2, 3), dice(2, 4)];
    const size = rows * columns;
    const body = { shape: [rows, columns], calls: ["t()", `reshape(${size})`] };
    const { steps } = /** @type {import("../../wire.js").Stored} */ (await api.ask("experiments/storage", { body, signal }));
    return { values: { rows, columns, size }, parts: [{ label: "stride", answer: steps[0].stride }, { label: "order", answer: steps[2].values }] };
  },
  parameters: ({ dice, first }) => {
    const [B, K, D, H, V] = first ? [5, 3, 4, 8, 6] : [dice(2, 9), dice(2, 5), dice(2, 9), dice(4, 20), dice(5, 27)];
    const total = termsOf({ K, D, H, V }).reduce((sum, { count }) => sum + count, 0);
    const shapes = { X: [B, K], emb: [B, K, D], flat: [B, K * D], hidden: [B, H], logits: [B, V] };
    return { values: { B, K, D, H, V }, parts: [...Object.entries(shapes).map(([label, answer]) => ({ label, answer })), { label: "parameters", answer: total }] };
  },
  "one-forward": ({ dice, first }) => {
    const [B, V] = first ? [32, 27] : [dice(2, 90), dice(5, 90)];
    return { values: { B, V }, parts: [{ label: "logits", answer: [B, V] }, { label: "sum", answer: B }] };
  },
  loss: ({ dice, first }) => {
    const p = first ? 0.5 : dice(1, 19) / 20;
    return { values: { p }, parts: [{ label: "nats", answer: -Math.log(p), tolerance: 0.006 }] };
  },
};
