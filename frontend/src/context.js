// The Road's box as contexts: text -> the contexts the network reads, and the text after a predicted character. Pure.
// The window slides: of a longer text the network reads the last K characters, and an empty text is the start of a name.

import { BOUNDARY } from "./token.js";

/** @typedef {{vocabulary: string[], context_length: number}} Reader the part of a model's card that matters here */

/** @param {string} text @param {Reader} reader */
const lastOf = (text, { context_length: K }) => [...text].slice(-K).join("");

/** The texts in the box: spaces, commas, plus signs and lines part them, unless they are characters of the model. @param {string} text @param {Reader} reader */
function textsIn(text, { vocabulary }) {
  const parting = (/** @type {string} */ point) => /[\s,，、+＋;；]/u.test(point) && !vocabulary.includes(point);
  const texts = [...text.normalize("NFC")].map((point) => (parting(point) ? "\0" : point)).join("").split("\0").filter(Boolean);
  return texts.length ? texts : [""];
}

/** The contexts as they are asked for: 1 to K characters each. @param {string} text @param {Reader} reader */
export function contextsIn(text, reader) {
  return textsIn(text, reader).map((one) => lastOf(one, reader) || BOUNDARY);
}

/**
 * The box after a predicted character is taken: it stands at the end of its context, of which the last K stay.
 * The boundary ends a name, so what follows it is the start of a new one.
 * @param {string} text @param {number} row @param {string} token @param {Reader} reader
 */
export function withToken(text, row, token, reader) {
  const texts = textsIn(text, reader);
  const after = token === BOUNDARY ? "" : lastOf(texts[row].replace(/^\.+/, "") + token, reader);
  if (texts.length === 1) return after;
  return texts.map((one, at) => (at === row ? after || BOUNDARY : one)).join(reader.vocabulary.includes(" ") ? ", " : " ");
}

/** Pasted lines as one line that means the same contexts. @param {string} text @param {Reader} reader */
export function inOneLine(text, reader) {
  return text.trim().replace(/\s*[\r\n]+\s*/g, reader.vocabulary.includes(" ") ? ", " : " ");
}

/** Whether a model knows every character of the contexts in a text. @param {string} text @param {Reader} reader */
export const isReadable = (text, reader) => contextsIn(text, reader).every((one) => [...one].every((token) => reader.vocabulary.includes(token)));

/** What the box holds at first: an example that the model can read, or the start of a name. @param {Reader} reader */
export function firstContext(reader) {
  return isReadable("emm", reader) ? lastOf("emm", reader) : "";
}
