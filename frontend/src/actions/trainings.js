// What the page knows of trainings, kept up to date: each is followed through its stream, resumed where a line broke, and once
// no more steps are taken its whole trail is fetched. Trainings that this page started can be discarded without a trace.

/** @import { Store } from "../store.js" */
/** @import { State } from "../state.js" */
/** @import { Training } from "../train_types.js" */
/** @import { TrainingState } from "../wire.js" */
/** @import { TrainingApi } from "../api_trainings.js" */
import { ApiError } from "../api.js";
import { followEvents } from "../stream.js";
import { MOST_RUNS, isUnderWay } from "../train_state.js";

/** @typedef {ReturnType<typeof createTrainings>} Trainings */

const LOOK = 700; // ms between two looks at a training that waits for its turn
const TRAIL_NUMBERS = 120_000; // about as many numbers of C are fetched to scrub through
const ENDED = ["done", "cancelled", "failed"];
const PATIENCE = 200; // looks at a training that is to end before it is left alone

/**
 * @param {Store<State>} store
 * @param {TrainingApi} api
 * @param {AbortSignal} signal
 */
export function createTrainings(store, api, signal) {
  /** @type {Set<string>} */
  const watched = new Set();
  const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

  /** @param {string} id @param {Partial<Training>} patch */
  function put(id, patch) {
    const known = store.state.trainings[id];
    if (known) store.change({ trainings: { ...store.state.trainings, [id]: { ...known, ...patch } } });
  }

  /** @param {TrainingState} about @param {boolean} mine */
  function add(about, mine) {
    const { trainings, runs } = store.state;
    const taken = new Set(runs.map((id) => trainings[id]?.slot));
    const slot = [...Array(MOST_RUNS).keys()].find((one) => !taken.has(one)) ?? 0;
    const fresh = { about, reports: [], last: 0, line: null, trail: null, mine, kept: false, slot };
    store.change({ trainings: { ...trainings, [about.id]: fresh } });
  }

  /** Asks how a training stands. @param {string} id */
  async function look(id) {
    try {
      put(id, { about: await api.state(id) });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) forget(id);
    }
  }

  /** Takes a training out of the page; the server keeps it. @param {string} id */
  function forget(id) {
    const { trainings, runs, run } = store.state;
    const { [id]: _, ...others } = trainings;
    const left = runs.filter((one) => one !== id);
    store.change({
      trainings: others,
      runs: left,
      run: run === id ? (left.at(-1) ?? null) : run,
      atStep: run === id ? null : store.state.atStep,
    });
  }

  /** Follows a training until it has ended. @param {string} id */
  async function watch(id) {
    if (watched.has(id) || signal.aborted) return;
    watched.add(id);
    const own = new AbortController();
    const end = () => own.abort();
    signal.addEventListener("abort", end, { once: true });
    void waitForTurn(id, own.signal);
    const known = store.state.trainings[id];
    const found = await followEvents(api.events(id), {
      after: known?.last ?? 0,
      onLine: (line) => put(id, { line }),
      async isOver(newest) {
        if (newest) return ENDED.includes(newest.kind); // the rest is still to be fetched, however the training stands by now
        await look(id);
        return !isUnderWayNow(id) && store.state.trainings[id]?.about.state !== "paused";
      },
      onEvents: (events) => {
        const now = store.state.trainings[id];
        if (!now) return end();
        const reports = [...now.reports, ...events.filter(({ kind }) => kind === "progress").map(({ data }) => data)];
        const newest = reports.at(-1);
        const about = newest
          ? { ...now.about, step: newest.step, losses: { ...newest.losses, test: null } }
          : now.about;
        if (about.state === "queued" && newest) about.state = "running";
        put(id, { reports, last: events[events.length - 1].id, about: { ...about, position: null } });
      },
      signal: own.signal,
    });
    end();
    watched.delete(id);
    if (signal.aborted) return;
    if (!found) return forget(id);
    put(id, { line: null });
    await settle(id);
  }

  /** The last event comes a moment before the state that says so; then the whole trail is there. @param {string} id */
  async function settle(id) {
    await look(id);
    for (let looks = 0; looks < PATIENCE && !signal.aborted && isUnderWayNow(id); looks += 1) {
      await pause(LOOK / 4);
      await look(id);
    }
    await fetchTrail(id);
  }

  /** Whether a training still takes steps or waits to. @param {string | null} id */
  function isUnderWayNow(id) {
    const known = id === null ? null : store.state.trainings[id];
    return Boolean(known && isUnderWay(known.about));
  }

  /** While a training is queued, its place is asked for again and again. @param {string} id @param {AbortSignal} until */
  async function waitForTurn(id, until) {
    while (!until.aborted && store.state.trainings[id]?.about.state === "queued") {
      await pause(LOOK);
      if (!until.aborted && store.state.trainings[id]?.about.state === "queued") await look(id);
    }
  }

  /** C at many steps, for scrubbing. @param {string} id */
  async function fetchTrail(id) {
    const { reports } = store.state.trainings[id] ?? {};
    if (!reports?.length) return;
    const size = reports[0].table.length * reports[0].table[0].length;
    const count = Math.round(Math.min(2000, Math.max(20, TRAIL_NUMBERS / size)));
    try {
      const { steps, tables } = await api.trail(id, count);
      if (steps.length) put(id, { trail: { steps, tables } });
    } catch {
      // the reports alone are a coarser film, and the page stays usable
    }
  }

  return {
    put,
    add,
    look,
    forget,
    watch,

    /** Shows a training that the address names; it starts nothing. @param {string} id */
    async show(id) {
      const known = store.state.trainings[id];
      if (known) return known.trail && ENDED.includes(known.about.state) ? undefined : watch(id);
      try {
        add(await api.state(id), false);
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) {
          forget(id);
          store.change({ notices: [...store.state.notices, { key: "notice.training", values: { asked: id } }] });
        }
        return;
      }
      await watch(id);
    },

    /** Stops a training that this page started and removes it with its model. @param {string} id */
    async discard(id) {
      const gone = store.state.trainings[id];
      forget(id);
      if (!gone?.mine || gone.kept) return;
      try {
        for (let looks = 0; looks < PATIENCE && (await api.stop(id)); looks += 1) await pause(LOOK / 2);
        await api.forgetModel(id);
      } catch {
        // a training that failed has no model; without a server there is nothing to remove it from
      }
    },

    settle,
    isUnderWay: isUnderWayNow,
  };
}
