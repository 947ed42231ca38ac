// Every row of a table against every row: a matrix -> a heatmap, first row on top, with one row lit. Pure.
// Cosine and dot have a two-sided scale about zero; distances a one-sided one, from near to far.

/** @import { Figure, Surface } from "../plot.js" */
/** @import { Metric } from "../wire.js" */
import { plain } from "./markup.js";

/**
 * @typedef {object} HeatmapInput
 * @property {(number | null)[][]} matrix (V, V)
 * @property {string[]} labels
 * @property {Metric} metric
 * @property {number | null} selected row
 * @property {[number, number] | null} pair the cell that is shown, as row and column
 */

const MARGIN = { l: 20, r: 20, t: 20, b: 36 };

/**
 * The numbers at the two ends of the colour scale. A row's dot product with itself is its squared length and would wash
 * out all the others, so the diagonal does not stretch the scale; what lies beyond has the end's colour.
 * @param {(number | null)[][]} matrix
 * @param {Metric} metric
 * @returns {[number, number]}
 */
export function scaleEnds(matrix, metric) {
  if (metric === "cosine") return [-1, 1];
  const others = matrix.flatMap((row, at) => row.filter((_, column) => column !== at || matrix.length === 1));
  const most = Math.max(...others.map((value) => Math.abs(value ?? 0))) || 1;
  return metric === "dot" ? [-most, most] : [0, most];
}

/**
 * @param {HeatmapInput} input
 * @param {Surface} surface
 * @returns {Figure}
 */
export function similarityHeatmap({ matrix, labels, metric, selected, pair }, { width, height, palette }) {
  const count = labels.length;
  const [zmin, zmax] = scaleEnds(matrix, metric);
  const lit = new Set([selected, ...(pair ?? [])]);
  const cell = Math.min(width - MARGIN.l - MARGIN.r, height - MARGIN.t - MARGIN.b) / count;
  const every = Math.max(1, Math.ceil(11 / cell)); // label every row that has room for one
  const ticks = labels.map((_, row) => row).filter((row) => row % every === 0 || lit.has(row));
  const axis = {
    tickvals: ticks,
    ticktext: ticks.map((row) =>
      lit.has(row) ? `<b><span style="color:${palette.accent}">${plain(labels[row])}</span></b>` : plain(labels[row]),
    ),
    tickfont: { family: palette.sans, size: 11, color: palette.muted },
    tickangle: 0,
    ticks: "",
    ticklabelstandoff: 2,
    showgrid: false,
    zeroline: false,
    fixedrange: true,
    constrain: "domain",
  };
  const heat = {
    type: "heatmap",
    z: matrix.map((row) => [...row]),
    zmin,
    zmax,
    colorscale:
      metric === "euclidean"
        ? [
            [0, palette.near],
            [1, palette.far],
          ]
        : [
            [0, palette.low],
            [0.5, palette.mid],
            [1, palette.high],
          ],
    xgap: cell > 8 ? 1 : 0,
    ygap: cell > 8 ? 1 : 0,
    hoverinfo: "none",
    colorbar: {
      orientation: "h",
      thickness: 6,
      lenmode: "pixels",
      len: cell * count,
      y: 1 - (cell * count) / (height - MARGIN.t - MARGIN.b),
      yanchor: "top",
      ypad: 8,
      outlinewidth: 0,
      tickvals: [zmin, (zmin + zmax) / 2, zmax],
      ticktext: [short(zmin), short((zmin + zmax) / 2), (metric === "dot" ? "≥ " : "") + short(zmax)],
      tickfont: { size: 11, color: palette.muted },
      ticks: "",
    },
  };
  return {
    data: [heat],
    layout: {
      margin: MARGIN,
      xaxis: { ...axis, side: "top", range: [-0.5, count - 0.5] },
      yaxis: { ...axis, range: [count - 0.5, -0.5], scaleanchor: "x", constraintoward: "top" },
      shapes: [...light(selected, count, palette), ...outline(pair, palette)],
    },
  };
}

/** Three figures, for the ends of a scale. @param {number} value */
function short(value) {
  return String(Number(value.toPrecision(3))).replace("-", "\u2212");
}

/** The lit row: the rest lies under a thin veil. @param {number | null} row @param {number} count @param {Record<string, string>} palette */
function light(row, count, palette) {
  if (row === null) return [];
  const veil = {
    type: "rect",
    x0: -0.5,
    x1: count - 0.5,
    fillcolor: palette.surface,
    opacity: 0.5,
    line: { width: 0 },
  };
  const edge = {
    type: "rect",
    x0: -0.5,
    x1: count - 0.5,
    y0: row - 0.5,
    y1: row + 0.5,
    line: { color: palette.accent, width: 2 },
  };
  return [{ ...veil, y0: -0.5, y1: row - 0.5 }, { ...veil, y0: row + 0.5, y1: count - 0.5 }, edge];
}

/** @param {[number, number] | null} pair @param {Record<string, string>} palette */
function outline(pair, palette) {
  if (!pair) return [];
  const [row, column] = pair;
  const line = { color: palette.ink, width: 2 };
  return [{ type: "rect", x0: column - 0.5, x1: column + 0.5, y0: row - 0.5, y1: row + 0.5, line }];
}
