// The page's one state as a type and its first value. A view adds the keys it needs here, and says in its `fields`
// which of them the address carries.

/** @import { ClaimList, Compared, CorpusCard, Counts, Drawn, Embedding, Metric, ModelCard, Neighbours, Similarity, Trace } from "./wire.js" */
/** @import { Origin } from "./wire_numbers.js" */
/** @import { Resource } from "./resource.js" */
/** @import { Language, MessageKey, Values } from "./i18n.js" */

/** @typedef {"auto" | "light" | "dark"} Theme */
/** @typedef {{key: MessageKey, values: Values}} Notice */
/** @typedef {FrameState & import("./train_types.js").TrainState & import("./corpus_state.js").CorpusState} State */
/**
 * What the pointer or the focus rests on: a token, and where the pointer is on a pair (a cell), the other one too.
 * @typedef {{token: string, against: string | null}} Hover
 */

/**
 * @typedef {object} FrameState
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
 * @property {string | null} context what stands in the Road's box: one context or a batch of them
 * @property {number} row of the batch that is on show
 * @property {string | null} number of the row on show that is taken apart, "hidden-17" or "embedding-1-0"
 * @property {Resource<Origin>} origin of that number
 * @property {number} at which stage of the Road is lit, from 1; 0 for none
 * @property {boolean} facts whether memory and cost of the tensors are open
 * @property {Resource<Trace>} trace
 * @property {Resource<Counts>} counts of the context on show
 * @property {number} temperature
 * @property {string} prefix
 * @property {number | null} seed of the names on show
 * @property {boolean} sameSeed true when the button keeps the seed, because the reader chose it
 * @property {number} count
 * @property {number} longest most characters of a name
 * @property {Resource<Drawn>} drawn
 * @property {string | null} beside id of the model whose names stand beside, drawn with the same dice
 * @property {Resource<Compared>} pairs
 * @property {string | null} chapter of the lesson on show; null while the claim says it, or for the first
 * @property {string | null} claim of the lesson that the reader is at
 * @property {Resource<ClaimList>} claims judged for the model on show
 * @property {string[]} claimsSeen ids of the claims that the reader has had before them
 * @property {Record<string, Record<string, any>>} lab what stands on the knobs of each experiment
 */

import { firstCorpusState } from "./corpus_state.js";
import { nothingYet } from "./resource.js";
import { firstTrainState } from "./train_state.js";

/**
 * @param {{view: string, language: Language, theme: Theme, hintsDone: string[], claimsSeen: string[]}} start
 * @returns {State}
 */
export function firstState({ view, language, theme, hintsDone, claimsSeen }) {
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
    context: null,
    row: 0,
    number: null,
    origin: nothingYet(),
    at: 0,
    facts: false,
    trace: nothingYet(),
    counts: nothingYet(),
    temperature: 1,
    prefix: "",
    seed: null,
    sameSeed: false,
    count: 30,
    longest: 20,
    drawn: nothingYet(),
    beside: null,
    pairs: nothingYet(),
    ...firstTrainState(),
    chapter: null,
    claim: null,
    claims: nothingYet(),
    claimsSeen,
    lab: {},
    ...firstCorpusState(),
  };
}

/**
 * The card of the model on show, null until both are known.
 * @param {State} state
 */
export function modelOnShow(state) {
  return state.models.value?.find((card) => card.id === state.model) ?? null;
}
