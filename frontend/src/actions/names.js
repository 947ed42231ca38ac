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
  const pairs = createLoader(store, "pairs");

  /** @param {{again?: boolean}} [how] */
  async function load({ again = false } = {}) {
    const { model, seed } = store.state;
    if (!model || !modelOnShow(store.state)) return;
    if (seed === null) return store.change({ seed: drawSeed() }); // which asks again, with a seed
    if (besideOf(store.state)) {
      const asked = compareRequestOf(store.state);
      return pairs.load(JSON.stringify(asked), (signal) => api.compare(asked, signal), { again });
    }
    const body = requestOf(store.state);
    await drawn.load(JSON.stringify([model, body]), (signal) => api.generate(model, body, signal), { again });
  }

  return {
    load,
    stop() {
      drawn.stop();
      pairs.stop();
    },
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
    /** @param {string | null} beside id of a second model, or none */
    compareWith(beside) {
      store.change({ beside });
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

/** The model to compare with, null where none is chosen or it is the one on show. @param {State} state */
export function besideOf({ beside, model }) {
  return beside !== model ? beside : null;
}

/** The body that draws the names of a state from two models. @param {State} state */
export function compareRequestOf(state) {
  const { explain: _, ...knobs } = requestOf(state);
  return { models: [state.model ?? "", besideOf(state) ?? ""], ...knobs };
}

function drawSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % DRAWN_SEEDS;
}
