// The page's words: a key and values -> a sentence in one language. Catalogues are i18n/en.js and i18n/zh.js, and one more
// for each view, i18n/<view>_en.js and i18n/<view>_zh.js; each is fetched when a reader of its language comes to its view.
// "{name}" is replaced by a value, "{name:one|other}" picks by count. A missing key or value is a fault, and throws.

/** @typedef {"en" | "zh"} Language */
/** @typedef {keyof typeof import("./i18n/en.js").default} FrameKey */
/** @typedef {keyof typeof import("./i18n/plane_en.js").default | keyof typeof import("./i18n/road_en.js").default} EarlyKey */
/** @typedef {keyof typeof import("./i18n/names_en.js").default | keyof typeof import("./i18n/train_en.js").default} LaterKey */
/** @typedef {keyof typeof import("./i18n/sweep_en.js").default | keyof typeof import("./i18n/number_en.js").default} InnerKey */
/** @typedef {FrameKey | EarlyKey | LaterKey | InnerKey} MessageKey */
/** @typedef {"plane" | "road" | "names" | "train" | "sweep" | "number"} Part */
/** @typedef {Record<string, string | number>} Values */
/** @typedef {(key: MessageKey, values?: Values) => string} Translate */

/** @type {Record<Language, Partial<Record<MessageKey, string>>>} */
const catalogues = { en: {}, zh: {} };
/** @type {Map<string, Promise<void>>} */
const fetched = new Map();

/** @type {Language[]} */
export const languages = ["zh", "en"];

/**
 * Fetches the frame's words in a language, and those of some views, each once; before, nothing can be said with them.
 * @param {Language} language
 * @param {Part[]} [parts]
 */
export async function fetchWords(language, parts = []) {
  const take = async (/** @type {string} */ name) => {
    try {
      Object.assign(catalogues[language], (await import(`./i18n/${name}.js`)).default);
    } catch (error) {
      fetched.delete(name);
      throw error;
    }
  };
  const names = [language, ...parts.map((part) => `${part}_${language}`)];
  for (const name of names) if (!fetched.has(name)) fetched.set(name, take(name));
  await Promise.all(names.map((name) => fetched.get(name)));
}

/** Whether there is a message, for keys that are put together. @param {string} key @returns {key is MessageKey} */
export const isMessage = (key) => Object.values(catalogues).some((catalogue) => key in catalogue);

const PLACE = /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g;

/**
 * @param {Language} language
 * @param {MessageKey} key
 * @param {Values} [values] numbers are written as formatNumber writes them
 */
export function translate(language, key, values = {}) {
  const sentence = catalogues[language][key];
  if (sentence === undefined) throw new Error(`The ${language} catalogue has no "${key}".`);
  return fillPlaces(sentence, key, values);
}

/**
 * A sentence of any catalogue with its places filled.
 * @param {string} sentence
 * @param {string} key names the sentence where a value is missing
 * @param {Values} values
 */
export function fillPlaces(sentence, key, values) {
  return sentence.replace(PLACE, (_, name, one, other) => {
    const value = values[name];
    if (value === undefined) throw new Error(`"${key}" needs a value for "${name}".`);
    if (one !== undefined) return value === 1 ? one : other;
    return typeof value === "number" ? formatNumber(value) : value;
  });
}

/**
 * The names of the places in a sentence, sorted: what two catalogues must agree on.
 * @param {string} sentence
 */
export function placesIn(sentence) {
  return [...new Set([...sentence.matchAll(PLACE)].map((match) => match[1]))].sort();
}

/**
 * Sentences one after the other: a space between them in English, none in Chinese. Empty ones are left out.
 * @param {Language} language
 * @param {...string} all
 */
export const sentences = (language, ...all) => all.filter(Boolean).join(language === "zh" ? "" : " ");

/**
 * The language that the browser asks for.
 * @param {readonly string[]} wanted like navigator.languages
 * @returns {Language}
 */
export function preferredLanguage(wanted) {
  for (const tag of wanted) {
    const short = tag.toLowerCase().split("-")[0];
    if (short === "zh" || short === "en") return short;
  }
  return "en";
}

/**
 * A number for reading: 48,486 and −1.42 alike in both languages, with a true minus sign.
 * @param {number | null | undefined} value
 * @param {number} [digits] after the point; left out: as many as it has, at most 3
 */
export function formatNumber(value, digits) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "—";
  const text = value.toLocaleString("en", { minimumFractionDigits: digits ?? 0, maximumFractionDigits: digits ?? 3 });
  return text.replace("-", "\u2212").replace(/^\u2212(0(?:\.0+)?)$/, "$1");
}
