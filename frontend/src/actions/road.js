// The Road's named ways to change the state: type, pick a row of the batch, append a character, and load what that needs.

/** @import { Store } from "../store.js" */
/** @import { State } from "../state.js" */
/** @import { Api } from "../api.js" */
import { contextsIn, firstContext, withToken } from "../context.js";
import { createLoader } from "../resource.js";
import { modelOnShow } from "../state.js";

/** @typedef {ReturnType<typeof createRoadActions>} RoadActions */

const PATIENCE = 150; // ms: how long the picture waits for the counts, so that both change at once

/** @param {Store<State>} store @param {Api} api */
export function createRoadActions(store, api) {
  const trace = createLoader(store, "trace");
  const counts = createLoader(store, "counts");
  const origin = createLoader(store, "origin");

  async function loadCounts(again = false) {
    const { context, row } = store.state;
    const card = modelOnShow(store.state);
    if (!card || context === null) return;
    const contexts = contextsIn(context, card);
    const query = { context: contexts[Math.min(row, contexts.length - 1)], context_length: card.context_length };
    await counts.load(JSON.stringify([card.corpus, query]), (signal) => api.counts(card.corpus, query, signal), { again });
  }

  return {
    /** Asks for the tensors and the counts of what stands in the box; typing on drops what is on its way. @param {{again?: boolean}} [how] */
    async load({ again = false } = {}) {
      const { context } = store.state;
      const card = modelOnShow(store.state);
      if (!card) return;
      if (context === null) return store.change({ context: firstContext(card) }); // which asks again, with a context
      const contexts = contextsIn(context, card);
      const counted = Promise.race([loadCounts(again), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
      const both = async (/** @type {AbortSignal} */ signal) => (await Promise.all([api.trace(card.id, contexts, signal), counted]))[0];
      await trace.load(JSON.stringify([card.id, contexts]), both, { again });
    },
    loadCounts: () => loadCounts(),
    stop: trace.stop,
    /** Asks what the number was made of that is taken apart, of the very contexts on show. @param {{again?: boolean}} [how] */
    async loadOrigin({ again = false } = {}) {
      const { number, model, trace: shown } = store.state;
      const { value, phase, about } = shown;
      if (!number || !model || !value || phase !== "ready" || JSON.parse(about)[0] !== model) return;
      const [step, ...rest] = number.split("-");
      const index = [rowOnShow(store.state), ...rest.map(Number)];
      const shape = value.steps.find(({ name }) => name === step)?.shape;
      if (shape?.length !== index.length || !index.every((one, axis) => one < shape[axis])) return store.change({ number: null }); // of another model
      const body = { contexts: value.contexts, step, index };
      await origin.load(JSON.stringify([model, body]), (signal) => api.origin(model, body, signal), { again });
    },
    stopOrigin: origin.stop,
    /** Takes a number of the row on show apart. @param {string} step @param {number[]} index the row of the batch first */
    openNumber(step, index) {
      store.change({ number: [step, ...index.slice(1)].join("-") });
    },
    closeNumber() {
      store.change({ number: null });
    },
    /** Lights a stage of the Road, 0 for none; beyond the last comes none. @param {number} at */
    goTo(at) {
      const count = store.state.trace.value?.steps.length ?? 0;
      store.change({ at: (at + count + 1) % (count + 1) });
    },
    /** Picks a character by its row of C. @param {string} token */
    pickToken(token) {
      store.change({ token });
    },
    /** @param {string} context */
    typeContext(context) {
      store.change({ context, row: 0 });
    },
    /** @param {number} row */
    chooseRow(row) {
      store.change({ row });
    },
    /** Takes a predicted character: the window slides by one. @param {string} token */
    append(token) {
      const { context, row } = store.state;
      const card = modelOnShow(store.state);
      if (card) store.change({ context: withToken(context ?? "", row, token, card) });
    },
    /** @param {boolean} facts */
    openFacts(facts) {
      store.change({ facts });
    },
  };
}

/** The row of the batch on show, as the answer at hand has it. @param {State} state */
export function rowOnShow({ row, trace }) {
  return Math.min(row, (trace.value?.contexts.length ?? 1) - 1);
}
