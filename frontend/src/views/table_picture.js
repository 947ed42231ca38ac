// C as a picture: one row of cells a character, its letter beside it, bands over rows that are lit or taken.

import { drawing, element } from "../element.js";
import { largest } from "../figures/weight_grid.js";
import { tokenLabel } from "../token.js";
import { drawBands, drawGrid } from "./weight_drawing.js";

const LETTERS = 40; // a longer alphabet is drawn without its letters

/** @param {{focusable?: boolean}} [how] */
export function createTablePicture({ focusable = false } = {}) {
  const table = drawing("svg", { class: "weights-table", tabindex: focusable ? 0 : null, role: focusable ? "application" : "img" });
  const letters = element("div", { class: "weights-letters mono", "aria-hidden": "true" });
  const root = element("div", { class: "weights-c" }, letters, table);
  /** @type {unknown} */
  let drawn = null;
  return {
    root,
    table,
    /** @param {string[]} tokens @param {number[][]} vectors @param {string} picked @param {string} label */
    show(tokens, vectors, picked, label) {
      if (drawn !== vectors) {
        drawn = vectors;
        drawGrid(table, vectors, largest(vectors), (_, y) => `c${y}`);
        table.style.setProperty("--columns", String(vectors[0].length));
        letters.replaceChildren(...(tokens.length > LETTERS ? [] : tokens.map((one, row) => element("span", { "data-at": `c${row}` }, tokenLabel(one)))));
      }
      const row = tokens.indexOf(picked);
      [...letters.children].forEach((letter, at) => letter.classList.toggle("picked", at === row));
      table.setAttribute("aria-label", label);
    },
    /** @param {{y: number, kind: "lit" | "source"}[]} bands */
    light: (bands) => drawBands(table, bands),
  };
}
