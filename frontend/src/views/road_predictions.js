// What the network expects next: all V characters as bars, likeliest first, each a button that appends it. A mark on each
// bar is what counting the names says, so both can be compared.

/** @import { Stage } from "./stage.js" */
/** @import { RoadActions } from "../actions/road.js" */
import { rowOnShow } from "../actions/road.js";
import { element } from "../element.js";
import { curlCommand } from "../export.js";
import { share } from "../figures/tensor_picture.js";
import { formatNumber } from "../i18n.js";
import { modelOnShow } from "../state.js";
import { textLabel, tokenKind, tokenLabel } from "../token.js";
import { createModelPanel } from "./model_panel.js";

const FOUND = 3; // characters that the finding names

/** @param {Stage} stage @param {RoadActions} actions */
export function createRoadPredictions(stage, actions) {
  const { store, api, t, signal, announce } = stage;
  const story = element("p", { class: "prediction-story muted" });
  const list = element("ol", { class: "predictions" });
  const columns = element("p", { class: "prediction-head muted" }, element("span", {}, t("road.network")), element("span", {}, t("column.counted")));
  const panel = createModelPanel(stage, actions, "trace", {
    id: "predictions",
    heading: t("road.next"),
    picture: element("div", { class: "road-next" }, story, columns, list),
    table,
    curl: () => {
      const card = modelOnShow(store.state);
      const { context } = onShow() ?? {};
      if (!card || !context) return [];
      const counts = api.address(`corpora/${card.corpus}/counts`, { context, context_length: card.context_length });
      return [curlCommand(api.address(`models/${card.id}/trace`), { contexts: [context] }), curlCommand(counts)];
    },
    file: () => `${store.state.model}-next`,
  });

  /** The context on show and its predictions, each with its count where the counts are there. */
  function onShow() {
    const { trace, counts } = store.state;
    if (!trace.value) return null;
    const row = rowOnShow(store.state);
    const context = trace.value.contexts[row];
    const counted = counts.value?.context === context ? counts.value : null;
    const cells = new Map(counted?.row.map(({ token, count }) => [token, count]));
    const rows = trace.value.predictions[row].map((one) => ({ ...one, label: tokenLabel(one.token), count: cells.get(one.token) ?? null }));
    return { context, rows, total: counted?.total ?? null };
  }

  function draw() {
    const now = onShow();
    const vocabulary = modelOnShow(store.state)?.vocabulary;
    if (!now || !vocabulary) return;
    const { rows, total } = now;
    const context = textLabel(now.context);
    const focused = [...list.children].findIndex((item) => item.contains(document.activeElement));
    const top = rows.slice(0, FOUND).map(({ label, probability }) => `${label} ${formatNumber(probability, 2)}`);
    list.setAttribute("aria-label", t("road.finding", { context, list: top.join(t("list.comma")) }));
    list.replaceChildren(
      ...rows.map(({ token, label, probability, count }, rank) => {
        const words = t("road.append", { token: label, probability: formatNumber(probability, 3), rank: rank + 1 });
        const mark = total && count ? element("span", { class: "counted-mark", style: `--share: ${count / total}` }) : null;
        const button = element(
          "button",
          { type: "button", class: "prediction", "data-at": `v${vocabulary.indexOf(token)}`, "data-token": token, "aria-label": words },
          element("span", { class: `prediction-token kind-${tokenKind(token)}` }, label),
          element("span", { class: "prediction-bar" }, element("span", { class: "bar-fill", style: `--share: ${probability.toFixed(5)}` }), mark),
          element("span", { class: "prediction-value" }, share(probability)),
          element("span", { class: "prediction-count muted" }, count === null ? "" : formatNumber(count)),
        );
        return element("li", {}, button);
      }),
    );
    buttons()[focused]?.focus();
    const failed = store.state.counts.phase === "failed";
    story.textContent = total === null ? (failed ? t("road.counted.failed") : "\u00a0") : t(total ? "road.counted.story" : "road.counted.never", { context, total });
    panel.refresh();
  }

  function table() {
    const now = onShow();
    if (!now) return null;
    const { context, rows, total } = now;
    return {
      caption: t("road.next.caption", { context: textLabel(context) }),
      columns: [t("column.token"), t("column.probability"), t("column.counted"), t("column.share")],
      rows: rows.map(({ label, probability, count }) => [label, probability, count, total && count !== null ? count / total : null]),
      digits: 4,
    };
  }

  const buttons = () => [...list.querySelectorAll("button")];
  list.addEventListener(
    "click",
    (event) => {
      const token = /** @type {Element} */ (event.target).closest(".prediction")?.getAttribute("data-token");
      if (!token) return;
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
      event.preventDefault();
      const all = buttons();
      all[all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) + step]?.focus();
    },
    { signal },
  );
  store.subscribe(["models", "model", "trace", "row"], draw, signal);
  store.subscribe(["counts"], ({ counts }) => void ((onShow()?.total !== null || counts.phase === "failed") && draw()), signal);
  draw();
  return panel.root;
}
