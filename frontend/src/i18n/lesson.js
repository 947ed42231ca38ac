// The lesson's own words, fetched with the lesson: a key and values -> a sentence. Catalogues are lesson_en.js and lesson_zh.js,
// and one file in lab/ for each experiment, which holds both languages.

/** @import { Language, Values } from "../i18n.js" */
import { fillPlaces } from "../i18n.js";
import en from "./lesson_en.js";
import zh from "./lesson_zh.js";

/** @typedef {keyof typeof en} LessonKey */
/** @typedef {(key: LessonKey, values?: Values) => string} Words */

/** @type {Record<Language, Record<LessonKey, string>>} */
export const lessonCatalogues = { en, zh };

/**
 * The words of one language; a missing key is a fault, and throws.
 * @template {string} K
 * @param {Record<Language, Record<K, string>>} catalogues
 * @param {Language} language
 * @returns {(key: K, values?: Values) => string}
 */
export function wordsIn(catalogues, language) {
  return (key, values = {}) => {
    const sentence = catalogues[language][key];
    if (sentence === undefined) throw new Error(`The ${language} catalogue of the lesson has no "${key}".`);
    return fillPlaces(sentence, key, values);
  };
}

/** @param {Language} language @returns {Words} */
export const lessonWords = (language) => wordsIn(lessonCatalogues, language);
