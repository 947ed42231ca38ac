// What the network expects next: all V characters as bars, likeliest first, each a button that appends it. A mark on each
// bar is what counting the names says, so both can be compared.

/** @import { Stage } from "./stage.js" */
/** @import { RoadActions } from "../actions/road.js" */
/** @import { Prediction } from "../wire.js" */
import { rowOnShow } from "../actions/road.js";
import { element } from "../element.js";
import { curlCommand } from "../export.js";
import { share } from "../figures/tensor_picture.js";
import { formatNumber } from "../i18n.js";
import { modelOnShow } from "../state.js";
import { textLabel, tokenKind, tokenLabel } from "../token.js";
import { createPanel } from "./panel.js";

const FOUND = 3; // characters that the finding names

/**
 * @param {Stage} stage
 * @param {RoadActions} actions
 */
export function createRoadPredictions(stage, actions) {
  const { store, api, frame, t, signal, announce } = stage;
  const story = element("p", { class: "prediction-story muted" });
  const list = element("ol", { class: "predictions", tabindex: -1 });
  const columns = element("p", { class: "prediction-head muted" }, element("span", {}, t("road.network")), element("span", {}, t("road.counted")));
  const panel = createPanel(stage, {
    id: "predictions",
    heading: t("road.next"),
    picture: element("div", { class: "road-next" }, story, columns, list),
    table,
    curl: () => {
      const card = modelOnShow(store.state);
      const { context } = onShow() ?? { context: "" };
      if (!card) return [];
      return [
        curlCommand(api.address(`models/${card.id}/trace`), { contexts: [context] }),
        curlCommand(api.address(`corpora/${card.corpus}/counts`, { context, context_length: card.context_length })),
      ];
    },
    file: () => `${store.state.model}-next`,
    stop: actions.stop,
    retry: () => void (store.state.models.phase === "failed" ? frame.loadModels({ again: true }) : actions.load({ again: true })),
  });

  /** The context on show, its predictions, and its counts when they are there. */
  function onShow() {
    const { trace, counts } = store.state;
    if (!trace.value) return null;
    const row = rowOnShow(store.state);
    const context = trace.value.contexts[row];
    const counted = counts.value?.context === context ? counts.value : null;
    return { context, predictions: trace.value.predictions[row], counted, failed: counts.phase === "failed" };
  }

  function show() {
    const { models, trace } = store.state;
    const refused = trace.phase === "failed" && trace.error?.status === 422 && trace.value;
    panel.show(models, refused ? { ...trace, phase: "ready" } : trace);
    panel.root.classList.toggle("stale", Boolean(refused));
    draw();
  }

  function draw() {
    const now = onShow();
    const card = modelOnShow(store.state);
    if (!now || !card) return;
    const { context, predictions, counted, failed } = now;
    const read = textLabel(context);
    const counts = new Map(counted?.row.map((one) => [one.token, one.count]));
    const focused = list.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.rank : null;
    const top = predictions.slice(0, FOUND).map(({ token, probability }) => `${tokenLabel(token)} ${formatNumber(probability, 2)}`);
    const finding = t("road.finding", { context: read, list: top.join(t("list.comma")) });
    list.setAttribute("aria-label", finding);
    list.replaceChildren(...predictions.map((one, rank) => row(one, rank, counts, counted?.total ?? 0, card.vocabulary)));
    if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-rank="${focused}"]`))?.focus();
    if (counted) story.textContent = counted.total ? t("road.counted.story", { context: read, total: counted.total }) : t("road.counted.never", { context: read });
    else story.textContent = failed ? t("road.counted.failed") : "\u00a0";
    panel.refresh();
  }

  /**
   * @param {Prediction} prediction
   * @param {number} rank from 0
   * @param {Map<string, number>} counts
   * @param {number} total
   * @param {string[]} vocabulary
   */
  function row({ token, probability }, rank, counts, total, vocabulary) {
    const label = tokenLabel(token);
    const count = counts.get(token);
    const mark = total && count ? element("span", { class: "counted-mark", style: `--share: ${count / total}` }) : null;
    const words = t("road.append", { token: label, probability: formatNumber(probability, 3), rank: rank + 1 });
    const button = element(
      "button",
      { type: "button", class: "prediction", "data-at": `v${vocabulary.indexOf(token)}`, "data-token": token, "data-rank": String(rank), "aria-label": words },
      element("span", { class: `prediction-token kind-${tokenKind(token)}` }, label),
      element("span", { class: "prediction-bar" }, element("span", { class: "bar-fill", style: `--share: ${probability.toFixed(5)}` }), mark),
      element("span", { class: "prediction-value" }, share(probability)),
      element("span", { class: "prediction-count muted" }, count === undefined ? "" : formatNumber(count)),
    );
    return element("li", {}, button);
  }

  function table() {
    const now = onShow();
    if (!now) return null;
    const { counted } = now;
    const counts = new Map(counted?.row.map((one) => [one.token, one]));
    return {
      caption: t("road.next.caption", { context: textLabel(now.context) }),
      columns: [t("column.token"), t("column.probability"), t("column.counted"), t("column.share")],
      rows: now.predictions.map(({ token, probability }) => {
        const cell = counts.get(token);
        return [tokenLabel(token), probability, cell?.count ?? null, cell && counted?.total ? cell.count / counted.total : null];
      }),
      digits: 4,
    };
  }

  list.addEventListener(
    "click",
    (event) => {
      const token = /** @type {Element} */ (event.target).closest(".prediction")?.getAttribute("data-token");
      if (token === null || token === undefined) return;
      actions.append(token);
      announce(t("road.appended", { token: tokenLabel(token) }));
    },
    { signal },
  );
  list.addEventListener(
    "keydown",
    (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      const buttons = [...list.querySelectorAll("button")];
      const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      event.preventDefault();
      buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)]?.focus();
    },
    { signal },
  );
  store.subscribe(["models", "model", "trace"], show, signal);
  store.subscribe(["row"], draw, signal);
  store.subscribe(["counts"], () => (onShow()?.counted || store.state.counts.phase === "failed") && draw(), signal);
  show();
  return panel.root;
}
