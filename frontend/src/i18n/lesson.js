// The lesson's own words, fetched with the lesson: a key and values -> a sentence. Catalogues are lesson_en.js and lesson_zh.js.

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
 * @param {Language} language
 * @returns {Words}
 */
export function lessonWords(language) {
  return (key, values = {}) => {
    const sentence = lessonCatalogues[language][key];
    if (sentence === undefined) throw new Error(`The ${language} catalogue of the lesson has no "${key}".`);
    return fillPlaces(sentence, key, values);
  };
}
