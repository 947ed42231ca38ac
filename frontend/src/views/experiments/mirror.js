// Two distributions over the same characters, one upward and one downward from a line of letters between them.

import { drawing } from "../../element.js";
import { formatNumber } from "../../i18n.js";
import { tokenLabel } from "../../token.js";

const WIDTH = 432;
const HALF = 58; // the longest bar
const MIDDLE = 20; // where the letters stand

/** @typedef {{token: string, above: number, below: number}} Pair */

export function createMirror() {
  const root = drawing("svg", { viewBox: `0 0 ${WIDTH} ${2 * HALF + MIDDLE + 8}`, class: "mirror", role: "img" });
  return {
    root,
    /** Both halves have the same scale, which ends at the largest share or a quarter. @param {Pair[]} pairs */
    show(pairs) {
      const most = Math.max(0.25, ...pairs.flatMap(({ above, below }) => [above, below]));
      const step = WIDTH / pairs.length;
      root.replaceChildren(
        ...pairs.flatMap(({ token, above, below }, at) => {
          const [x, width] = [at * step + 1.5, Math.max(1, step - 3)];
          const [up, down] = [(above / most) * HALF, (below / most) * HALF];
          const title = `${tokenLabel(token)}: ${formatNumber(above, 4)} · ${formatNumber(below, 4)}`;
          return [
            drawing("rect", { x, y: 4 + HALF - up, width, height: up, rx: 1.5, class: "mirror-above", "data-token": token, "data-value": above }, drawing("title", {}, title)),
            drawing("text", { x: x + width / 2, y: 4 + HALF + MIDDLE / 2, class: "mirror-token" }, tokenLabel(token)),
            drawing("rect", { x, y: 4 + HALF + MIDDLE, width, height: down, rx: 1.5, class: "mirror-below", "data-token": token, "data-value": below }, drawing("title", {}, title)),
          ];
        }),
      );
    },
  };
}
