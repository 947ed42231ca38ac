// A square whose area is the whole table, its filled cells gathered in one corner, so that shares far below a per cent
// can be seen as what they are: zooming in shows a ninth of what was shown before.

import { drawing, element, icon } from "../../element.js";
import { formatNumber } from "../../i18n.js";

/** @typedef {(key: "zoom.in" | "zoom.out" | "square" | "square.whole" | "square.zoomed", values?: import("../../i18n.js").Values) => string} Words */

const SIDE = 132;
const MOST_ZOOM = 13;

/**
 * @param {{w: Words, signal: AbortSignal, zoom: number, onZoom: (zoom: number) => void}} parts
 */
export function createFilledSquare({ w, signal, zoom: first, onZoom }) {
  let zoom = first;
  let share = 0;
  const filled = drawing("rect", { class: "square-filled" });
  const frame = drawing("rect", { x: 0.5, y: 0.5, width: SIDE - 1, height: SIDE - 1, rx: 3, class: "square-all" });
  const svg = drawing("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, class: "square", role: "img" }, frame, filled);
  const scale = element("p", { class: "muted square-scale" });
  const out = element("button", { type: "button", class: "tool", "aria-label": w("zoom.out") }, icon("M3.5 8h9"));
  const into = element("button", { type: "button", class: "tool", "aria-label": w("zoom.in") }, icon("M3.5 8h9M8 3.5v9"));

  /** @param {number} next */
  function set(next) {
    zoom = Math.max(0, Math.min(MOST_ZOOM, next));
    draw();
    onZoom(zoom);
  }

  function draw() {
    const side = Math.min(SIDE, SIDE * Math.sqrt(share) * 3 ** zoom);
    for (const [name, value] of Object.entries({ x: 0, y: SIDE - side, width: side, height: side })) filled.setAttribute(name, String(value));
    const percent = `${percentOf(share)} %`;
    svg.setAttribute("aria-label", w("square", { share: percent }));
    scale.textContent = zoom ? w("square.zoomed", { share: percent, part: formatNumber(9 ** zoom) }) : w("square.whole", { share: percent });
    out.disabled = zoom === 0;
    into.disabled = zoom === MOST_ZOOM || side >= SIDE;
  }

  out.addEventListener("click", () => set(zoom - 1), { signal });
  into.addEventListener("click", () => set(zoom + 1), { signal });
  svg.addEventListener("click", () => set(into.disabled ? 0 : zoom + 1), { signal });
  draw();
  return {
    root: element("figure", { class: "square-figure" }, svg, element("div", { class: "square-tools" }, out, into), scale),
    /** @param {number} next share of the cells that are filled */
    show(next) {
      share = next;
      draw();
    },
  };
}

/** A share in per cent with two significant figures, however small. @param {number} share */
export function percentOf(share) {
  const percent = 100 * share;
  if (percent === 0 || percent >= 1) return formatNumber(percent, 1);
  return percent >= 1e-6 ? formatNumber(percent, 1 - Math.floor(Math.log10(percent))) : percent.toExponential(1).replace("-", "\u2212");
}
