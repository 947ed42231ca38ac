// The search for 27 points in 1 to 26 dimensions, run in the page a few steps at a time, drawn as a curve while it goes.

/** @import { Lectern } from "../lesson.js" */
import { drawing, element } from "../../element.js";
import { seededPoints, spreadOf, spreadSteps } from "../../figures/spreading.js";
import { formatNumber } from "../../i18n.js";
import { modelOnShow } from "../../state.js";
import { createPanel } from "../panel.js";

const DIMENSIONS = [1, 2, 3, 4, 5, 7, 10, 14, 18, 22, 25, 26];
const [POINTS, STEPS, AT_ONCE] = [27, 400, 12];
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [432, 168, 34, 24, 10];
const TOP_VALUE = 30;

/** @param {number} d */
const across = (d) => LEFT + ((d - 1) / (POINTS - 2)) * (WIDTH - LEFT - 10);
/** A logarithmic scale from 1. @param {number} value */
const up = (value) => HEIGHT - BOTTOM - (Math.log(Math.max(1, Math.min(TOP_VALUE, value))) / Math.log(TOP_VALUE)) * (HEIGHT - BOTTOM - TOP);

/** @param {Lectern} lectern @param {(key: any, values?: import("../../i18n.js").Values) => string} w */
export function createCurve({ stage, actions }, w) {
  const { store, signal } = stage;
  /** @returns {Record<number, number>} */
  const found = () => store.state.lab.curve?.found ?? {};
  let running = false;
  const svg = drawing("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img" });
  const start = element("button", { type: "button", class: "button" });
  const progress = element("span", { class: "mono muted", role: "status" });
  const said = element("p", { class: "lab-said" });
  start.addEventListener("click", () => (running ? (running = false) : void search()), { signal });

  async function search() {
    running = true;
    show();
    let best = Infinity; // what lies in few dimensions lies in more as well
    for (const d of DIMENSIONS) {
      let points = seededPoints(POINTS, d, 7919);
      progress.textContent = w("curve.busy", { d });
      for (let from = 0; from < STEPS; from += AT_ONCE) {
        points = spreadSteps(points, { from, to: Math.min(STEPS, from + AT_ONCE), steps: STEPS });
        await new Promise((resolve) => setTimeout(resolve));
        if (!running || signal.aborted) break;
      }
      if (!running || signal.aborted) break;
      best = Math.min(best, spreadOf(points));
      actions.turnKnob("curve", { found: { ...found(), [d]: best } });
    }
    running = false;
    progress.textContent = "";
    if (!signal.aborted) show();
  }

  function show() {
    start.textContent = w(running ? "curve.stop" : "curve.start");
    const known = DIMENSIONS.filter((d) => found()[d] !== undefined);
    const claim = store.state.claims.value?.claims.find(({ id }) => id === "S40")?.value;
    const own = claim && modelOnShow(store.state) ? { d: modelOnShow(store.state)?.embedding_dim ?? 0, ratio: claim.ratio_in_this_table } : null;
    const finding = known.length === DIMENSIONS.length ? w("curve.finding", { two: formatNumber(found()[2], 2), ten: formatNumber(found()[10], 2), all: formatNumber(found()[26], 2) }) : "";
    const about = own?.ratio ? w("curve.own", { dimensions: own.d, ratio: formatNumber(own.ratio, 1) }) : "";
    said.textContent = [finding || (known.length ? "" : w("curve.none")), about].join(" ").trim();
    svg.setAttribute("aria-label", said.textContent);
    const path = known.map((d, at) => `${at ? "L" : "M"}${across(d)} ${up(found()[d])}`).join("");
    svg.replaceChildren(
      ...[1, 2, 5, 10, 30].flatMap((tick) => [drawing("line", { x1: LEFT, x2: WIDTH - 10, y1: up(tick), y2: up(tick), class: "grid-line" }), drawing("text", { x: LEFT - 6, y: up(tick), class: "tick tick-y" }, String(tick))]),
      ...[1, 5, 10, 15, 20, 26].map((tick) => drawing("text", { x: across(tick), y: HEIGHT - 8, class: "tick tick-x" }, String(tick))),
      drawing("path", { d: path || "M0 0", class: "curve-line" }),
      ...known.map((d) => drawing("circle", { cx: across(d), cy: up(found()[d]), r: 3.5, class: "curve-dot", "data-d": d, "data-value": found()[d] }, drawing("title", {}, `d = ${d}: ${formatNumber(found()[d], 3)}`))),
      ...(own?.ratio && own.d < POINTS ? [drawing("path", { d: `M${across(own.d) - 5} ${up(own.ratio)}h10m-5-5v10`, class: "curve-own" })] : []),
    );
    panel.refresh();
  }

  const panel = createPanel(stage, {
    id: "curve",
    heading: w("curve.title"),
    picture: element("div", { class: "lab-picture" }, element("p", { class: "lab-said muted" }, w("curve.story")), svg, element("div", { class: "points-line" }, start, progress), said),
    table: () => ({ caption: w("curve.caption"), columns: [w("dimensions"), w("spread")], rows: DIMENSIONS.filter((d) => found()[d] !== undefined).map((d) => [d, found()[d]]) }),
    curl: () => [],
    file: () => "equal-distances",
    stop: () => {},
    retry: () => {},
  });
  store.subscribe(["lab", "claims", "model"], show, signal);
  show();
  return panel.root;
}
