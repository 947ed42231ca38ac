// Experiment: how alike. Two arrows that the reader drags, measured by three rulers as they move; vectors of one direction
// and several lengths beside them; below, what the rulers say of the table on show.

/** @import { Lectern } from "../lesson.js" */
import { drawing, element } from "../../element.js";
import { cosine, dot, euclid, normOf } from "../../figures/rulers.js";
import { formatNumber } from "../../i18n.js";
import catalogue from "../../i18n/lab/rulers.js";
import { wordsIn } from "../../i18n/lesson.js";
import { createPanel } from "../panel.js";
import { followDrag } from "./drag.js";
import { createRanks } from "./ruler_ranks.js";

const [WIDTH, HEIGHT] = [432, 252];
const [ORIGIN_X, ORIGIN_Y] = [WIDTH / 2, HEIGHT * 0.6];
const SAME = [[1, 1], [2, 2], [5, 5], [10, 10]];
const FURTHEST = 12;

/** @param {number[]} vector */
const written = (vector) => `(${vector.map((x) => formatNumber(x, Number.isInteger(x) ? 0 : 2)).join(", ")})`;

/** @param {Lectern} lectern */
export function create(lectern) {
  const { stage, actions } = lectern;
  const { store, signal } = stage;
  const w = wordsIn(catalogue, store.state.language);
  /** @returns {{u: number[], v: number[]}} */
  const knobs = () => ({ u: [1, 1], v: [2.5, -0.5], .../** @type {any} */ (store.state.lab.rulers) });
  const turn = (/** @type {Partial<{u: number[], v: number[]}>} */ patch) => actions.turnKnob("rulers", patch);
  const svg = drawing("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "points", role: "application", "aria-label": w("drag") });
  const ground = drawing("g", {});
  svg.append(ground);
  let scale = 40;
  let held = false;

  /** Rounded to a tenth, so that whole numbers can be met. @param {"u" | "v"} name @param {number} x @param {number} y */
  const put = (name, x, y) => turn({ [name]: [x, y].map((value) => Math.round(Math.max(-FURTHEST, Math.min(FURTHEST, value)) * 10) / 10 || 0) });

  const tips = (/** @type {const} */ (["u", "v"])).map((name) => {
    const node = drawing("g", { class: `point tip tip-${name}`, tabindex: 0, role: "button", "data-name": name }, drawing("circle", { r: 18, class: "point-hit" }), drawing("circle", { r: 9, class: "point-dot" }), drawing("text", { class: "point-name" }, name));
    followDrag(svg, node, {
      signal,
      onMove: (x, y) => {
        held = true; // the scale stands still under the pointer
        put(name, (x - ORIGIN_X) / scale, (ORIGIN_Y - y) / scale);
      },
      onDrop: () => {
        held = false;
        show();
      },
    });
    node.addEventListener(
      "keydown",
      (event) => {
        const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
        if (!step) return;
        event.preventDefault();
        const [x, y] = knobs()[name];
        const stride = event.shiftKey ? 1 : 0.1;
        put(name, x + step[0] * stride, y + step[1] * stride);
      },
      { signal },
    );
    svg.append(node);
    return node;
  });

  const readings = element("dl", { class: "readings" });
  const same = element("tbody", {});
  const unit = element("button", { type: "button", class: "button" }, w("unit"));
  unit.addEventListener("click", () => turn(Object.fromEntries(Object.entries(knobs()).map(([name, vector]) => [name, normOf(vector) ? vector.map((x) => x / normOf(vector)) : vector]))), { signal });
  const heads = [w("vector"), w("dot"), w("cosine"), w("euclidean")];

  /** @param {number} size @param {number[][]} vectors */
  function fit(size, vectors) {
    const reach = Math.max(1.5, ...vectors.map(([x, y]) => Math.max(Math.abs(x) / (ORIGIN_X - 26), y / (ORIGIN_Y - 22), -y / (HEIGHT - ORIGIN_Y - 22)) * size));
    return size / reach;
  }

  function show() {
    const { u, v } = knobs();
    if (!held) scale = fit(100, [u, v]);
    const place = (/** @type {number[]} */ [x, y]) => [ORIGIN_X + x * scale, ORIGIN_Y - y * scale];
    const [[ux, uy], [vx, vy]] = [place(u), place(v)];
    const step = scale > 14 ? 1 : 5;
    const lines = [];
    for (let at = -60; at <= 60; at += step) {
      const [x] = place([at, 0]);
      const [, y] = place([0, at]);
      if (x > 0 && x < WIDTH) lines.push(drawing("line", { x1: x, x2: x, y1: 0, y2: HEIGHT, class: at ? "grid-line" : "axis-line" }));
      if (y > 0 && y < HEIGHT) lines.push(drawing("line", { x1: 0, x2: WIDTH, y1: y, y2: y, class: at ? "grid-line" : "axis-line" }));
    }
    ground.replaceChildren(
      ...lines,
      drawing("line", { x1: ux, y1: uy, x2: vx, y2: vy, class: "gap-line" }),
      drawing("line", { x1: ORIGIN_X, y1: ORIGIN_Y, x2: ux, y2: uy, class: "arrow arrow-u" }),
      drawing("line", { x1: ORIGIN_X, y1: ORIGIN_Y, x2: vx, y2: vy, class: "arrow arrow-v" }),
    );
    [[ux, uy], [vx, vy]].forEach(([x, y], at) => tips[at].setAttribute("transform", `translate(${x} ${y})`));
    [u, v].forEach((vector, at) => tips[at].setAttribute("aria-label", w("tip", { name: "uv"[at], x: formatNumber(vector[0], 1), y: formatNumber(vector[1], 1) })));
    const values = { dot: dot(u, v), cosine: cosine(u, v), euclidean: euclid(u, v) };
    readings.replaceChildren(
      ...(/** @type {const} */ (["dot", "cosine", "euclidean"])).map((name) => element("div", { class: `reading-${name}` }, element("dt", {}, w(name)), element("dd", { class: "mono", "data-ruler": name, "data-value": values[name] }, formatNumber(values[name], 3)))),
      element("div", {}, element("dt", {}, w("lengths")), element("dd", { class: "mono" }, `${formatNumber(normOf(u), 2)}, ${formatNumber(normOf(v), 2)}`)),
    );
    svg.setAttribute("aria-label", `${w("finding", { u: written(u), v: written(v), dot: formatNumber(values.dot, 3), cosine: formatNumber(values.cosine, 3), distance: formatNumber(values.euclidean, 3) })} ${w("drag")}`);
    same.replaceChildren(
      ...SAME.map((vector) => {
        const pick = element("button", { type: "button", class: "example mono" }, written(vector));
        pick.addEventListener("click", () => turn({ v: vector }), { signal });
        return element("tr", {}, element("th", { scope: "row" }, pick), ...[dot(u, vector), cosine(u, vector), euclid(u, vector)].map((value) => element("td", { class: "mono" }, formatNumber(value, 3))));
      }),
    );
    panel.refresh();
  }

  const panel = createPanel(stage, {
    id: "rulers",
    heading: w("title"),
    picture: element(
      "div",
      { class: "lab-picture" },
      svg,
      readings,
      element("div", { class: "points-line" }, unit, element("span", { class: "muted lab-said" }, w("unit.story"))),
      element("h3", {}, w("same")),
      element("table", { class: "real-table" }, element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))), same),
    ),
    table: () => {
      const { u, v } = knobs();
      return { caption: w("caption", { u: written(u) }), columns: heads, rows: [v, ...SAME].map((vector) => [written(vector), dot(u, vector), cosine(u, vector), euclid(u, vector)]) };
    },
    curl: () => [],
    file: () => "rulers",
    stop: () => {},
    retry: () => {},
  });
  store.subscribe(["lab"], show, signal);
  show();
  return element("div", { class: "lab-stack" }, panel.root, createRanks(lectern, w));
}
