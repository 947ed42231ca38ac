// Experiment: equal distances. Two to six points in a plane that the reader drags, every distance written on its line, and
// a search that runs in the page; below, the same search for 27 points in 1 to 26 dimensions.

/** @import { Lectern } from "../lesson.js" */
/** @import { Points } from "../../figures/spreading.js" */
import { drawing, element } from "../../element.js";
import { mostEqual, seededPoints, sidesOf, spreadOf } from "../../figures/spreading.js";
import { formatNumber } from "../../i18n.js";
import catalogue from "../../i18n/lab/points.js";
import { wordsIn } from "../../i18n/lesson.js";
import { createPanel } from "../panel.js";
import { createSegments } from "../segments.js";
import { createCurve } from "./equal_curve.js";
import { followDrag } from "./drag.js";

const [WIDTH, HEIGHT, MARGIN] = [432, 268, 22];
const NAMES = "abcdef";
const ALONG = 0.42; // where the number stands on its line: beside the middle, where lines cross
const EQUAL = 1.0005; // as near to 1 as three digits can tell

/** Points laid into the picture, as large as it allows. @param {Points} points @returns {Points} */
function fitted(points) {
  const ranges = [0, 1].map((axis) => [Math.min(...points.map((row) => row[axis])), Math.max(...points.map((row) => row[axis]))]);
  const scale = Math.min((WIDTH - 2 * MARGIN - 40) / (ranges[0][1] - ranges[0][0] || 1), (HEIGHT - 2 * MARGIN - 16) / (ranges[1][1] - ranges[1][0] || 1));
  return points.map((row) => row.map((x, axis) => (axis ? HEIGHT : WIDTH) / 2 + (x - (ranges[axis][0] + ranges[axis][1]) / 2) * scale));
}

const scattered = (/** @type {number} */ count) => fitted(seededPoints(count, 2, 11 + 8 * count));

/** @param {Lectern} lectern */
export function create(lectern) {
  const { stage, actions } = lectern;
  const { store, signal } = stage;
  const w = wordsIn(catalogue, store.state.language);
  /** @returns {Points} */
  const points = () => store.state.lab.points?.points ?? scattered(4);
  const put = (/** @type {Points} */ next) => actions.turnKnob("points", { points: next });
  const svg = drawing("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "points", role: "application", "aria-label": w("drag") });
  const lines = drawing("g", {});
  const handles = drawing("g", {});
  svg.append(lines, handles);
  const ratio = element("output", { class: "points-ratio mono" });
  const said = element("p", { class: "lab-said" });
  const count = createSegments({ label: w("count"), options: [2, 3, 4, 5, 6].map((value) => ({ value: String(value), label: String(value) })), value: String(points().length), onChoose: (value) => put(scattered(Number(value))), signal });
  const button = (/** @type {string} */ label, /** @type {() => void} */ run) => {
    const node = element("button", { type: "button", class: "button" }, label);
    node.addEventListener("click", run, { signal });
    return node;
  };

  /** @param {number} at @param {number} x @param {number} y */
  function move(at, x, y) {
    const inside = [Math.max(MARGIN, Math.min(WIDTH - MARGIN, x)), Math.max(MARGIN, Math.min(HEIGHT - MARGIN, y))];
    put(points().map((row, one) => (one === at ? inside : row)));
  }

  /** @param {number} at */
  function handle(at) {
    const node = drawing("g", { class: "point", tabindex: 0, role: "button", "data-point": at }, drawing("circle", { r: 20, class: "point-hit" }), drawing("circle", { r: 10, class: "point-dot" }), drawing("text", { class: "point-name" }, NAMES[at]));
    followDrag(svg, node, { signal, onMove: (x, y) => move(at, x, y) });
    node.addEventListener(
      "keydown",
      (event) => {
        const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (!step) return;
        event.preventDefault();
        const stride = event.shiftKey ? 0.5 : 6;
        move(at, points()[at][0] + step[0] * stride, points()[at][1] + step[1] * stride);
      },
      { signal },
    );
    return node;
  }

  function show() {
    const now = points();
    count.choose(String(now.length));
    while (handles.childElementCount > now.length) handles.lastElementChild?.remove();
    while (handles.childElementCount < now.length) handles.append(handle(handles.childElementCount));
    now.forEach(([x, y], at) => {
      handles.children[at].setAttribute("transform", `translate(${x} ${y})`);
      handles.children[at].setAttribute("aria-label", w("point", { name: NAMES[at], x: Math.round(x), y: Math.round(HEIGHT - y) }));
    });
    const sides = sidesOf(now);
    const least = Math.min(...sides.map(({ distance }) => distance));
    const most = Math.max(...sides.map(({ distance }) => distance));
    const spread = spreadOf(now);
    lines.replaceChildren(
      ...sides.flatMap(({ a, b, distance }) => {
        const [[x1, y1], [x2, y2]] = [now[a], now[b]];
        const kind = spread <= EQUAL ? "equal" : distance === least ? "least" : distance === most ? "most" : "between";
        return [drawing("line", { x1, y1, x2, y2, class: `side side-${kind}` }), drawing("text", { x: x1 + (x2 - x1) * ALONG, y: y1 + (y2 - y1) * ALONG, class: `side-text side-text-${kind}` }, formatNumber(distance / least, 2))];
      }),
    );
    ratio.textContent = formatNumber(spread, 3);
    ratio.dataset.value = String(spread);
    ratio.classList.toggle("points-equal", spread <= EQUAL);
    said.textContent = spread <= EQUAL ? w("equal", { count: sides.length }) : w("unequal", { count: sides.length, ratio: formatNumber(spread, 3) });
    panel.refresh();
  }

  const panel = createPanel(stage, {
    id: "points",
    heading: w("title"),
    controls: [count.root],
    picture: element(
      "div",
      { class: "lab-picture" },
      svg,
      element("div", { class: "points-line" }, element("span", { class: "muted" }, w("spread")), ratio, button(w("search"), () => put(fitted(mostEqual(points().length, 2, { tries: 3, steps: 400 })))), button(w("mix"), () => put(scattered(points().length)))),
      said,
      element("p", { class: "lab-said muted" }, w("drag")),
    ),
    table: () => {
      const sides = sidesOf(points());
      const least = Math.min(...sides.map(({ distance }) => distance));
      return { caption: w("caption"), columns: [w("pair"), w("distance"), w("relative")], rows: sides.map(({ a, b, distance }) => [NAMES[a] + NAMES[b], distance, distance / least]) };
    },
    curl: () => [],
    file: () => "distances",
    stop: () => {},
    retry: () => {},
  });
  store.subscribe(["lab"], show, signal);
  show();
  return element("div", { class: "lab-stack" }, panel.root, createCurve(lectern, w));
}
