// One state: an immutable value, replaced by patches; subscribers name the keys they read and are told when one changed.
// Only the named actions (src/actions/) call `change`; views read `state` and subscribe.

/**
 * @template {object} S
 * @typedef {object} Store
 * @property {S} state the state now; never written into
 * @property {(patch: Partial<S>) => void} change
 * @property {(keys: (keyof S)[], listener: (state: S, changed: Set<keyof S>) => void, signal: AbortSignal) => void} subscribe
 */

/**
 * @template {object} S
 * @param {S} initial
 * @returns {Store<S>}
 */
export function createStore(initial) {
  let state = Object.freeze({ ...initial });
  /** @type {Set<{keys: Set<keyof S>, listener: (state: S, changed: Set<keyof S>) => void}>} */
  const subscribers = new Set();

  return {
    get state() {
      return state;
    },

    change(patch) {
      const keys = /** @type {(keyof S)[]} */ (Object.keys(patch));
      const changed = new Set(keys.filter((key) => !Object.is(state[key], patch[key])));
      if (!changed.size) return;
      state = Object.freeze({ ...state, ...patch });
      for (const subscriber of [...subscribers]) {
        const hit = [...changed].some((key) => subscriber.keys.has(key));
        if (hit && subscribers.has(subscriber)) subscriber.listener(state, changed);
      }
    },

    subscribe(keys, listener, signal) {
      if (signal.aborted) return;
      const subscriber = { keys: new Set(keys), listener };
      subscribers.add(subscriber);
      signal.addEventListener("abort", () => subscribers.delete(subscriber), { once: true });
    },
  };
}
