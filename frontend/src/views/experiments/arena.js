// Experiment: the arena. One context of the reader's own, five answers to it from the same training words, where the
// interpolated one comes from, and what each is worth on words that were kept back.

/** @import { Lectern } from "../lesson.js" */
import { element } from "../../element.js";
import { curlCommand } from "../../export.js";
import { formatNumber, sentences } from "../../i18n.js";
import { unlikely } from "../../figures/stand_ins.js";
import catalogue from "../../i18n/lab/arena.js";
import { wordsIn } from "../../i18n/lesson.js";
import { modelOnShow } from "../../state.js";
import { textLabel } from "../../token.js";
import { createPanel } from "../panel.js";
import { createBoard } from "./arena_board.js";
import { MOST_BARS, createStrips, percent } from "./arena_strips.js";
import { createBars } from "./bars.js";
import { besideField, createQuestion, isRefusal } from "./question.js";
import { createSlider, whole } from "./slider.js";

/** @typedef {"count" | "add" | "interpolated" | "network" | "mixture"} Contestant */
/** @typedef {{loss: number | null, infinite: boolean, impossible_events: number}} ArenaScore */
/** @typedef {{all: ArenaScore, seen: ArenaScore, unseen: ArenaScore}} ArenaScores */
/** @typedef {{words: number, events: number, seen_words: number, seen_events: number}} ArenaPart */
/**
 * @typedef {object} ArenaAnswer
 * @property {string} context
 * @property {number} order how many tokens the counts read
 * @property {number} smoothing
 * @property {string[]} tokens
 * @property {{context: string, length: number, count: number, share: number}[]} sights
 * @property {number} uniform_share
 * @property {number} network_share
 * @property {{contestant: Contestant, probabilities: number[] | null}[]} columns
 * @property {ArenaPart} dev
 * @property {ArenaPart} test
 * @property {{contestant: Contestant, fitted_on_dev: boolean, dev: ArenaScores, test: ArenaScores}[]} scoreboard
 */

const SMOOTHINGS = [0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];
const LONGEST = 8;
const SETTLED = 150; // ms that K stands still: for each one the server counts and fits anew

