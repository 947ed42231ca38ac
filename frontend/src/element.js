// Builds DOM elements from plain values: tag, attributes, children -> Element. Text becomes text nodes, never HTML.
// Listeners are added where they are needed, with the AbortSignal that ends them; this file adds none.

/** @typedef {Node | string | null | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. `true` writes an empty attribute, `false`, null and undefined write none.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  dress(node, attributes, children);
  return node;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function drawing(tag, attributes = {}, ...children) {
  const node = /** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(SVG, tag));
  dress(node, attributes, children);
  return node;
}

/**
 * A 16 x 16 line icon from one path; it is decoration, the control around it carries the name.
 * @param {string} path
 */
export function icon(path) {
  return drawing(
    "svg",
    { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true", focusable: "false" },
    drawing("path", { d: path }),
  );
}

/**
 * @param {Element} node
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function dress(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null && child !== false) node.append(child);
}
