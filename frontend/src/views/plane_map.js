// The map on the page: state -> the drawn letters; pointer and keys -> select, hover, zoom. Its name states its finding.

/** @import { Stage } from "./stage.js" */
/** @import { PlaneActions } from "../actions/plane.js" */
/** @import { MapInput } from "../figures/plane_map.js" */
import { planeMap } from "../figures/plane_map.js";
import { nextInDirection } from "../figures/plane_window.js";
import { closenessOf } from "../figures/closeness.js";
import { element } from "../element.js";
import { curlCommand } from "../export.js";
import { formatNumber } from "../i18n.js";
import { createPlot } from "../plot.js";
import { tokenKind, tokenLabel } from "../token.js";
import { createHint } from "./hint.js";
import { createPanel } from "./panel.js";
import { createLegend, lossNotes } from "./plane_legend.js";
import { pairOnShow } from "./plane_pair.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const HINT = "click-letter";

/**
 * @param {Stage} stage
 * @param {PlaneActions} actions
 * @returns {HTMLElement}
 */
export function createPlaneMap(stage, actions) {
  const { store, api, frame, t, signal, announce } = stage;
  const plot = element("div", {
    class: "plot",
    tabindex: 0,
    role: "application",
    "aria-roledescription": t("plane.map.role"),
  });
  const picture = element(
    "div",
    { class: "plane-map" },
    plot,
    element("div", { class: "plane-foot" }, createLegend(stage), createHint(stage, HINT)),
  );
  const zooms = ["out", "all", "in"].map((way, at) => {
    const label = t(/** @type {"plane.zoom.in"} */ (`plane.zoom.${way}`));
    const button = element(
      "button",
      { type: "button", class: `tool zoom-${way}`, "aria-label": label, "data-tip": label },
      ["−", "1:1", "+"][at],
    );
    button.addEventListener("click", () => actions.turnZoom(/** @type {-1 | 0 | 1} */ (at - 1)), { signal });
    return button;
  });
  const shape = element("p", { class: "shape mono" });
  const panel = createPanel(stage, {
    id: "map",
    heading: t("plane.map"),
    controls: [shape, element("div", { class: "tools" }, ...zooms)],
    picture,
    table,
    curl: () => [curlCommand(api.address(`tables/${store.state.model}/embedding`))],
    image: () => drawn.image(),
    file: () => `${store.state.model}-plane`,
    stop: () => actions.stop("embedding"),
    retry: () => {
      drawn.again();
      void (store.state.models.phase === "failed"
        ? frame.loadModels({ again: true })
        : actions.load({ again: "embedding" }));
    },
  });
  const drawn = createPlot(plot, {
    signal,
    onHover: (spot) => actions.hover(spot && { token: tokenAt(spot.customdata), against: null }),
    onClick: (spot) => select(tokenAt(spot.customdata)),
    onFailure: panel.missPlotly,
  });

  const tokenAt = (/** @type {number} */ row) => store.state.embedding.value?.tokens[row] ?? "";

  /** @param {string} token */
  function select(token) {
    actions.selectToken(token);
    frame.finishHint(HINT);
  }

  /** @returns {MapInput | null} */
  function input() {
    const { embedding, token, zoom } = store.state;
    const answer = embedding.value;
    if (!answer) return null;
    const selected = answer.tokens.indexOf(token ?? "");
    const pair = pairOnShow(store.state);
    const kinds = answer.tokens.map(tokenKind);
    return {
      coordinates: answer.coordinates,
      labels: answer.tokens.map(tokenLabel),
      kinds,
      selected: selected < 0 ? null : selected,
      pair,
      closeness: pair ? `cos ${formatNumber(closenessOf(answer, pair).cosine, 2)}` : "",
      rays: answer.projection.method === "none",
      notes: lossNotes(answer, t),
      zoom,
    };
  }

  function draw() {
    const figure = input();
    if (figure) drawn.draw((surface) => planeMap(figure, surface));
  }

  function name() {
    const { embedding, neighbours, token } = store.state;
    const count = embedding.value?.tokens.length;
    const near = neighbours.value?.cosine;
    if (!count || !near || near.of !== token) return;
    const list = near.neighbours
      .slice(0, 2)
      .map((one) => `${tokenLabel(one.token)} ${formatNumber(one.similarity, 2)}`);
    const finding = t("plane.map.finding", { count, token: tokenLabel(token), list: list.join(t("list.comma")) });
    if (plot.getAttribute("aria-label") !== finding) announce(finding);
    plot.setAttribute("aria-label", finding);
  }

  function show() {
    const { models, embedding } = store.state;
    const sides = embedding.value ? [embedding.value.tokens.length, embedding.value.dimensions] : [];
    shape.replaceChildren(...sides.map((side, at) => element("span", { class: ["dim-v", "dim-d"][at] }, String(side))));
    panel.show(models, embedding);
    draw();
  }

  function table() {
    const answer = store.state.embedding.value;
    if (!answer) return null;
    const counts = new Map(store.state.corpus.value?.characters.map(({ token, count }) => [token, count]));
    return {
      caption: t("plane.map.caption", { dimensions: answer.dimensions }),
      columns: [t("column.token"), t("column.kind"), "x", "y", t("column.norm"), t("column.count")],
      rows: answer.tokens.map((token, row) => [
        tokenLabel(token),
        t(`kind.${tokenKind(token)}`),
        ...answer.coordinates[row],
        answer.norms[row],
        counts.get(token) ?? null,
      ]),
    };
  }

  plot.addEventListener(
    "keydown",
    (event) => {
      const answer = store.state.embedding.value;
      const arrow = ARROWS[event.key];
      const zoom = { "+": 1, "=": 1, "-": -1, 0: 0 }[event.key];
      if (event.ctrlKey || event.metaKey || event.altKey || !answer) return;
      if (zoom !== undefined) actions.turnZoom(/** @type {-1 | 0 | 1} */ (zoom));
      else if (arrow) {
        const from = Math.max(answer.tokens.indexOf(store.state.token ?? ""), 0);
        select(answer.tokens[nextInDirection(answer.coordinates, from, arrow)]);
      } else return;
      event.preventDefault();
    },
    { signal },
  );
  store.subscribe(["models", "embedding"], show, signal);
  store.subscribe(["token", "hover", "zoom", "similarity"], draw, signal);
  store.subscribe(["embedding", "neighbours", "token"], name, signal);
  store.subscribe(["embedding", "corpus"], panel.refresh, signal);
  show();
  name();
  return panel.root;
}
