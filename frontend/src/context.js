// The Road's box as contexts: text -> the contexts the network reads, and the text after a predicted character. Pure.
// The window slides: of a longer text the network reads the last K characters, and an empty text is the start of a name.

/** @typedef {{vocabulary: string[], context_length: number}} Reader the part of a model's card that matters here */

import { BOUNDARY } from "./token.js";

/**
 * The texts in the box. Spaces and commas stand between them, unless they are characters of this model.
 * @param {string} text
 * @param {Reader} reader
 */
export function textsIn(text, { vocabulary }) {
  const texts = [""];
  for (const point of text.normalize("NFC")) {
    if (!/[\s,，、]/u.test(point) || vocabulary.includes(point)) texts[texts.length - 1] += point;
    else if (texts.at(-1)) texts.push("");
  }
  if (!texts.at(-1) && texts.length > 1) texts.pop();
  return texts;
}

/**
 * The contexts as they are asked for: 1 to K characters each.
 * @param {string} text
 * @param {Reader} reader
 */
export function contextsIn(text, reader) {
  return textsIn(text, reader).map((one) => lastOf(one, reader) || BOUNDARY);
}

/**
 * The box after a predicted character is taken: it stands at the end of its context, of which the last K stay.
 * The boundary ends a name, so what follows it is the start of a new one.
 * @param {string} text
 * @param {number} row
 * @param {string} token
 * @param {Reader} reader
 */
export function withToken(text, row, token, reader) {
  const texts = textsIn(text, reader);
  const before = (texts[row] ?? "").replace(/^\.+/, "");
  const after = token === BOUNDARY ? "" : lastOf(before + token, reader);
  if (texts.length === 1) return after;
  const gap = reader.vocabulary.includes(" ") ? ", " : " ";
  return texts.map((one, at) => (at === row ? after || BOUNDARY : one)).join(gap);
}

/**
 * What the box holds at first: an example that the model can read, or the start of a name.
 * @param {Reader} reader
 */
export function firstContext(reader) {
  const readable = [..."emm"].every((token) => reader.vocabulary.includes(token));
  return readable ? lastOf("emm", reader) : "";
}

/** @param {string} text @param {Reader} reader */
function lastOf(text, { context_length: K }) {
  return [...text].slice(-K).join("");
}
