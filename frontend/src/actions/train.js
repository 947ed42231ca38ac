// The Train view's named ways to change the state: turn a knob, start, pause, go on, stop, fork, keep, remove, scrub.
// A knob moved on a small model trains at once in place of the one before; pressing the button keeps what has ended.

/** @import { Store } from "../store.js" */
/** @import { State } from "../state.js" */
/** @import { Api } from "../api.js" */
/** @import { FrameActions } from "./frame.js" */
/** @import { Knobs } from "../train_types.js" */
import { ApiError } from "../api.js";
import { createTrainingApi } from "../api_trainings.js";
import { parametersOf } from "../figures/parameters.js";
import { createLoader } from "../resource.js";
import { DEFAULTS, MOST_RUNS, SMOOTHING, bodyOf, isDefaultSplit, knobsOf, trainingOnShow } from "../train_state.js";
import { createTrainings } from "./trainings.js";

/** @typedef {ReturnType<typeof createTrainActions>} TrainActions */

const SETTLED = 280; // ms without a change of a knob before it trains at once
const SMALL = 4e9; // steps x batch x parameters that take about a second

/**
 * @param {Store<State>} store
 * @param {Api} api
 * @param {FrameActions} frame
 * @param {AbortSignal} signal
 */
export function createTrainActions(store, api, frame, signal) {
  const server = createTrainingApi(api);
  const trainings = createTrainings(store, server, signal);
  const corpora = createLoader(store, "corpora");
  const references = createLoader(store, "references");
  let timer = 0;
  let posting = false;
  /** @type {{replace: boolean} | null} what to do once the start under way has been answered */
  let next = null;
  /** @type {() => unknown} what failed, to be tried again */
  let attempt = () => start(false);
  signal.addEventListener("abort", () => clearTimeout(timer));

  /** What the reader sees is what the knobs would repeat. */
  function subject() {
    const shown = trainingOnShow(store.state);
    return shown ? knobsOf(shown.about.request) : store.state;
  }

  function isSmall() {
    const { recipe, steps, batch } = store.state;
    const usual = DEFAULTS[recipe];
    const V = store.state.corpora.value?.find(({ id }) => id === store.state.trainOn)?.vocabulary.length ?? 27;
    return (steps ?? usual.steps) * (batch ?? usual.batch) * parametersOf({ ...store.state, V }) <= SMALL;
  }

  /** How what was asked of the server stands. @param {Partial<State["starting"]>} patch */
  const put = (patch) => store.change({ starting: { ...store.state.starting, ...patch } });

  /** @param {boolean} replace whether the training on show makes room for the new one */
  async function start(replace) {
    if (posting) {
      next = { replace };
      return;
    }
    posting = true;
    attempt = () => start(replace);
    clearTimeout(timer);
    put({ phase: "waiting", error: null });
    try {
      const about = await server.start(bodyOf(store.state));
      const old = store.state.run;
      if (replace && old) void trainings.discard(old);
      makeRoom();
      trainings.add(about, true);
      store.change({ runs: [...store.state.runs, about.id], run: about.id, atStep: null, fork: null });
      put({ phase: "ready" });
      void trainings.watch(about.id);
    } catch (error) {
      put({ phase: "failed", error: error instanceof ApiError ? error : new ApiError("garbled") });
      if (!(error instanceof ApiError)) throw error;
    } finally {
      posting = false;
    }
    const again = next;
    next = null;
    if (again) await start(again.replace || replace);
  }

  /** The oldest that nobody asked to keep leaves the picture when a seventh comes. */
  function makeRoom() {
    while (store.state.runs.length >= MOST_RUNS) {
      const { runs, trainings: known } = store.state;
      trainings.forget(runs.find((id) => !known[id]?.kept) ?? runs[0]);
    }
  }

  /** @param {"pause" | "resume" | "stop"} what */
  async function steer(what) {
    const id = store.state.run;
    if (!id) return;
    attempt = () => steer(what);
    if (store.state.starting.phase === "failed") put({ phase: "idle", error: null });
    try {
      const about = await server[what](id);
      if (about) trainings.put(id, { about });
      if (what !== "pause") void trainings.watch(id);
      else await trainings.settle(id);
    } catch (error) {
      await trainings.look(id);
      if (!(error instanceof ApiError)) throw error;
      if (![404, 422].includes(error.status)) put({ phase: "failed", error }); // else it ended in the meantime: nothing to steer
    }
  }

  return {
    /** Asks for what the view needs. @param {{again?: boolean}} [how] */
    load({ again = false } = {}) {
      const { trainOn: corpus, K: length, ...knobs } = subject();
      const asks = [corpora.load("corpora", server.corpora, { again })];
      if (isDefaultSplit(knobs)) {
        asks.push(
          references.load(
            `${corpus} ${length}`,
            async (until) => {
              const ask = (/** @type {number} */ K, smoothing = SMOOTHING) =>
                server.counts(corpus, K, smoothing, until);
              const [bigram, table, bare] = await Promise.all([ask(1), ask(length), ask(length, 0)]);
              return {
                corpus,
                length,
                bigram: bigram.dev_loss,
                table: table.dev_loss,
                impossible: bare.impossible_events,
                events: bare.dev_events,
              };
            },
            { again },
          ),
        );
      }
      return Promise.all(asks);
    },
    /** Follows what the address names. */
    attach() {
      const { runs, run } = store.state;
      if (run && !runs.includes(run)) store.change({ runs: [...runs, run].slice(-MOST_RUNS) });
      else if (!run && runs.length) store.change({ run: runs.at(-1) });
      for (const id of store.state.runs) void trainings.show(id);
    },

    /** @param {Partial<Knobs>} knobs */
    turn(knobs) {
      if (knobs.recipe && knobs.recipe !== store.state.recipe)
        knobs = { ...knobs, init: null, steps: null, batch: null, rate: null };
      store.change(knobs);
      clearTimeout(timer);
      const shown = trainingOnShow(store.state);
      if (shown?.mine && !shown.kept && !store.state.fork && isSmall())
        timer = setTimeout(() => void start(true), SETTLED);
    },
    /** The big button. */
    train() {
      frame.finishHint("press-train");
      return start(trainings.isUnderWay(store.state.run));
    },
    pause: () => steer("pause"),
    goOn: () => steer("resume"),
    stop: () => steer("stop"),
    /** What failed once more: to start, pause, go on or stop. */
    tryAgain: () => void attempt(),

    /** Takes the knobs of the training on show, to go on from a step of it with one of them changed. @param {number} step */
    fork(step) {
      const shown = trainingOnShow(store.state);
      if (!shown) return;
      trainings.put(shown.about.id, { kept: true });
      store.change({ ...knobsOf(shown.about.request), fork: `${shown.about.id}@${step}` });
    },
    leaveFork: () => store.change({ fork: null }),
    /** @param {string} id @param {boolean} kept */
    keep: (id, kept) => trainings.put(id, { kept }),
    /** @param {string} id */
    remove: (id) => trainings.forget(id),
    /** @param {string} id */
    show(id) {
      store.change({ run: id, atStep: null });
    },
    /** Makes a training's model the one that every view shows. @param {string} id */
    async use(id) {
      trainings.put(id, { kept: true });
      await frame.loadModels({ again: true });
      frame.chooseModel(id);
    },
    /** @param {number | null} step null goes with the training */
    scrub(step) {
      store.change({ atStep: step });
    },
    /** @param {State["stepScale"]} stepScale */
    chooseScale: (stepScale) => store.change({ stepScale }),
    /** @param {boolean} close */
    lookClose: (close) => store.change({ close }),
  };
}
