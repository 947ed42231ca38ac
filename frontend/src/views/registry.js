// The views there are, in the lesson's order: a new view is one file and one entry here. What is not listed has no link.
// Each is fetched when it is first opened; what its address carries is known before.

/** @import { Fields } from "../address.js" */
/** @import { Stage } from "./stage.js" */
import { choiceField, numberField, textField } from "../address.js";
import { CHAPTERS } from "../chapters.js";
import { LARGEST_SEED, LONGEST, MOST_CONTEXTS, MOST_NAMES } from "../limits.js";
import { loadStyle } from "../stylesheet.js";
import { trainFields } from "../train_state.js";

/**
 * @typedef {object} View
 * @property {"plane" | "road" | "names" | "train" | "lesson"} id its path in the address, and "view.<id>" its name
 * @property {Fields} fields the keys of the state that its address carries
 * @property {import("../i18n.js").Part[]} words the catalogues it speaks from, beside the frame's
 * @property {() => Promise<{mount: (stage: Stage) => void}>} load fetches its module
 */

/** A module once its style sheets, named with spaces between them, are in force too. @template T @param {string} styles @param {Promise<T>} module */
const dressed = async (styles, module) => (await Promise.all([module, ...styles.split(" ").map(loadStyle)]))[0];

/** @type {View[]} */
export const views = [
  {
    id: "plane",
    fields: {
      token: textField(),
      metric: choiceField(["cosine", "dot", "euclidean"]),
      zoom: numberField({ least: 1, most: 8, absent: 1, whole: true }),
    },
    words: ["plane"],
    load: () => dressed("plane", import("./plane.js")),
  },
  {
    id: "road",
    fields: {
      context: textField(),
      row: numberField({ least: 0, most: MOST_CONTEXTS - 1, absent: 0, whole: true }),
      token: textField(),
      number: { ...textField(), read: (text) => (/^[a-z]+(-\d+){1,2}$/.test(text) ? text : undefined) },
      at: { ...numberField({ least: 0, most: 7, absent: 0, whole: true }), quiet: true },
    },
    words: ["plane", "road"],
    load: () => dressed("road", import("./road.js")),
  },
  {
    id: "names",
    fields: {
      seed: numberField({ least: 0, most: LARGEST_SEED, absent: null, whole: true }),
      temperature: numberField({ least: 0.01, most: 100, absent: 1 }),
      prefix: { ...textField(), write: (text) => text || null, absent: "" },
      count: numberField({ least: 1, most: MOST_NAMES, absent: 30, whole: true }),
      beside: textField(),
      longest: numberField({ least: 1, most: LONGEST, absent: 20, whole: true }),
    },
    words: ["road", "names"],
    load: () => dressed("names", import("./names.js")),
  },
  { id: "train", fields: trainFields, words: ["train"], load: () => dressed("train", import("./train.js")) },
  {
    id: "lesson",
    fields: {
      chapter: { ...textField(), read: (text) => (CHAPTERS.includes(text) ? text : undefined) },
      claim: { ...textField(), read: (text) => (/^S[1-9]\d?$/.test(text) ? text : undefined) },
    },
    words: ["road"],
    load: () => dressed("lesson lab lab-models", import("./lesson.js")),
  },
];
