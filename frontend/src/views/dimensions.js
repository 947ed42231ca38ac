// Dimension letters B K D H V in their colours, and the numbers that stand for them; pointing at one lights it everywhere.

/** @import { ModelCard } from "../wire.js" */
/** @import { Translate, MessageKey } from "../i18n.js" */
import { parameterTerms, sizesOf } from "../figures/parameters.js";
import { element } from "../element.js";
import { formatNumber } from "../i18n.js";

/** Letters, each in its colour: "KD" is two of them. @param {string} letters */
export function dimensionLetters(letters) {
  return [...letters].map((letter) => element("span", { class: "dim", "data-dim": letter.toLowerCase() }, letter));
}

/** A number that is the product of those dimensions. @param {string} letters @param {number} count */
export function dimensionNumber(letters, count) {
  return [element("span", { class: "dim-number", "data-dim": [...letters.toLowerCase()].join(" ") }, formatNumber(count))];
}

/** A sentence with its letters K, D, H and V in their colours, "kD" too. @param {string} sentence @returns {(string | Node)[]} */
export function withLetters(sentence) {
  const parts = sentence.split(/(?<![A-Za-zА-я])(k?[KDHV])(?![A-Za-zА-я0-9])/);
  return parts.flatMap((part, at) => (at % 2 ? [part.slice(0, -1), ...dimensionLetters(part.slice(-1))] : [part]));
}

/** Parts with a word between: the axes of "(B, KD)", the terms of a sum. @param {Node[][]} parts @param {string} between */
export function joined(parts, between) {
  return parts.flatMap((part, at) => (at ? [between, ...part] : part));
}

/** What the letters stand for; as buttons, so the keyboard lights them too. @param {Translate} t @param {ModelCard} card @param {number} batch */
export function dimensionLegend(t, card, batch) {
  return Object.entries({ B: batch, ...sizesOf(card) }).map(([letter, count]) => {
    const word = t(/** @type {MessageKey} */ (`dimension.${letter}`));
    return element("button", { type: "button", class: "legend-dim", "data-dim": letter.toLowerCase() }, ...dimensionLetters(letter), ` ${word} `, element("b", {}, formatNumber(count)));
  });
}

/** "VD + KDH + ... = 54 + 600 + ... = 3,481 parameters". @param {Translate} t @param {ModelCard} card */
export function parameterLine(t, card) {
  const terms = parameterTerms(card);
  const letters = joined(terms.map((term) => dimensionLetters(term.letters)), " + ");
  const numbers = joined(terms.map((term) => dimensionNumber(term.letters, term.count)), " + ");
  return [...letters, " = ", ...numbers, " = ", element("b", {}, t("road.parameters", { count: terms.reduce((sum, { count }) => sum + count, 0) }))];
}

/** What carries data-dim lights the same dimensions within the node, when pointed at or focused. @param {HTMLElement} node @param {AbortSignal} signal */
export function lightDimensions(node, signal) {
  for (const kind of ["pointerover", "pointerleave", "focusin", "focusout"]) {
    node.addEventListener(
      kind,
      ({ type, target }) => {
        const dim = /over|in$/.test(type) ? /** @type {Element} */ (target).closest("[data-dim]")?.getAttribute("data-dim") : "";
        node.dataset.lit = dim ?? "";
      },
      { signal },
    );
  }
}
