// Five distributions over the same characters, one strip of bars under the other on one scale. Each names its likeliest
// characters; while the pointer is on a character, each tells what it gives to that one.

import { drawing, element } from "../../element.js";
import { formatNumber } from "../../i18n.js";
import { tokenLabel } from "../../token.js";

const WIDTH = 432;
const HEIGHT = 36;
const LETTERS = 16;
const NAMED = 3;
export const MOST_BARS = 64; // of a larger alphabet the likeliest are drawn

/** @typedef {{contestant: string, name: string, probabilities: number[] | null, note: string}} Strip note stands for the likeliest characters */

/** @param {number} share */
export const percent = (share) => `${formatNumber(100 * share, 1)} %`;

/** @param {string} label @param {AbortSignal} signal */
export function createStrips(label, signal) {
  const root = element("div", { class: "arena-strips", role: "group", "aria-label": label });
  /** @type {Strip[]} */
  let strips = [];
  /** @type {string[]} */
  let tokens = [];

  /** What a strip says: of one character, or of its likeliest. @param {Strip} strip @param {string} [token] */
  function said({ probabilities, note }, token) {
    if (!probabilities) return note;
    const one = (/** @type {number} */ at) => `${tokenLabel(tokens[at])} ${percent(probabilities[at])}`;
    if (token !== undefined) return one(tokens.indexOf(token));
    if (note) return note;
    const order = [...probabilities.keys()].sort((a, b) => probabilities[b] - probabilities[a]);
    return order.slice(0, NAMED).map(one).join(" \u2002 ");
  }

  /** @param {number[]} shown places of the tokens @param {number} most @param {Strip} strip */
  function draw(shown, most, { contestant, name, probabilities, note }) {
    const step = WIDTH / shown.length;
    const words = said({ contestant, name, probabilities, note });
    const bars = shown.flatMap((row, at) => {
      const height = ((probabilities?.[row] ?? 0) / most) * HEIGHT;
      return [
        drawing("rect", { x: at * step + 1, y: HEIGHT - height, width: Math.max(1, step - 2), height, rx: 1.5, class: "arena-bar", "data-token": tokens[row], "data-value": probabilities?.[row] }),
        drawing("rect", { x: at * step, y: 0, width: step, height: HEIGHT, class: "arena-hit", "data-token": tokens[row] }),
      ];
    });
    const picture = drawing("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "arena-strip-bars", role: "img", "aria-label": `${name}: ${words}` }, ...bars);
    return element("section", { class: "arena-strip", "data-contestant": contestant }, element("header", {}, element("h3", {}, name), element("p", { class: "mono" }, words)), picture);
  }

  /** @param {EventTarget | null} target */
  function point(target) {
    const token = (target instanceof Element && target.closest("[data-token]")?.getAttribute("data-token")) || undefined;
    for (const node of root.querySelectorAll("[data-token]")) node.classList.toggle("lit", node.getAttribute("data-token") === token);
    root.querySelectorAll(".arena-strip").forEach((node, at) => {
      const words = /** @type {HTMLElement} */ (node.querySelector("header p"));
      words.textContent = said(strips[at], token);
    });
  }
  root.addEventListener("pointerover", (event) => point(event.target), { signal });
  root.addEventListener("pointerleave", () => point(null), { signal });

  return {
    root,
    /** @param {string[]} all @param {Strip[]} next */
    show(all, next) {
      [tokens, strips] = [all, next];
      const last = next.at(-1)?.probabilities ?? all.map(() => 0);
      const shown = [...all.keys()].sort((a, b) => last[b] - last[a]).slice(0, MOST_BARS).sort((a, b) => a - b);
      const most = Math.max(0.25, ...next.flatMap(({ probabilities }) => probabilities ?? [0]));
      const step = WIDTH / shown.length;
      const letters = shown.map((row, at) => drawing("text", { x: (at + 0.5) * step, y: LETTERS / 2, class: "mirror-token", "data-token": all[row] }, tokenLabel(all[row])));
      root.replaceChildren(...next.map((strip) => draw(shown, most, strip)), drawing("svg", { viewBox: `0 0 ${WIDTH} ${LETTERS}`, class: "arena-letters", "aria-hidden": "true" }, ...letters));
    },
  };
}
