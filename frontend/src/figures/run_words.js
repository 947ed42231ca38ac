// What tells several trainings apart, in a few words: their knobs -> a name for each. Pure.

/** @import { TrainingState } from "../wire.js" */

/** @typedef {TrainingState["request"]} Request */
/** @type {[string, (request: Request) => string | number | boolean][]} the words for a knob, and its value */
const KNOBS = [
  ["", ({ corpus }) => corpus],
  ["K", ({ context_length }) => context_length],
  ["D", ({ embedding_dim }) => embedding_dim],
  ["H", ({ hidden_size }) => hidden_size],
  ["", ({ recipe }) => recipe],
  ["", ({ init }) => init],
  ["steps", ({ steps }) => steps.toLocaleString("en")],
  ["batch", ({ batch_size }) => batch_size],
  ["rate", ({ learning_rate }) => learning_rate],
  ["seed", ({ seed }) => seed],
  ["split", ({ split }) => `${split.seed}·${split.shuffles}${split.unique ? "·unique" : ""}`],
  ["from", ({ from }) => (from ? from.step.toLocaleString("en") : "0")],
];

/**
 * What each of some trainings is called beside the others: the knobs in which they differ, or K, D and H for one alone.
 * @param {Request[]} requests
 * @returns {string[]}
 */
export function namesOfRuns(requests) {
  const differing = KNOBS.filter(([, value]) => new Set(requests.map(value)).size > 1);
  const told = requests.length > 1 && differing.length ? differing : KNOBS.slice(1, 4);
  return requests.map((request) =>
    told
      .map(([word, value]) => (word.length > 1 ? `${word} ${value(request)}` : `${word}${value(request)}`))
      .join(" · "),
  );
}
