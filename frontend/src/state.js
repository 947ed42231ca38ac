// The page's one state as a type and its first value. A view adds the keys it needs here, and says in its `fields`
// which of them the address carries.

/** @import { CorpusCard, Embedding, Metric, ModelCard, Neighbours, Similarity } from "./wire.js" */
/** @import { Resource } from "./resource.js" */
/** @import { Language, MessageKey, Values } from "./i18n.js" */

/** @typedef {"auto" | "light" | "dark"} Theme */
/** @typedef {{key: MessageKey, values: Values}} Notice */
/**
 * What the pointer or the focus rests on: a token, and where the pointer is on a pair (a cell), the other one too.
 * @typedef {{token: string, against: string | null}} Hover
 */

/**
 * @typedef {object} State
 * @property {string} view id of the view on show
 * @property {string | null} model id of the model that every view shows; null until it is known
 * @property {Language} language
 * @property {boolean} languageChosen true when the switch or the address chose it, not the browser
 * @property {Theme} theme
 * @property {Notice[]} notices quiet lines under the frame
 * @property {string[]} hintsDone
 * @property {Resource<ModelCard[]>} models
 * @property {string | null} token selected on the Plane
 * @property {Metric} metric of the heatmap
 * @property {number} zoom of the map: 1 shows all, each step doubles
 * @property {Hover | null} hover
 * @property {Resource<CorpusCard>} corpus
 * @property {Resource<Embedding>} embedding
 * @property {Resource<Similarity>} similarity
 * @property {Resource<{cosine: Neighbours, euclidean: Neighbours}>} neighbours
 */

import { nothingYet } from "./resource.js";

/**
 * @param {{view: string, language: Language, theme: Theme, hintsDone: string[]}} start
 * @returns {State}
 */
export function firstState({ view, language, theme, hintsDone }) {
  return {
    view,
    model: null,
    language,
    languageChosen: false,
    theme,
    notices: [],
    hintsDone,
    models: nothingYet(),
    token: null,
    metric: "cosine",
    zoom: 1,
    hover: null,
    corpus: nothingYet(),
    embedding: nothingYet(),
    similarity: nothingYet(),
    neighbours: nothingYet(),
  };
}

/**
 * The card of the model on show, null until both are known.
 * @param {State} state
 */
export function modelOnShow(state) {
  return state.models.value?.find((card) => card.id === state.model) ?? null;
}
