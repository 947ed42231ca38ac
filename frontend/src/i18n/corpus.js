// The words of the panel for one's own corpus, fetched with it: a key and values -> a sentence.

/** @import { Language, Values } from "../i18n.js" */
import { fillPlaces } from "../i18n.js";
import en from "./corpus_en.js";
import zh from "./corpus_zh.js";

/** @typedef {keyof typeof en} CorpusKey */
/** @typedef {(key: CorpusKey, values?: Values) => string} CorpusWords */

/** @type {Record<Language, Record<CorpusKey, string>>} */
export const corpusCatalogues = { en, zh };

/** @param {Language} language @returns {CorpusWords} */
export function corpusWords(language) {
  return (key, values = {}) => fillPlaces(corpusCatalogues[language][key], key, values);
}
