// What the Train view asks of the server, by name. Every call goes through api.ask.

/** @import { Api } from "./api.js" */
/** @import { CorpusCard, TableOfCounts, Trail, TrainingBody, TrainingState } from "./wire.js" */

/** @typedef {ReturnType<typeof createTrainingApi>} TrainingApi */

/** @param {Api} api */
export function createTrainingApi({ ask, address }) {
  const at = (/** @type {string} */ id, rest = "") => `trainings/${encodeURIComponent(id)}${rest}`;
  return {
    /** @param {AbortSignal} signal @returns {Promise<CorpusCard[]>} */
    corpora: async (signal) => (await ask("corpora", { signal })).corpora,
    /** @param {string} corpus @param {number} length @param {number} smoothing @param {AbortSignal} signal @returns {Promise<TableOfCounts>} */
    counts: (corpus, length, smoothing, signal) =>
      ask(`corpora/${encodeURIComponent(corpus)}/counts`, {
        query: { context: ".", context_length: length, smoothing },
        signal,
      }),
    /** @param {TrainingBody} body @returns {Promise<TrainingState>} */
    start: (body) => ask("trainings", { body }),
    /** @param {string} id @returns {Promise<TrainingState>} */
    state: (id) => ask(at(id)),
    /** Stops one at work (its state), forgets one that has ended (null). @param {string} id @returns {Promise<TrainingState | null>} */
    stop: (id) => ask(at(id), { method: "DELETE" }),
    /** @param {string} id @returns {Promise<TrainingState>} */
    pause: (id) => ask(at(id, "/pause"), { method: "POST" }),
    /** @param {string} id @returns {Promise<TrainingState>} */
    resume: (id) => ask(at(id, "/resume"), { method: "POST" }),
    /** @param {string} id @param {number} count @returns {Promise<Trail>} */
    trail: (id, count) => ask(at(id, "/trail"), { query: { count } }),
    /** @param {string} id @returns {Promise<null>} */
    forgetModel: (id) => ask(`models/${encodeURIComponent(id)}`, { method: "DELETE" }),
    /** @param {string} id */
    events: (id) => address(at(id, "/events")),
  };
}
