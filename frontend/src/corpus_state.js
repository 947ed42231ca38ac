// The part of the state for a corpus of one's own: what is written so far, how far the upload is, and the server's report.
// None of it is in the address; the corpus that comes of it is, as the one to train on.

/** @import { Resource } from "./resource.js" */
/** @import { ImportedCorpus } from "./wire.js" */
import { nothingYet } from "./resource.js";

/** @typedef {{name: string, text: string, file: File | null}} Draft a file stands for the text */
/**
 * @typedef {object} CorpusState
 * @property {boolean} addingCorpus whether the panel is open
 * @property {Draft} draft
 * @property {{share: number, stop: AbortController} | null} sending share of the bytes that are with the server; null at rest
 * @property {Resource<ImportedCorpus>} imported
 * @property {Resource<null>} removing about the id of the corpus
 */

/** @returns {CorpusState} */
export function firstCorpusState() {
  return { addingCorpus: false, draft: emptyDraft(), sending: null, imported: nothingYet(), removing: nothingYet() };
}

/** @returns {Draft} */
export const emptyDraft = () => ({ name: "", text: "", file: null });
