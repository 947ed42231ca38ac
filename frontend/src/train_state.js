// The Train view's part of the state: knobs, trainings on show and what is known of each, with first values and limits.
// A knob that is null stands at what its recipe sets; a link to the view holds all knobs, so it reproduces a training.

/** @import { Fields } from "./address.js" */
/** @import { Knobs, TrainState, Training } from "./train_types.js" */
/** @import { TrainingBody, TrainingState } from "./wire.js" */
import { choiceField, numberField } from "./address.js";
import { nothingYet } from "./resource.js";

export const MOST_RUNS = 6;
export const SMOOTHING = 0.1; // added to every count of the tables behind the reference lines

export const DEFAULTS = {
  counts: { init: "scaled", steps: 1000, batch: 256, rate: 0.04 },
  published: { init: "lecture", steps: 200_000, batch: 32, rate: 0.1 },
};

/** @returns {TrainState} */
export function firstTrainState() {
  return {
    trainOn: "names",
    K: 3,
    D: 2,
    H: 100,
    recipe: "counts",
    init: null,
    steps: null,
    batch: null,
    rate: null,
    trainSeed: 1,
    splitSeed: 42,
    shuffles: 1,
    unique: false,
    fork: null,
    runs: [],
    run: null,
    sweep: null,
    atStep: null,
    stepScale: "linear",
    close: false,
    trainings: {},
    corpora: nothingYet(),
    references: nothingYet(),
    starting: nothingYet(),
  };
}

/** The largest value of each knob that is a number. */
export const MOST = { K: 32, D: 1024, H: 10_000, steps: 100_000_000, rate: 1000, batch: 1_000_000, trainSeed: Number.MAX_SAFE_INTEGER, splitSeed: Number.MAX_SAFE_INTEGER, shuffles: 100 };

const whole = (/** @type {number} */ most, /** @type {number | null} */ absent, least = 1) => numberField({ least, most, absent, whole: true });
const id = (/** @type {RegExp} */ form, /** @type {string | null} */ absent) => ({
  read: (/** @type {string} */ text) => (form.test(text) ? text : undefined),
  write: (/** @type {string | null} */ value) => (value === absent ? null : value),
  absent,
});
/** @type {string[]} */
const NO_RUNS = [];
const ID = /^[a-z0-9-]{1,64}$/;

/** @type {Fields} */
export const trainFields = {
  trainOn: id(ID, "names"),
  K: whole(MOST.K, 3),
  D: whole(MOST.D, 2),
  H: whole(MOST.H, 100),
  recipe: choiceField(["counts", "published"]),
  init: id(/^(scaled|lecture)$/, null),
  steps: whole(MOST.steps, null),
  batch: whole(MOST.batch, null),
  rate: numberField({ least: 1e-9, most: MOST.rate, absent: null }),
  trainSeed: whole(MOST.trainSeed, 1, 0),
  splitSeed: whole(MOST.splitSeed, 42, 0),
  shuffles: whole(MOST.shuffles, 1),
  unique: { read: (text) => text === "yes" || undefined, write: (value) => (value ? "yes" : null), absent: false },
  fork: id(/^[a-z0-9-]{1,64}@\d{1,9}$/, null),
  stepScale: choiceField(["linear", "log"]),
  runs: {
    read: (text) => (text.split(",").every((one) => ID.test(one)) ? text.split(",").slice(0, MOST_RUNS) : undefined),
    write: (value) => value.join(",") || null,
    absent: NO_RUNS,
    quiet: true,
  },
  run: { ...id(ID, null), quiet: true },
  sweep: { ...id(ID, null), quiet: true },
  atStep: { ...whole(MOST.steps, null, 0), quiet: true },
};

/**
 * The body that starts the training that the knobs describe.
 * @param {Knobs} knobs
 * @returns {TrainingBody}
 */
export function bodyOf({
  trainOn,
  K,
  D,
  H,
  recipe,
  init,
  steps,
  batch,
  rate,
  trainSeed,
  splitSeed,
  shuffles,
  unique,
  fork,
}) {
  const chosen = Object.entries({ init, steps, batch_size: batch, learning_rate: rate }).filter(
    ([, value]) => value !== null,
  );
  const [training, step] = fork?.split("@") ?? [];
  return {
    corpus: trainOn,
    context_length: K,
    embedding_dim: D,
    hidden_size: H,
    recipe,
    ...Object.fromEntries(chosen),
    split: { seed: splitSeed, shuffles, unique },
    seed: trainSeed,
    ...(training ? { from: { training, step: Number(step) } } : {}),
  };
}

/**
 * The knobs that describe a training, the inverse of `bodyOf`.
 * @param {TrainingState["request"]} request
 * @returns {Knobs}
 */
export function knobsOf(request) {
  const usual = DEFAULTS[request.recipe];
  const unless = (/** @type {any} */ value, /** @type {any} */ same) => (value === same ? null : value);
  return {
    trainOn: request.corpus,
    K: request.context_length,
    D: request.embedding_dim,
    H: request.hidden_size,
    recipe: request.recipe,
    init: unless(request.init, usual.init),
    steps: unless(request.steps, usual.steps),
    batch: unless(request.batch_size, usual.batch),
    rate: unless(request.learning_rate, usual.rate),
    trainSeed: request.seed,
    splitSeed: request.split.seed,
    shuffles: request.split.shuffles,
    unique: request.split.unique,
    fork: request.from ? `${request.from.training}@${request.from.step}` : null,
  };
}

/** The training on show. @param {TrainState} state @returns {Training | null} */
export const trainingOnShow = ({ trainings, run }) => (run !== null && trainings[run]) || null;

/** Whether steps are still to come by themselves. @param {TrainingState} about */
export const isUnderWay = ({ state }) => state === "queued" || state === "running";

/** Whether the default split is used, for which the server knows the losses of tables of counts. @param {{splitSeed: number, shuffles: number, unique: boolean}} knobs */
export const isDefaultSplit = ({ splitSeed, shuffles, unique }) => splitSeed === 42 && shuffles === 1 && !unique;
