// The shapes of the Train view's part of the state, as JSDoc types. No code.

/** @import { Resource } from "./resource.js" */
/** @import { StepScale } from "./figures/axis.js" */
/** @import { CorpusCard, Report, TrainingState } from "./wire.js" */

/**
 * @typedef {object} Knobs
 * @property {string} trainOn id of a corpus
 * @property {number} K
 * @property {number} D
 * @property {number} H
 * @property {"counts" | "published"} recipe
 * @property {"scaled" | "lecture" | null} init
 * @property {number | null} steps
 * @property {number | null} batch
 * @property {number | null} rate
 * @property {number} trainSeed
 * @property {number} splitSeed
 * @property {number} shuffles
 * @property {boolean} unique
 * @property {string | null} fork "training@step" where a fork begins
 */

/**
 * One training as the page knows it.
 * @typedef {object} Training
 * @property {TrainingState} about
 * @property {Report[]} reports every progress event, in order
 * @property {number} last number of the last event
 * @property {import("./stream.js").Line | null} line null while there is none
 * @property {{steps: number[], tables: number[][][]} | null} trail C at many steps, once no step is taken any more
 * @property {boolean} mine whether this page started it
 * @property {boolean} kept whether it stays when another takes its place
 * @property {number} slot 0..5, its colour
 */

/**
 * @typedef {Knobs & {
 *   runs: string[],
 *   run: string | null,
 *   sweep: string | null,
 *   atStep: number | null,
 *   stepScale: StepScale,
 *   close: boolean,
 *   trainings: Record<string, Training>,
 *   corpora: Resource<CorpusCard[]>,
 *   references: Resource<References>,
 *   starting: Resource<null>,
 * }} TrainState
 */
/** @typedef {{corpus: string, length: number, bigram: number | null, table: number | null, impossible: number, events: number}} References */

export {};
