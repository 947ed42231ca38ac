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
import { BOUNDARY, textLabel, tokenLabel } from "../token.js";
import { createModelPanel } from "./model_panel.js";

const STREAM = 160; // ms until the last name has begun to show; its fade ends before 200
const UNDERLINED = 0.1; // a shorter line would look like dust

/** @param {Stage} stage @param {NamesActions} actions */
export function createNamesList(stage, actions) {
  const { store, api, t, signal, announce } = stage;
  let streaming = false;
  const summary = element("p", { class: "names-summary" });
  const list = element("ol", { class: "names" });
  const readout = element("p", { class: "names-readout muted" });
  const scale = [0.001, 0.01, 0.1, 1].map((probability) => element("span", { class: "letter", style: tinted(probability) }, String(probability)));
  const panel = createModelPanel(stage, actions, "drawn", {
    id: "names",
    heading: t("names.list"),
    controls: [element("p", { class: "names-legend muted" }, t("column.probability"), ...scale)],
    picture: element("div", { class: "names-picture" }, summary, list, readout),
    table,
    curl: () => [curlCommand(api.address(`models/${store.state.model}/generate`), requestOf(store.state))],
    commands: [{ label: t("names.txt"), run: () => saveText(`${file()}.txt`, names().map(({ text }) => `${text}\n`).join(""), "text/plain") }],
    file,
  });

  const names = () => store.state.drawn.value?.names ?? [];
  /** @param {DrawnName} name */
  const standing = ({ complete, in_corpus }) => (!complete ? "incomplete" : in_corpus === null ? null : in_corpus ? "known" : "new");

  function file() {
    return `${store.state.model}-names-${store.state.drawn.value?.seed}`;
  }

  function draw() {
    if (!names().length || store.state.drawn.phase !== "ready") return;
    const { count, known, fresh, mean, incomplete } = summaryOf(names());
    const parts = [
      known ? t("names.summary.known", { fresh, known, share: formatNumber((100 * (known - fresh)) / known, 0) }) : t("names.summary.unknown", { count }),
      t("names.summary.mean", { mean: formatNumber(mean, 2) }),
      ...(incomplete ? [t("names.summary.incomplete", { incomplete })] : []),
    ];
    summary.replaceChildren(...parts.map((part) => element("span", {}, part)));
    list.setAttribute("aria-label", parts.join(" "));
    list.style.setProperty("--rows", String(Math.ceil(count / 2)));
    list.classList.toggle("streaming", streaming);
    list.replaceChildren(...names().map((name, at) => row(name, (at * STREAM) / count)));
    list.querySelector(".letter")?.setAttribute("tabindex", "0");
    read(null);
    if (streaming) announce(parts.join(" "));
    streaming = false;
    panel.refresh();
  }

  /** @param {DrawnName} name @param {number} delay ms */
  function row(name, delay) {
    const given = [...store.state.prefix.normalize("NFC")].length;
    const letters = name.steps.map(({ context, token, probability, rank }, at) => {
      const kind = token === BOUNDARY ? " letter-end" : at < given ? " letter-given" : "";
      const words = t("names.letter", { token: tokenLabel(token), context: textLabel(context), probability: formatNumber(probability, 3), rank });
      const told = { "aria-label": words, title: words, "data-context": context, "data-step": at };
      return element("button", { type: "button", class: `letter${kind}`, tabindex: -1, style: tinted(probability), ...told }, tokenLabel(token));
    });
    const tag = standing(name);
    return element(
      "li",
      { class: "name", style: `--delay: ${delay.toFixed(0)}ms`, "data-name": name.text },
      element("span", { class: "letters" }, ...letters),
      tag && element("span", { class: `tag tag-${tag}` }, t(`names.${tag}`)),
      element("span", { class: "name-value number muted" }, formatNumber(name.log_probability, 2)),
    );
  }

  /** @param {number} probability */
  function tinted(probability) {
    return `--tint: ${tintOf(probability).toFixed(3)}; --share: ${probability < UNDERLINED ? 0 : probability.toFixed(4)}`;
  }

  /** @param {Element | null} letter */
  function read(letter) {
    readout.textContent = letter ? `${letter.getAttribute("aria-label")} ${t("names.open")}` : t("names.point");
  }

  function table() {
    if (!names().length) return null;
    return {
      caption: t("names.caption", { seed: String(store.state.drawn.value?.seed), model: store.state.model ?? "" }),
      columns: [t("column.name"), t("column.log_probability"), t("column.corpus"), t("column.complete")],
      rows: names().map((name) => {
        const known = name.in_corpus === null ? "" : t(name.in_corpus ? "road.yes" : "road.no");
        return [name.text, name.log_probability, known, t(name.complete ? "road.yes" : "road.no")];
      }),
    };
  }

  /** @param {HTMLElement} letter @param {string} key @returns {HTMLElement | undefined} */
  function beside(letter, key) {
    const lettersOf = (/** @type {Element | null | undefined} */ node) => /** @type {HTMLElement[]} */ ([...(node?.querySelectorAll(".letter") ?? [])]);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const all = lettersOf(list);
    if (step) return all[all.indexOf(letter) + step];
    const line = letter.closest("li");
    const letters = lettersOf({ ArrowUp: line?.previousElementSibling, ArrowDown: line?.nextElementSibling }[key]);
    return letters[Math.min(Number(letter.dataset.step), letters.length - 1)];
  }

  const letterAt = (/** @type {Event} */ event) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".letter"));
  for (const kind of ["pointerover", "focusin"]) list.addEventListener(kind, (event) => read(letterAt(event)), { signal });
  list.addEventListener("pointerleave", () => read(null), { signal });
  list.addEventListener("click", (event) => void (letterAt(event) && actions.openStep(letterAt(event)?.dataset.context ?? "")), { signal });
  list.addEventListener(
    "keydown",
    (event) => {
      const letter = letterAt(event);
      const next = letter && beside(letter, event.key);
      if (!next) return;
      event.preventDefault();
      [letter.tabIndex, next.tabIndex] = [-1, 0];
      next.focus();
    },
    { signal },
  );
  store.subscribe(["drawn"], draw, signal);
  draw();
  return {
    root: panel.root,
    /** The next names come one after another. */
    stream: () => void (streaming = true),
  };
}
