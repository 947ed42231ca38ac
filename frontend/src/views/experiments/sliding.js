// Experiment: the window. Any word and any K; the server's rows beside two broken loops that really run, here in the page.
// Pointing at a row shows where the window stands.

/** @import { Lectern } from "../lesson.js" */
/** @import { Contexts } from "../../wire.js" */
/** @import { Row } from "../../figures/windows.js" */
import { element } from "../../element.js";
import { curlCommand } from "../../export.js";
import { LOOPS, leaking, shared } from "../../figures/windows.js";
import { spelled } from "../../figures/stand_ins.js";
import { formatNumber } from "../../i18n.js";
import catalogue from "../../i18n/lab/sliding.js";
import { wordsIn } from "../../i18n/lesson.js";
import { modelOnShow } from "../../state.js";
import { BOUNDARY, textLabel, tokenLabel } from "../../token.js";
import { createPanel } from "../panel.js";
import { besideField, createQuestion, isRefusal } from "./question.js";
import { createSlider, whole } from "./slider.js";
import { createTrained } from "./sliding_trained.js";

const FIRST = { word: "emma", length: 3, at: 1 };

/** @param {Lectern} lectern */
export function create(lectern) {
  const { stage, actions } = lectern;
  const { store, api, signal } = stage;
  const w = wordsIn(catalogue, store.state.language);
  const knobs = () => ({ ...FIRST, word: spelled(FIRST.word, modelOnShow(store.state)?.vocabulary ?? []), ...store.state.lab.sliding });
  const turn = (/** @type {Record<string, any>} */ patch) => actions.turnKnob("sliding", patch);
  /** @type {ReturnType<typeof createQuestion<Contexts>>} */
  const asked = createQuestion(signal, show);

  const length = createSlider({ label: w("length"), values: whole(1, 8), value: knobs().length, write: (value) => `K = ${value}`, dim: "k", onTurn: (value) => turn({ length: value }), signal });
  const refusal = element("p", { class: "refusal", id: "sliding-refusal", role: "alert" });
  const box = element("input", { id: "sliding-word", type: "text", class: "mono", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 40, "aria-describedby": "sliding-refusal" });
  box.value = knobs().word;
  box.addEventListener("input", () => turn({ word: box.value }), { signal });
  const strip = element("div", { class: "strip-word mono", role: "img" });
  const loops = element("div", { class: "loops" });
  const said = element("p", { class: "lab-said" });

  const corpus = () => modelOnShow(store.state)?.corpus ?? "";
  const query = () => ({ text: knobs().word.normalize("NFC"), context_length: knobs().length });

  /** @param {{again?: boolean}} [how] */
  function load(how) {
    const id = corpus();
    if (document.activeElement !== box) box.value = knobs().word;
    if (id) asked.ask(JSON.stringify([id, query()]), (until) => api.contexts(id, query(), until), how);
    if (asked.answer.value) draw(asked.answer.value);
  }

  function show() {
    const { answer } = asked;
    panel.show(store.state.models, besideField(answer));
    refusal.textContent = (isRefusal(answer) && answer.error?.detail) || "";
    box.setAttribute("aria-invalid", String(Boolean(refusal.textContent)));
    panel.root.classList.toggle("stale", Boolean(refusal.textContent));
    if (answer.value && answer.phase === "ready") draw(answer.value);
  }

  /** @param {Contexts} answer */
  function draw({ text, context_length: K, rows }) {
    const all = { sound: rows, leaking: leaking(text, K), shared: shared(text, K) };
    const at = Math.min(knobs().at, rows.length - 1);
    drawStrip(text, K, at);
    const sentences = {
      sound: w("said.sound", { count: rows.length }),
      leaking: w("said.leaking", { wrong: all.leaking.filter(({ context, next }) => [...context].at(-1) === next).length, count: rows.length }),
      shared: w("said.shared", { distinct: new Set(all.shared.map(({ context }) => context)).size, count: rows.length }),
    };
    loops.replaceChildren(
      ...(/** @type {const} */ (["sound", "leaking", "shared"]).map((kind) => {
        const { lines, wrong } = LOOPS[kind];
        const code = lines.map((line, number) => element("span", { class: number === wrong ? "line-wrong" : null }, `${line}\n`));
        return element(
          "section",
          { class: `loop loop-${kind}` },
          element("h3", {}, w(`loop.${kind}`)),
          element("pre", { class: "mono" }, ...code),
          drawRows(all[kind], rows, at, w(`loop.${kind}`)),
          element("p", { class: "muted" }, sentences[kind]),
        );
      })),
    );
    const trained = store.state.claims.value?.claims.find(({ id }) => id === "S62")?.value;
    const digits = (/** @type {number} */ value) => formatNumber(value, value < 0.01 ? 5 : 3);
    said.textContent = trained?.dev_without_the_leak
      ? w("loss", { train: digits(trained.train), dev: digits(trained.dev), honest: digits(trained.dev_without_the_leak), guess: digits(trained.guessing), drawn: trained.names_drawn, empty: trained.names_empty })
      : "";
    follow();
    panel.refresh();
  }

  /** @param {Row[]} own @param {Row[]} right @param {number} at @param {string} label */
  function drawRows(own, right, at, label) {
    const rows = own.map(({ context, next }, number) => {
      const row = element(
        "tr",
        { class: [number === at ? "row-at" : "", context === right[number]?.context ? "" : "row-wrong"].join(" ").trim() || null },
        element("td", {}, textLabel(context)),
        element("td", { class: "row-next" }, tokenLabel(next)),
      );
      row.addEventListener("pointerenter", () => turn({ at: number }), { signal });
      return row;
    });
    return element("table", { class: "loop-rows mono", "aria-label": label }, element("thead", { class: "unseen" }, element("tr", {}, element("th", {}, w("context")), element("th", {}, w("next")))), element("tbody", {}, ...rows));
  }

  /** @param {string} text @param {number} K @param {number} at */
  function drawStrip(text, K, at) {
    const signs = [...Array(K).fill(BOUNDARY), ...text, BOUNDARY];
    strip.setAttribute("aria-label", w("strip", { next: tokenLabel(signs[at + K]) }));
    strip.replaceChildren(
      ...signs.map((sign, place) => element("span", { class: place >= at && place < at + K ? "in-window" : place === at + K ? "is-next" : null }, tokenLabel(sign))),
    );
  }

  const range = element("input", { type: "range", min: 0, step: 1, class: "strip-range", "aria-label": w("strip", { next: "…" }) });
  range.addEventListener("input", () => turn({ at: range.valueAsNumber }), { signal });
  function follow() {
    const rows = asked.answer.value?.rows.length ?? 1;
    range.max = String(rows - 1);
    range.value = String(Math.min(knobs().at, rows - 1));
  }

  const panel = createPanel(stage, {
    id: "sliding",
    heading: w("title"),
    picture: element(
      "div",
      { class: "lab-picture" },
      element("div", { class: "lab-knobs" }, element("div", { class: "field" }, element("label", { for: "sliding-word" }, w("word")), box, refusal), length.root),
      element("div", {}, strip, range),
      loops,
      said,
      createTrained(lectern, w),
    ),
    table: () => {
      const { value } = asked.answer;
      if (!value) return null;
      const [leaks, one] = [leaking(value.text, value.context_length), shared(value.text, value.context_length)];
      return {
        caption: w("caption", { word: value.text, K: value.context_length }),
        columns: [w("context"), w("next"), w("column.leaking"), w("column.shared")],
        rows: value.rows.map(({ context, next }, at) => [context, next, leaks[at].context, one[at].context]),
      };
    },
    curl: () => [curlCommand(api.address(`corpora/${corpus()}/contexts`, query()))],
    file: () => `window-${knobs().length}`,
    stop: asked.stop,
    retry: () => (store.state.models.phase === "failed" ? void stage.frame.loadModels({ again: true }) : load({ again: true })),
  });

  store.subscribe(["lab", "model", "models", "claims"], () => load(), signal);
  show();
  load();
  return panel.root;
}
