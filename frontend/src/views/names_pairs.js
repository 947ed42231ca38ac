// The names of two models from the same dice, side by side: what both have is quiet, a bar marks where they part.

/** @import { Stage } from "./stage.js" */
/** @import { NamesActions } from "../actions/names.js" */
/** @import { NamePair } from "../wire.js" */
import { besideOf, compareRequestOf } from "../actions/names.js";
import { element } from "../element.js";
import { curlCommand } from "../export.js";
import { cutAt, summaryOfPairs } from "../figures/name_pairs.js";
import { formatNumber } from "../i18n.js";
import { textLabel } from "../token.js";
import { createModelPanel } from "./model_panel.js";

/** @param {Stage} stage @param {NamesActions} actions @returns {HTMLElement} hidden while no second model is chosen */
export function createNamesPairs(stage, actions) {
  const { store, api, t, signal, announce } = stage;
  const summary = element("p", { class: "pairs-summary" });
  const heads = element("div", { class: "pair pair-heads" });
  const list = element("ol", { class: "pairs" });
  const panel = createModelPanel(stage, actions, "pairs", {
    id: "pairs",
    heading: t("names.pairs"),
    picture: element("div", { class: "names-picture pairs-picture" }, summary, heads, list),
    table,
    curl: () => [curlCommand(api.address("compare"), compareRequestOf(store.state))],
    file: () => `${models().join("-")}-names-${store.state.pairs.value?.seed}`,
  });

  const models = () => store.state.pairs.value?.models ?? [];
  const pairs = () => store.state.pairs.value?.names ?? [];

  function draw() {
    panel.root.hidden = !besideOf(store.state);
    if (!pairs().length || store.state.pairs.phase !== "ready") return;
    const { count, same, mean } = summaryOfPairs(pairs());
    const parts = [t("names.pairs.same", { same, count }), ...(mean === null ? [] : [t("names.pairs.mean", { mean: formatNumber(mean, 1) })])];
    summary.replaceChildren(...parts.map((part) => element("span", {}, part)));
    heads.replaceChildren(...models().map((model) => element("span", { class: "muted mono" }, model)));
    list.setAttribute("aria-label", parts.join(" "));
    list.replaceChildren(...pairs().map(row));
    announce(parts.join(" "));
    panel.refresh();
  }

  /** @param {NamePair} pair */
  function row(pair) {
    const told = pair.texts.map((text) => textLabel(text) || t("names.pairs.empty"));
    const [one, other] = told;
    const words = pair.parts_at === null ? t("names.pairs.equal", { one }) : t("names.pairs.part", { one, other, at: pair.parts_at + 1 });
    return element(
      "li",
      { class: "pair", "aria-label": words, title: words, "data-parts-at": pair.parts_at },
      ...pair.texts.map((text, side) => name(text, pair, side)),
    );
  }

  /** @param {string} text @param {NamePair} pair @param {number} side */
  function name(text, pair, side) {
    const { shared, own } = cutAt(text, pair.parts_at);
    return element(
      "span",
      { class: "pair-name", "data-name": text, "aria-hidden": "true" },
      element("span", { class: "pair-shared" }, textLabel(shared)),
      pair.parts_at !== null && element("b", { class: "pair-own" }, textLabel(own)),
      !pair.complete[side] && element("span", { class: "tag tag-incomplete" }, t("names.incomplete")),
    );
  }

  function table() {
    if (!pairs().length) return null;
    const probability = (/** @type {string} */ model) => t("names.pairs.probability", { model });
    return {
      caption: t("names.pairs.caption", { one: models()[0], other: models()[1], seed: String(store.state.pairs.value?.seed) }),
      columns: [...models(), t("names.pairs.column"), ...models().map(probability)],
      rows: pairs().map((pair) => [...pair.texts, pair.parts_at === null ? "" : pair.parts_at + 1, ...pair.log_probabilities]),
    };
  }

  store.subscribe(["pairs", "beside", "model"], draw, signal);
  draw();
  return panel.root;
}
