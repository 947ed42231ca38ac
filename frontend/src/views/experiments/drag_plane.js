// The plane of the characters as letters that can be dragged or moved by arrow keys; where a letter was trained stays marked.

import { drawing } from "../../element.js";
import { tokenKind, tokenLabel } from "../../token.js";
import { followDrag } from "./drag.js";

const [WIDTH, HEIGHT, MARGIN] = [432, 288, 20];
const STEP = 0.02; // of the width: one arrow key

/**
 * @param {object} parts
 * @param {AbortSignal} parts.signal
 * @param {string} parts.label
 * @param {(token: string, x: number, y: number) => string} parts.name
 * @param {(token: string) => void} parts.onChoose
 * @param {() => void} parts.onStart before the first move of a drag or a key
 * @param {(token: string, dx: number, dy: number) => void} parts.onMove in the table's own measure
 */
export function createDragPlane({ signal, label, name, onChoose, onStart, onMove }) {
  const root = drawing("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "points drag-plane", role: "application", "aria-label": label });
  const marks = drawing("g", {});
  const letters = drawing("g", {});
  root.append(marks, letters);
  /** @type {string[]} */
  let tokens = [];
  /** @type {number[][]} */
  let places = [];
  let scale = 1; // pixels for one unit
  let middle = [0, 0];
  let drawn = ""; // the tokens and places that the scale was made for
  const across = (/** @type {number} */ x) => WIDTH / 2 + (x - middle[0]) * scale;
  const up = (/** @type {number} */ y) => HEIGHT / 2 - (y - middle[1]) * scale;

  /** @param {string} token */
  function letter(token) {
    const node = drawing("g", { class: `point drag-letter kind-${tokenKind(token)}`, tabindex: -1, role: "button", "data-token": token }, drawing("circle", { r: 13, class: "point-hit" }), drawing("text", {}, tokenLabel(token)));
    const at = () => tokens.indexOf(token);
    let moving = false;
    followDrag(root, node, {
      signal,
      onMove: (x, y) => {
        if (!moving) onStart();
        moving = true;
        const inside = [Math.max(4, Math.min(WIDTH - 4, x)), Math.max(4, Math.min(HEIGHT - 4, y))];
        onMove(token, (inside[0] - across(places[at()][0])) / scale, (up(places[at()][1]) - inside[1]) / scale);
      },
      onDrop: () => {
        moving = false;
      },
    });
    node.addEventListener("pointerdown", () => onChoose(token), { signal });
    node.addEventListener("focus", () => onChoose(token), { signal });
    node.addEventListener(
      "keydown",
      (event) => {
        const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
        if (step) {
          event.preventDefault();
          if (!event.repeat) onStart();
          const stride = (STEP * WIDTH * (event.shiftKey ? 0.2 : 1)) / scale;
          onMove(token, step[0] * stride, step[1] * stride);
        } else if (tokens.includes(event.key) && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
          event.preventDefault();
          /** @type {SVGElement | null} */ (letters.querySelector(`[data-token="${CSS.escape(event.key)}"]`))?.focus(); // a letter key goes to its letter
        }
      },
      { signal },
    );
    return node;
  }

  return {
    root,
    /** @param {string[]} next @param {number[][]} now @param {number[][]} trained where they were @param {string} chosen */
    show(next, now, trained, chosen) {
      const about = JSON.stringify([next, trained]);
      if (about !== drawn) {
        drawn = about;
        tokens = next;
        letters.replaceChildren(...tokens.map(letter));
        const ranges = [0, 1].map((axis) => [Math.min(...trained.map((row) => row[axis])), Math.max(...trained.map((row) => row[axis]))]);
        middle = ranges.map(([least, most]) => (least + most) / 2);
        scale = Math.min((WIDTH - 4 * MARGIN) / (ranges[0][1] - ranges[0][0] || 1), (HEIGHT - 3 * MARGIN) / (ranges[1][1] - ranges[1][0] || 1));
      }
      places = now;
      tokens.forEach((token, at) => {
        const node = letters.children[at];
        node.setAttribute("transform", `translate(${across(now[at][0])} ${up(now[at][1])})`);
        node.setAttribute("aria-label", name(token, now[at][0], now[at][1]));
        node.setAttribute("tabindex", token === chosen ? "0" : "-1");
        node.classList.toggle("drag-chosen", token === chosen);
      });
      marks.replaceChildren(
        drawing("path", { d: `M${across(0) - 5} ${up(0)}h10m-5-5v10`, class: "drag-origin" }),
        ...tokens.flatMap((_, at) => {
          const [from, to] = [trained[at], now[at]];
          if (Math.hypot(from[0] - to[0], from[1] - to[1]) * scale < 1) return [];
          return [drawing("path", { d: `M${across(from[0])} ${up(from[1])}L${across(to[0])} ${up(to[1])}`, class: "drag-trace" }), drawing("circle", { cx: across(from[0]), cy: up(from[1]), r: 2.5, class: "drag-from" })];
        }),
      );
    },
  };
}
