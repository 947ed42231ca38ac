// The heatmap on the page: every character against every other by the chosen metric, the selected row lit.

/** @import { Stage } from "./stage.js" */
/** @import { PlaneActions } from "../actions/plane.js" */
/** @import { Metric } from "../wire.js" */
import { similarityHeatmap } from "../figures/similarity_heatmap.js";
import { element } from "../element.js";
import { curlCommand } from "../export.js";
import { formatNumber } from "../i18n.js";
import { createPlot } from "../plot.js";
import { tokenLabel } from "../token.js";
import { createPanel } from "./panel.js";
import { pairOnShow } from "./plane_pair.js";
import { createSegments } from "./segments.js";

/** @type {Metric[]} */
const METRICS = ["cosine", "dot", "euclidean"];

/**
 * @param {Stage} stage
 * @param {PlaneActions} actions
 * @returns {HTMLElement}
 */
export function createPlaneHeatmap(stage, actions) {
  const { store, api, frame, t, signal } = stage;
  const plot = element("div", {
    class: "plot",
    tabindex: 0,
    role: "application",
    "aria-roledescription": t("plane.heatmap.role"),
  });
  const metric = createSegments({
    label: t("plane.metric"),
    options: METRICS.map((value) => ({ value, label: t(`metric.${value}`) })),
    value: store.state.metric,
    onChoose: actions.chooseMetric,
    signal,
  });
  const panel = createPanel(stage, {
    id: "heatmap",
    heading: t("plane.heatmap"),
    controls: [metric.root],
    picture: element("div", { class: "plane-heatmap" }, plot),
    table,
    curl: () => [curlCommand(api.address(`tables/${store.state.model}/similarity`, { metric: store.state.metric }))],
    image: () => drawn.image(),
    file: () => `${store.state.model}-${store.state.metric}`,
    stop: () => actions.stop("similarity"),
    retry: () => {
      drawn.again();
      void (store.state.models.phase === "failed"
        ? frame.loadModels({ again: true })
        : actions.load({ again: "similarity" }));
    },
  });
  const drawn = createPlot(plot, {
    signal,
    onHover: (spot) => actions.hover(spot && { token: tokenAt(spot.y), against: tokenAt(spot.x) }),
    onClick: (spot) => actions.selectToken(tokenAt(spot.y)),
    onFailure: panel.missPlotly,
  });

  const tokenAt = (/** @type {number} */ row) => store.state.similarity.value?.tokens[row] ?? "";

  function draw() {
    const { similarity, token } = store.state;
    const answer = similarity.value;
    if (!answer) return;
    const row = answer.tokens.indexOf(token ?? "");
    const figure = {
      matrix: answer.matrix,
      labels: answer.tokens.map(tokenLabel),
      metric: answer.metric,
      selected: row < 0 ? null : row,
      pair: pairOnShow(store.state),
    };
    drawn.draw((surface) => similarityHeatmap(figure, surface));
    if (row >= 0) plot.setAttribute("aria-label", finding(answer, row));
  }

  /** @param {import("../wire.js").Similarity} answer @param {number} row */
  function finding({ tokens, metric: by, matrix }, row) {
    const others = tokens.map((_, other) => other).filter((other) => other !== row && matrix[row][other] !== null);
    const sign = by === "euclidean" ? 1 : -1;
    others.sort((a, b) => sign * (Number(matrix[row][a]) - Number(matrix[row][b])));
    const say = (/** @type {number | undefined} */ other) =>
      other === undefined ? "—" : `${tokenLabel(tokens[other])} ${formatNumber(matrix[row][other], 2)}`;
    return t("plane.heatmap.finding", {
      metric: t(`metric.${by}`),
      token: tokenLabel(tokens[row]),
      near: say(others[0]),
      far: say(others.at(-1)),
    });
  }

  function show() {
    const { models, similarity } = store.state;
    panel.show(models, similarity);
    draw();
  }

  function table() {
    const answer = store.state.similarity.value;
    if (!answer) return null;
    const labels = answer.tokens.map(tokenLabel);
    return {
      caption: t("plane.heatmap.caption", { metric: t(`metric.${answer.metric}`) }),
      columns: [t("column.token"), ...labels],
      rows: answer.matrix.map((row, at) => [labels[at], ...row]),
      digits: 2,
    };
  }

  plot.addEventListener(
    "keydown",
    (event) => {
      const tokens = store.state.similarity.value?.tokens;
      if (!tokens?.length || event.ctrlKey || event.metaKey || event.altKey) return;
      const selected = store.state.token ?? tokens[0];
      const step = (/** @type {string} */ from, /** @type {number} */ by) =>
        tokens[Math.min(Math.max(tokens.indexOf(from) + by, 0), tokens.length - 1)];
      const { hover } = store.state;
      const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const across = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (across) actions.selectToken(step(selected, across));
      else if (along) actions.hover({ token: step(hover?.against ?? hover?.token ?? selected, along), against: null });
      else return;
      event.preventDefault();
    },
    { signal },
  );
  plot.addEventListener("blur", () => actions.hover(null), { signal });
  store.subscribe(["models", "similarity"], show, signal);
  store.subscribe(["token", "hover", "embedding"], draw, signal);
  store.subscribe(["metric"], (state) => metric.choose(state.metric), signal);
  show();
  return panel.root;
}
