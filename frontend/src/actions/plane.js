// The Plane's named ways to change the state: select, hover, metric, zoom, and loading what the selection needs.

/** @import { Store } from "../store.js" */
/** @import { Hover, State } from "../state.js" */
/** @import { Api } from "../api.js" */
/** @import { Metric } from "../wire.js" */
import { createLoader } from "../resource.js";
import { modelOnShow } from "../state.js";
import { firstToken } from "../token.js";

/** @typedef {ReturnType<typeof createPlaneActions>} PlaneActions */

export const ZOOMS = [1, 2, 4, 8];
export const LIST_LIMIT = 100; // neighbours asked for, so that a rank can be followed from one list to the other

/**
 * @param {Store<State>} store
 * @param {Api} api
 */
export function createPlaneActions(store, api) {
  const embedding = createLoader(store, "embedding");
  const corpus = createLoader(store, "corpus");
  const similarity = createLoader(store, "similarity");
  const neighbours = createLoader(store, "neighbours");

  /** Selects the first token to look at when none is, or when the one asked for is not in the table. */
  function settleToken() {
    const { embedding: answer, model, token } = store.state;
    const tokens = answer.value?.tokens;
    if (!tokens || answer.phase !== "ready" || answer.about !== model || tokens.includes(token ?? "")) return;
    const shown = firstToken(tokens);
    store.change({ token: shown });
    if (token !== null)
      store.change({ notices: [...store.state.notices, { key: "notice.token", values: { asked: token, shown } }] });
  }

  return {
    /**
     * Asks for whatever the view needs and does not have. Failures stay in their own places.
     * @param {{again?: keyof State}} [how] the resource to ask for anew
     */
    load({ again } = {}) {
      const { model, token, metric } = store.state;
      const card = modelOnShow(store.state);
      if (!card || !model) return;
      const asks = [
        embedding
          .load(model, (signal) => api.embedding(model, signal), { again: again === "embedding" })
          .then(settleToken),
        corpus.load(card.corpus, (signal) => api.corpus(card.corpus, signal), { again: again === "corpus" }),
        similarity.load(`${model} ${metric}`, (signal) => api.similarity(model, metric, signal), {
          again: again === "similarity",
        }),
      ];
      if (token !== null && card.vocabulary.includes(token)) {
        const about = JSON.stringify([model, token]);
        const ask = (/** @type {Metric} */ by, /** @type {AbortSignal} */ signal) =>
          api.neighbours(model, { of: token, k: listLength(card.vocabulary.length), metric: by }, signal);
        const both = async (/** @type {AbortSignal} */ signal) => {
          const [cosine, euclidean] = await Promise.all([ask("cosine", signal), ask("euclidean", signal)]);
          return { cosine, euclidean };
        };
        asks.push(neighbours.load(about, both, { again: again === "neighbours" }));
      }
      return Promise.all(asks);
    },

    /** @param {"embedding" | "similarity" | "neighbours"} what */
    stop(what) {
      ({ embedding, similarity, neighbours })[what].stop();
    },

    /** @param {string} token */
    selectToken(token) {
      store.change({ token, notices: [] });
    },
    /** @param {Hover | null} hover */
    hover(hover) {
      const now = store.state.hover;
      if (now?.token !== hover?.token || now?.against !== hover?.against) store.change({ hover });
    },
    /** @param {Metric} metric */
    chooseMetric(metric) {
      store.change({ metric });
    },
    /** @param {-1 | 0 | 1} step out, back to all, in */
    turnZoom(step) {
      const at = step === 0 ? 0 : ZOOMS.indexOf(store.state.zoom) + step;
      store.change({ zoom: ZOOMS[Math.min(Math.max(at, 0), ZOOMS.length - 1)] });
    },
  };
}

/**
 * How many neighbours to ask for.
 * @param {number} rows of the table
 */
export function listLength(rows) {
  return Math.min(Math.max(rows - 1, 1), LIST_LIMIT);
}
