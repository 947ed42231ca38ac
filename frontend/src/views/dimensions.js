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
  return element("span", { class: "dim-number", "data-dim": [...letters.toLowerCase()].join(" ") }, formatNumber(count));
}

/**
 * "(B, KD)" or "(1, 6)": one part an axis, commas between.
 * @param {HTMLElement[][]} parts
 */
export function tuple(parts) {
  const inner = parts.flatMap((part, at) => (at ? [", ", ...part] : part));
  return ["(", ...inner, parts.length === 1 ? ",)" : ")"];
}

/**
 * What the letters stand for, as buttons: the keyboard's way to light a dimension.
 * @param {Translate} t
 * @param {ModelCard} card
 * @param {number} batch B
 */
export function dimensionLegend(t, card, batch) {
  const sizes = Object.entries({ B: batch, ...sizesOf(card) });
  return sizes.map(([letter, count]) =>
    element(
      "button",
      { type: "button", class: "legend-dim", "data-dim": letter.toLowerCase() },
      ...dimensionLetters(letter),
      ` ${t(/** @type {MessageKey} */ (`dimension.${letter}`))} `,
      element("b", {}, formatNumber(count)),
    ),
  );
}

/**
 * "VD + KDH + H + HV + V = 54 + 600 + ... = 3,481 parameters".
 * @param {Translate} t
 * @param {ModelCard} card
 */
export function parameterLine(t, card) {
  const terms = parameterTerms(card);
  const total = terms.reduce((sum, { count }) => sum + count, 0);
  const sum = (/** @type {(term: typeof terms[0]) => Node[]} */ write) =>
    terms.flatMap((term, at) => [at ? " + " : "", element("span", { title: `${term.tensor}: ${term.letters} = ${formatNumber(term.count)}` }, ...write(term))]);
  return [
    ...sum(({ letters }) => dimensionLetters(letters)),
    " = ",
    ...sum(({ letters, count }) => [dimensionNumber(letters, count)]),
    " = ",
    element("b", {}, t("road.parameters", { count: total })),
  ];
}

/**
 * Pointing at, or focusing, whatever carries data-dim lights the same dimensions within the node.
 * @param {HTMLElement} node
 * @param {AbortSignal} signal
 */
export function lightDimensions(node, signal) {
  const point = (/** @type {Event} */ event) => {
    node.dataset.lit = /** @type {Element} */ (event.target).closest("[data-dim]")?.getAttribute("data-dim") ?? "";
  };
  const leave = () => {
    node.dataset.lit = "";
  };
  node.addEventListener("pointerover", point, { signal });
  node.addEventListener("pointerleave", leave, { signal });
  node.addEventListener("focusin", point, { signal });
  node.addEventListener("focusout", leave, { signal });
}
