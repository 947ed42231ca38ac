// The map of an embedding table: rows with coordinates -> a figure with every character drawn as a letter. Pure.
// Both axes have one scale. Positions are data: letters that overlap stay where they are and wear a halo instead.

/** @import { Figure, Surface } from "../plot.js" */
/** @import { Kind } from "../token.js" */
import { plain } from "./markup.js";
import { letterSize, mapWindow, MARGIN } from "./plane_window.js";

/**
 * @typedef {object} MapInput
 * @property {[number, number][]} coordinates (V, 2)
 * @property {string[]} labels
 * @property {Kind[]} kinds
 * @property {number | null} selected row
 * @property {[number, number] | null} pair two rows whose closeness is shown
 * @property {string} closeness words on the pair, "cos 0.95"
 * @property {boolean} rays true where the picture's own angle at the origin is the table's: a table of two dimensions
 * @property {string[]} notes lines on the picture: what is not seen on it
 * @property {number} zoom 1 shows all
 */

/**
 * @param {MapInput} input
 * @param {Surface} surface
 * @returns {Figure}
 */
export function planeMap(input, surface) {
  const { coordinates, labels, kinds, selected, pair, rays } = input;
  const { width, palette } = surface;
  const view = mapWindow(input, surface);
  const size = letterSize(coordinates, (view.x[1] - view.x[0]) / (width - MARGIN.l - MARGIN.r));
  const colours = kinds.map(
    (kind) => ({ vowel: palette.vowel, boundary: palette.boundary })[/** @type {string} */ (kind)] ?? palette.consonant,
  );
  const weights = kinds.map((kind) => (kind === "vowel" || kind === "boundary" ? 700 : 450));
  const rows = labels.map((_, row) => row);
  const at = (/** @type {number[]} */ some) => ({
    x: some.map((row) => coordinates[row][0]),
    y: some.map((row) => coordinates[row][1]),
    customdata: some,
  });
  const font = { family: palette.sans, size };
  const still = { hoverinfo: "none", cliponaxis: input.zoom > 1 };

  const boundaries = rows.filter((row) => kinds[row] === "boundary");
  const letters = {
    ...at(rows),
    type: "scatter",
    name: "letters",
    mode: "text",
    text: rows.map((row) => (kinds[row] === "boundary" ? "" : plain(labels[row]))),
    textfont: { ...font, color: colours, weight: weights },
    ...still,
  };
  const dots = {
    ...at(boundaries),
    type: "scatter",
    name: "boundary",
    mode: "markers",
    marker: { size: size * 0.5, color: palette.boundary, opacity: 1 },
    ...still,
  };
  const lit = [...new Set([...(pair ?? []), ...(selected === null ? [] : [selected])])].sort((a) =>
    a === selected ? 1 : -1,
  );
  const tops = {
    ...at(lit),
    type: "scatter",
    name: "lit",
    mode: "markers+text",
    text: lit.map((row) => plain(labels[row])),
    textfont: { ...font, color: lit.map((row) => (row === selected ? palette.surface : colours[row])), weight: 700 },
    marker: {
      size: size * 1.55,
      color: lit.map((row) => (row === selected ? palette.accent : palette.surface)),
      line: { width: 2, color: palette.accent },
      opacity: 1,
    },
    ...still,
  };
  const { lines, label } = pair ? closenessMarks(input, view, width, palette) : { lines: [], label: [] };
  const axis = {
    zeroline: rays,
    zerolinecolor: palette.line,
    zerolinewidth: 1.5,
    gridcolor: palette.line,
    griddash: "dot",
    tickfont: { size: 11, color: palette.muted },
    nticks: 6,
    fixedrange: true,
    ticks: "",
  };
  return {
    data: [...lines, letters, dots, tops],
    layout: {
      margin: MARGIN,
      hoverdistance: 26,
      xaxis: { ...axis, range: view.x },
      yaxis: { ...axis, range: view.y, scaleanchor: "x", scaleratio: 1 },
      annotations: [...note(input.notes, palette), ...label],
    },
  };
}

/**
 * The pair's closeness: two rays from the origin and the arc between, or on a shadow a plain link.
 * @param {MapInput} input
 * @param {{x: [number, number], y: [number, number]}} view
 * @param {number} width px
 * @param {Record<string, string>} palette
 */
function closenessMarks({ coordinates, pair, closeness, rays }, view, width, palette) {
  const [from, to] = (pair ?? [0, 0]).map((row) => coordinates[row]);
  const line = {
    type: "scatter",
    name: "closeness",
    mode: "lines",
    hoverinfo: "skip",
    line: { color: palette.accent, width: 1.5 },
  };
  const along = (/** @type {number} */ share) =>
    /** @type {[number, number]} */ ([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
  let places = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74].map(along);
  /** @type {Record<string, any>[]} */
  let lines = [{ ...line, x: [from[0], to[0]], y: [from[1], to[1]], line: { ...line.line, dash: "dot" } }];
  if (rays) {
    const arc = arcBetween(from, to, (40 * (view.x[1] - view.x[0])) / width);
    const [x, y] = arc[Math.floor(arc.length / 2)];
    places = [1.8, 2.3, 2.8, 3.4, -1.2, -1.8].map((far) => [far * x, far * y]);
    lines = [
      { ...line, x: [from[0], 0, to[0]], y: [from[1], 0, to[1]] },
      { ...line, x: arc.map(([across]) => across), y: arc.map(([, up]) => up) },
    ];
  }
  const place = roomiest(places, coordinates);
  const label = {
    x: place[0],
    y: place[1],
    text: plain(closeness),
    showarrow: false,
    bgcolor: palette.surface,
    borderpad: 3,
    font: { color: palette.accent, size: 13, weight: 600 },
  };
  return { lines, label: [label] };
}

/**
 * Points along the smaller angle between two vectors, at a radius.
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {number} radius
 * @returns {[number, number][]}
 */
function arcBetween(from, to, radius) {
  const start = Math.atan2(from[1], from[0]);
  const turn = Math.atan2(from[0] * to[1] - from[1] * to[0], from[0] * to[0] + from[1] * to[1]);
  const steps = 24;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = start + (turn * step) / steps;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/**
 * Of some places the one with most room around it, so that the label hides no letter.
 * @param {[number, number][]} places
 * @param {[number, number][]} coordinates
 */
function roomiest(places, coordinates) {
  // a label is wider than high: distances across count a third
  const room = (/** @type {[number, number]} */ [x, y]) =>
    Math.min(...coordinates.map(([otherX, otherY]) => Math.hypot((otherX - x) / 3, otherY - y)));
  return places.reduce((best, place) => (room(place) > room(best) ? place : best));
}

/** @param {string[]} lines @param {Record<string, string>} palette */
function note(lines, palette) {
  if (!lines.length) return [];
  const place = { xref: "paper", yref: "paper", x: 0, y: 0, xanchor: "left", yanchor: "bottom" };
  const font = { color: palette.muted, size: 12 };
  return [
    {
      ...place,
      text: lines.map(plain).join("<br>"),
      showarrow: false,
      align: "left",
      bgcolor: palette.surface,
      borderpad: 4,
      font,
    },
  ];
}
