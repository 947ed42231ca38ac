// The names: each letter tinted by its probability (and underlined as far), whether the corpus has the name, and how likely
// it is as a whole. Arrow keys walk the letters; a click or Enter opens that step on the Road.

/** @import { Stage } from "./stage.js" */
/** @import { NamesActions } from "../actions/names.js" */
/** @import { DrawnName } from "../wire.js" */
import { requestOf } from "../actions/names.js";
import { element } from "../element.js";
import { curlCommand, saveText } from "../export.js";
import { summaryOf, tintOf } from "../figures/name_tints.js";
import { formatNumber } from "../i18n.js";
import { modelOnShow } from "../state.js";
import { BOUNDARY, textLabel, tokenLabel } from "../token.js";
import { createPanel } from "./panel.js";

const KNOBS = new Set(["prefix", "temperature", "seed", "count", "max_length"]); // a refusal of theirs stands at the knob
const STREAM = 160; // ms until the last name has begun to show; its fade ends before 200

/**
 * @param {Stage} stage
 * @param {NamesActions} actions
 */
export function createNamesList(stage, actions) {
  const { store, api, frame, t, signal, announce } = stage;
  let streaming = false;
  const summary = element("p", { class: "names-summary" });
  const list = element("ol", { class: "names" });
  const readout = element("p", { class: "names-readout muted" });
  const legend = element(
    "p",
    { class: "names-legend muted" },
    `${t("names.tint")} `,
    ...[0.001, 0.01, 0.1, 1].map((probability) => element("span", { class: "letter", style: letterStyle(probability) }, String(probability))),
  );
  const panel = createPanel(stage, {
    id: "names",
    heading: t("names.list"),
    controls: [legend],
    picture: element("div", { class: "names-picture" }, summary, list, readout),
    table,
    curl: () => [curlCommand(api.address(`models/${store.state.model}/generate`), requestOf(store.state))],
    commands: [{ label: t("names.txt"), run: saveNames }],
    file: () => `${store.state.model}-names-${store.state.drawn.value?.seed ?? ""}`,
    stop: actions.stop,
    retry: () => void (store.state.models.phase === "failed" ? frame.loadModels({ again: true }) : actions.load({ again: true })),
  });

  function show() {
    const { models, drawn } = store.state;
    const atField = drawn.phase === "failed" && drawn.error?.status === 422 && drawn.error.errors.some(({ field }) => KNOBS.has(field));
    panel.show(models, atField ? { ...drawn, phase: "ready" } : drawn);
    panel.root.classList.toggle("stale", Boolean(atField));
    if (!drawn.value || drawn.phase !== "ready") return;
    const { names } = drawn.value;
    const { count, known, fresh, mean, incomplete } = summaryOf(names);
    const parts = [
      known ? t("names.summary.known", { fresh, known, share: formatNumber((100 * (known - fresh)) / known, 0) }) : t("names.summary.unknown", { count }),
      t("names.summary.mean", { mean: formatNumber(mean, 2) }),
      ...(incomplete ? [t("names.summary.incomplete", { incomplete })] : []),
    ];
    summary.replaceChildren(...parts.map((part) => element("span", {}, part)));
    list.setAttribute("aria-label", parts.join(" "));
    list.style.setProperty("--rows", String(Math.ceil(names.length / 2)));
    list.classList.toggle("streaming", streaming);
    list.replaceChildren(...names.map((name, at) => row(name, (at * STREAM) / Math.max(names.length, 1))));
    list.querySelector(".letter")?.setAttribute("tabindex", "0");
    read(null);
    if (streaming) announce(parts.join(" "));
    streaming = false;
    panel.refresh();
  }

  /** @param {DrawnName} name @param {number} delay ms */
  function row(name, delay) {
    const given = [...store.state.prefix.normalize("NFC")].length;
    const letters = name.steps.map((step, at) => {
      const kind = step.token === BOUNDARY ? " letter-end" : at < given ? " letter-given" : "";
      const words = t("names.letter", { token: tokenLabel(step.token), context: textLabel(step.context), probability: formatNumber(step.probability, 3), rank: step.rank });
      return element(
        "button",
        { type: "button", class: `letter${kind}`, tabindex: -1, style: letterStyle(step.probability), "aria-label": words, title: words, "data-context": step.context, "data-step": String(at) },
        tokenLabel(step.token),
      );
    });
    const tags = [];
    if (!name.complete) tags.push(element("span", { class: "tag tag-incomplete" }, t("names.incomplete")));
    else if (name.in_corpus !== null) tags.push(element("span", { class: name.in_corpus ? "tag tag-known" : "tag tag-new" }, t(name.in_corpus ? "names.known" : "names.new")));
    return element(
      "li",
      { class: "name", style: `--delay: ${delay.toFixed(0)}ms`, "data-name": name.text },
      element("span", { class: "letters" }, ...letters),
      ...tags,
      element("span", { class: "name-value number" }, formatNumber(name.log_probability, 2)),
    );
  }

  /** @param {number} probability */
  function letterStyle(probability) {
    return `--tint: ${tintOf(probability).toFixed(3)}; --share: ${probability < 0.1 ? 0 : probability.toFixed(4)}`;
  }

  /** @param {Element | null} letter */
  function read(letter) {
    readout.textContent = letter ? `${letter.getAttribute("aria-label")} ${t("names.open")}` : t("names.point");
  }

  function table() {
    const { drawn } = store.state;
    if (!drawn.value) return null;
    const { seed, names } = drawn.value;
    const said = (/** @type {DrawnName} */ name) => (name.in_corpus === null ? null : t(name.in_corpus ? "names.known" : "names.new"));
    return {
      caption: t("names.caption", { seed: String(seed), model: modelOnShow(store.state)?.id ?? "" }),
      columns: [t("column.name"), t("column.log_probability"), t("column.corpus"), t("column.complete")],
      rows: names.map((name) => [name.text, name.log_probability, said(name) ?? "", name.complete ? "" : t("names.incomplete")]),
    };
  }

  function saveNames() {
    const { drawn, model } = store.state;
    if (drawn.value) saveText(`${model}-names-${drawn.value.seed}.txt`, drawn.value.names.map(({ text }) => `${text}\n`).join(""), "text/plain");
  }

  /** @param {HTMLElement} letter @param {string} key @returns {HTMLElement | null} */
  function beside(letter, key) {
    const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll(".letter")]);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (step) return all[all.indexOf(letter) + step] ?? null;
    const line = letter.closest("li");
    const other = { ArrowUp: line?.previousElementSibling, ArrowDown: line?.nextElementSibling }[key];
    const letters = /** @type {HTMLElement[]} */ ([...(other?.querySelectorAll(".letter") ?? [])]);
    return letters[Math.min(Number(letter.dataset.step), letters.length - 1)] ?? null;
  }

  const letterAt = (/** @type {Event} */ event) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".letter"));
  list.addEventListener("pointerover", (event) => read(letterAt(event)), { signal });
  list.addEventListener("pointerleave", () => read(null), { signal });
  list.addEventListener("focusin", (event) => read(letterAt(event)), { signal });
  list.addEventListener("click", (event) => void (letterAt(event) && actions.openStep(letterAt(event)?.dataset.context ?? "")), { signal });
  list.addEventListener(
    "keydown",
    (event) => {
      const letter = letterAt(event);
      const next = letter && beside(letter, event.key);
      if (!letter || !next) return;
      event.preventDefault();
      letter.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    },
    { signal },
  );
  store.subscribe(["models", "drawn"], show, signal);
  show();
  return {
    root: panel.root,
    /** The next names come one after another. */
    stream: () => void (streaming = true),
  };
}
