// Weights as an SVG of unit cells that stretches with its place; a band over a row or a column lights it.

import { drawing } from "../element.js";
import { gridCells } from "../figures/weight_grid.js";

/**
 * @param {SVGSVGElement} svg emptied and filled
 * @param {number[][]} rows
 * @param {number} full the number at full colour
 * @param {(x: number, y: number) => string} [place] what a cell lights: its data-at
 */
export function drawGrid(svg, rows, full, place) {
  const [width, height] = [rows[0].length, rows.length];
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.replaceChildren(
    ...gridCells(rows, full).map(({ x, y, level }) =>
      drawing("rect", { x, y, width: 1, height: 1, class: `cell cell-${level < 0 ? "low" : "high"}`, style: `--level: ${Math.abs(level).toFixed(3)}`, "data-at": place ? place(x, y) : null }),
    ),
    drawing("g", { class: "bands" }),
  );
}

/**
 * @param {SVGSVGElement} svg drawn by drawGrid
 * @param {{x?: number, y?: number, kind: "lit" | "source"}[]} bands a column, a row, or all of it where neither is given
 */
export function drawBands(svg, bands) {
  const { width, height } = svg.viewBox.baseVal;
  svg.querySelector(".bands")?.replaceChildren(
    ...bands.map(({ x, y, kind }) => drawing("rect", { x: x ?? 0, y: y ?? 0, width: x === undefined ? width : 1, height: y === undefined ? height : 1, class: `band band-${kind}`, "vector-effect": "non-scaling-stroke" })),
  );
}