/** @param {Lectern} lectern */
export function create({ stage, actions }) {
  const { store, api, t, signal } = stage;
  const w = wordsIn(catalogue, store.state.language);
  /** @type {ReturnType<typeof createQuestion<ArenaAnswer>>} */
  const asked = createQuestion(signal, show);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let clock;

  /** @returns {{order: number, smoothing: number, context: string}} */
  function knobs() {
    const card = modelOnShow(store.state);
    const { order, smoothing = 0.1, context } = store.state.lab.arena ?? {};
    return { order: order ?? Math.min(card?.context_length ?? 3, LONGEST), smoothing, context: context ?? unlikely(card?.vocabulary ?? []) };
  }
  const turn = (/** @type {Record<string, any>} */ patch) => actions.turnKnob("arena", patch);
  const nameOf = (/** @type {Contestant} */ contestant) => w(contestant, { k: formatNumber(knobs().smoothing) });
  const readBy = () => Math.max(knobs().order, modelOnShow(store.state)?.context_length ?? 0);
  const body = () => ({ context: [...knobs().context.normalize("NFC")].slice(-readBy()).join("") || ".", order: knobs().order, smoothing: knobs().smoothing });
  const route = () => `models/${encodeURIComponent(store.state.model ?? "")}/arena`;

  const order = createSlider({ label: w("order"), values: whole(1, LONGEST), value: knobs().order, write: (value) => `K = ${value}`, dim: "k", onTurn: (value) => turn({ order: value }), signal });
  const smoothing = createSlider({ label: w("smoothing"), values: SMOOTHINGS, value: knobs().smoothing, write: (value) => `+ ${formatNumber(value)}`, onTurn: (value) => turn({ smoothing: value }), signal });
  const refusal = element("p", { class: "refusal", id: "arena-refusal", role: "alert" });
  const box = element("input", { id: "arena-context", type: "text", class: "mono", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-describedby": "arena-refusal" });
  box.addEventListener("input", () => turn({ context: box.value }), { signal });
  const strips = createStrips(w("answers"), signal);
  const cut = element("p", { class: "lab-said muted" });
  const whence = createBars(w("whence"));
  const board = createBoard(w, nameOf);
  const verdict = element("p", { class: "lab-said arena-verdict" });
  const notes = element("p", { class: "lab-said muted" });

  /** @param {{again?: boolean}} [how] */
  function load(how) {
    clearTimeout(clock);
    const { model } = store.state;
    order.set(knobs().order);
    if (document.activeElement !== box) box.value = knobs().context;
    if (model && modelOnShow(store.state)) asked.ask(JSON.stringify([model, body()]), (until) => api.ask(route(), { body: body(), signal: until }), how);
  }

  function follow() {
    clearTimeout(clock);
    if (asked.answer.value && asked.answer.value.order !== knobs().order) clock = setTimeout(load, SETTLED);
    else load();
  }
  signal.addEventListener("abort", () => clearTimeout(clock), { once: true });

  function show() {
    const { answer } = asked;
    panel.show(store.state.models, besideField(answer));
    refusal.textContent = (isRefusal(answer) && answer.error?.detail) || "";
    box.setAttribute("aria-invalid", String(Boolean(refusal.textContent)));
    panel.root.classList.toggle("stale", Boolean(refusal.textContent));
    if (answer.value && answer.phase === "ready") draw(answer.value);
  }

  /** @param {ArenaAnswer} answer */
  function draw(answer) {
    const { tokens, sights, columns, uniform_share: below } = answer;
    const longest = sights[sights.length - 1];
    const context = textLabel(longest.context);
    strips.show(
      tokens,
      columns.map(({ contestant, probabilities }) => {
        const flat = contestant === "add" && probabilities && !longest.count;
        const note = !probabilities ? w("never", { context }) : flat ? w("flat", { context, share: percent(probabilities[0]) }) : "";
        return { contestant, name: nameOf(contestant), probabilities, note };
      }),
    );
    cut.textContent = tokens.length > MOST_BARS ? w("cut", { most: MOST_BARS, of: tokens.length }) : "";
    whence.show([
      ...[...sights].reverse().map(({ context: sight, length, count, share }) => ({ label: length ? textLabel(sight) : w("bare"), share, text: count ? `${percent(share)} · ${w("times", { count })}` : w("unmet"), tone: /** @type {const} */ ("accent") })),
      { label: w("uniform", { count: tokens.length }), share: below, text: percent(below), tone: /** @type {const} */ ("muted") },
    ]);
    board.show(answer);
    say(answer);
    panel.refresh();
  }

  /** @param {ArenaAnswer} answer */
  function say({ scoreboard, dev, test, network_share: share }) {
    const finite = scoreboard.filter((line) => line.test.all.loss !== null);
    const best = finite.reduce((one, other) => (/** @type {number} */ (other.test.all.loss) < /** @type {number} */ (one.test.all.loss) ? other : one));
    const network = finite.find(({ contestant }) => contestant === "network") ?? best;
    verdict.textContent = w("verdict", { best: nameOf(best.contestant), loss: formatNumber(best.test.all.loss, 3), network: formatNumber(network.test.all.loss, 3), share: formatNumber(100 * share, 0) });
    const known = dev.seen_events + test.seen_events;
    const infinite = scoreboard.some((line) => line.test.all.infinite || line.dev.all.infinite);
    notes.textContent = sentences(
      store.state.language,
      known ? w("known", { dev: percent(dev.seen_events / dev.events), test: percent(test.seen_events / test.events) }) : w("strangers"),
      w("star"),
      infinite ? w("infinite") : "",
    );
  }

  const panel = createPanel(stage, {
    id: "arena",
    heading: w("title"),
    picture: element(
      "div",
      { class: "lab-picture" },
      element("div", { class: "field lab-field" }, element("label", { for: "arena-context" }, w("context")), box, refusal),
      element("div", { class: "lab-knobs" }, order.root, smoothing.root),
      strips.root,
      cut,
      element("h3", {}, w("whence")),
      whence.root,
      element("h3", {}, w("board")),
      board.root,
      verdict,
      notes,
    ),
    table: () => {
      const { value } = asked.answer;
      if (!value) return null;
      return {
        caption: w("caption", { context: textLabel(value.context) }),
        columns: [t("column.token"), ...value.columns.map(({ contestant }) => nameOf(contestant))],
        rows: value.tokens.map((token, at) => [token, ...value.columns.map(({ probabilities }) => probabilities?.[at] ?? null)]),
        digits: 4,
      };
    },
    curl: () => [curlCommand(api.address(route()), body())],
    file: () => `${store.state.model}-arena`,
    stop: asked.stop,
    retry: () => (store.state.models.phase === "failed" ? void stage.frame.loadModels({ again: true }) : load({ again: true })),
  });

  store.subscribe(["lab", "model", "models"], follow, signal);
  show();
  load();
  return panel.root;
}
