// What the page knows of one thing it asked the server for, failure included, and the loader that keeps only the latest.
// While a new answer is awaited the old value stays, so nothing jumps.

/** @import { Store } from "./store.js" */
/** @import { State } from "./state.js" */
import { ApiError } from "./api.js";

/**
 * @template T
 * @typedef {object} Resource
 * @property {"idle" | "waiting" | "ready" | "failed"} phase
 * @property {T | null} value the last answer
 * @property {ApiError | null} error
 * @property {string} about what `value` answers, or "" ; two equal strings ask the same
 */

/** @returns {Resource<any>} */
export function nothingYet() {
  return { phase: "idle", value: null, error: null, about: "" };
}

/**
 * Loads into one key of the state. A newer call aborts the older one, and a stale answer is dropped.
 * @param {Store<State>} store
 * @param {keyof State} key a key that holds a Resource
 */
export function createLoader(store, key) {
  /** @type {AbortController | null} */
  let running = null;
  /** @type {string | null} */
  let wanted = null;

  /** @param {Partial<Resource<any>>} patch */
  function put(patch) {
    const now = /** @type {Resource<any>} */ (store.state[key]);
    store.change(/** @type {any} */ ({ [key]: { ...now, ...patch } }));
  }

  return {
    /**
     * Asks unless the same was asked already; what failed waits for the reader to ask again.
     * @template T
     * @param {string} about
     * @param {(signal: AbortSignal) => Promise<T>} ask
     * @param {{again?: boolean}} [how] `again` asks anew in any case (retry)
     */
    async load(about, ask, { again = false } = {}) {
      if (!again && about === wanted) return;
      running?.abort();
      const mine = new AbortController();
      running = mine;
      wanted = about;
      put({ phase: "waiting", error: null });
      try {
        const value = await ask(mine.signal);
        if (running === mine) put({ phase: "ready", value, about });
      } catch (failure) {
        const error = failure instanceof ApiError ? failure : null;
        if (running === mine) put({ phase: "failed", error: error ?? new ApiError("garbled") });
        if (!error) throw failure; // a fault of the page, not of the server: it belongs in the console too
      }
    },

    /** Gives up waiting; the place says so and offers to ask again. */
    stop() {
      running?.abort();
    },
  };
}
