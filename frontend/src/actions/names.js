// Names: the named ways to change the state. Every knob draws again with the same seed, so a reader sees the same dice under
// another temperature or model; only the button throws new dice, unless the reader chose the seed.

/** @import { Store } from "../store.js" */
/** @import { State } from "../state.js" */
/** @import { Api } from "../api.js" */
import { createLoader } from "../resource.js";
import { modelOnShow } from "../state.js";

/** @typedef {ReturnType<typeof createNamesActions>} NamesActions */
/** @typedef {"temperature" | "count" | "longest"} Knob */

const DRAWN_SEEDS = 1_000_000; // short enough to be read out

/** @param {Store<State>} store @param {Api} api */
export function createNamesActions(store, api) {
  const drawn = createLoader(store, "drawn");

  /** @param {{again?: boolean}} [how] */
  async function load({ again = false } = {}) {
    const { model, seed } = store.state;
    if (!model || !modelOnShow(store.state)) return;
    if (seed === null) return store.change({ seed: drawSeed() }); // which asks again, with a seed
    const body = requestOf(store.state);
    await drawn.load(JSON.stringify([model, body]), (signal) => api.generate(model, body, signal), { again });
  }

  return {
    load,
    stop: drawn.stop,
    /** The big button. */
    draw() {
      const { sameSeed, seed } = store.state;
      if (sameSeed && seed !== null) return load({ again: true });
      store.change({ seed: drawSeed() });
    },
    /** @param {Knob} knob @param {number} value */
    turn(knob, value) {
      store.change({ [knob]: value });
    },
    /** @param {string} prefix */
    typePrefix(prefix) {
      store.change({ prefix });
    },
    /** @param {number} seed */
    chooseSeed(seed) {
      store.change({ seed, sameSeed: true });
    },
    /** @param {boolean} sameSeed */
    keepSeed(sameSeed) {
      store.change({ sameSeed });
    },
    /** Opens a step of a name on the Road. @param {string} context padded */
    openStep(context) {
      store.change({ view: "road", context: context.replace(/^\.+/, ""), row: 0 });
    },
  };
}

/** The body that draws the names of a state. @param {State} state */
export function requestOf({ count, temperature, seed, prefix, longest }) {
  return { count, temperature, seed, prefix: prefix.normalize("NFC"), max_length: longest, explain: true };
}

function drawSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % DRAWN_SEEDS;
}
