// Experiment: drag a character. Moved rows of C go to the server, which answers with the exact dev loss, the predictions,
// neighbours and names of the model with them; nothing is saved. While a drag goes on only the latest position is asked.

/** @import { Lectern } from "../lesson.js" */
/** @import { Edited, Embedding } from "../../wire.js" */
import { element } from "../../element.js";
import { curlCommand } from "../../export.js";
import { meanRow, planeAxes } from "../../figures/plane_axes.js";
import { spelled } from "../../figures/stand_ins.js";
import { formatNumber } from "../../i18n.js";
import catalogue from "../../i18n/lab/dragging.js";
import { wordsIn } from "../../i18n/lesson.js";
import { modelOnShow } from "../../state.js";
import { firstToken, tokenLabel } from "../../token.js";
import { createPanel } from "../panel.js";
import { createBars } from "./bars.js";
import { createDragPlane } from "./drag_plane.js";
import { createMirror } from "./mirror.js";
import { besideField, createQuestion, isRefusal } from "./question.js";
import { createWorth } from "./worth.js";

/** @typedef {Record<string, number[]>} Rows the moved ones, by token */
const [SEED, NEAR] = [7, 5];

/** @param {Lectern} lectern */
export function create(lectern) {
  const { stage, actions } = lectern;
  const { store, api, signal } = stage;
  const w = wordsIn(catalogue, store.state.language);
  /** @type {ReturnType<typeof createQuestion<Embedding>>} */
  const table = createQuestion(signal, show);
  /** @type {ReturnType<typeof createQuestion<Edited>>} */
  const edited = createQuestion(signal, show);
  let asking = false;

  /** @returns {{rows: Rows, past: Rows[], token: string, other: string, context: string}} of the model on show */
  const knobs = () => {
    const kept = store.state.lab.dragging ?? {};
    const tokens = table.answer.value?.tokens ?? ["."];
    const own = kept.model === store.state.model ? kept : { ...kept, rows: {}, past: [], context: undefined };
    const token = tokens.includes(own.token) ? own.token : firstToken(tokens);
    const other = tokens.includes(own.other) && own.other !== token ? own.other : (tokens.find((one) => one === "a" && one !== token) ?? tokens.find((one) => one !== token) ?? token);
    return { rows: {}, past: [], ...own, context: own.context ?? spelled("emm", modelOnShow(store.state)?.vocabulary ?? []), token, other };
  };
  const turn = (/** @type {Record<string, any>} */ patch) => actions.turnKnob("dragging", { ...knobs(), model: store.state.model, ...patch });
  const vectors = () => table.answer.value?.vectors ?? [];
  const rowOf = (/** @type {string} */ token) => knobs().rows[token] ?? vectors()[table.answer.value?.tokens.indexOf(token) ?? -1];
  /** A deed that can be undone. @param {Rows} rows */
  const edit = (rows) => turn({ rows: { ...knobs().rows, ...rows }, past: [...knobs().past, knobs().rows] });

  const plane = createDragPlane({
    signal,
    label: w("plane"),
    name: (token, x, y) => w("token", { token: tokenLabel(token), x: formatNumber(x, 2), y: formatNumber(y, 2) }),
    onChoose: (token) => token !== knobs().token && turn({ token }),
    onStart: () => turn({ past: [...knobs().past, knobs().rows] }),
    onMove: (token, dx, dy) => {
      const { value } = table.answer;
      if (value?.vectors) turn({ token, rows: { ...knobs().rows, [token]: planeAxes(/** @type {any} */ (value)).moved(rowOf(token), dx, dy) } });
    },
  });
  const loss = element("p", { class: "drag-loss", role: "status" });
  const other = element("select", { "aria-label": w("with") });
  const button = (/** @type {() => void} */ run) => {
    const node = element("button", { type: "button", class: "example" });
    node.addEventListener("click", run, { signal });
    return node;
  };
  const swap = button(() => edit({ [knobs().token]: rowOf(knobs().other), [knobs().other]: rowOf(knobs().token) }));
  const tie = button(() => edit({ [knobs().token]: rowOf(knobs().other) }));
  const mean = button(() => edit({ [knobs().token]: meanRow(vectors()) }));
  const undo = button(() => turn({ rows: knobs().past.at(-1) ?? {}, past: knobs().past.slice(0, -1) }));
  const reset = button(() => turn({ rows: {}, past: [...knobs().past, knobs().rows] }));
  const box = element("input", { id: "dragging-context", type: "text", class: "mono", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-describedby": "dragging-refusal" });
  const refusal = element("p", { class: "refusal", id: "dragging-refusal", role: "alert" });
  const mirror = createMirror();
  const chances = element("h3", {});
  const near = createBars(w("near", { token: "" }));
  const nearHead = element("h3", {});
  const names = element("ul", { class: "drag-names mono" });
  const shadow = element("p", { class: "muted lab-said" });
  box.value = knobs().context;
  box.addEventListener("input", () => turn({ context: box.value }), { signal });
  other.addEventListener("change", () => turn({ other: other.value }), { signal });

  const size = () => modelOnShow(store.state)?.context_length ?? 1;
  const body = () => {
    const { rows, token, context } = knobs();
    const asked = Object.keys(rows).length ? rows : { [token]: rowOf(token) };
    return { rows: asked, context: [...context.normalize("NFC")].slice(-size()).join("") || ".", of: token, seed: SEED };
  };

  /** @param {{again?: boolean}} [how] */
  async function load(how) {
    const { model } = store.state;
    if (!model || !modelOnShow(store.state)) return;
    if (document.activeElement !== box) box.value = knobs().context;
    if (table.answer.about !== model || how?.again) await table.ask(model, (until) => api.embedding(model, until), how);
    if (signal.aborted || asking || !table.answer.value?.vectors || table.answer.about !== store.state.model) return show();
    asking = true; // one at a time: what is dragged past meanwhile is not asked
    const about = JSON.stringify([model, body()]);
    await edited.ask(about, (until) => api.ask(`models/${encodeURIComponent(model)}/edit`, { body: body(), signal: until }), how);
    asking = false;
    if (!signal.aborted && (store.state.model !== model || JSON.stringify([model, body()]) !== about)) void load();
  }

  function show() {
    const [drawn, answer] = [table.answer, edited.answer];
    const calm = { ...besideField(answer), phase: answer.value && answer.phase === "waiting" ? /** @type {const} */ ("ready") : besideField(answer).phase };
    panel.show(store.state.models, drawn, calm);
    refusal.textContent = (isRefusal(answer) && answer.error?.detail) || "";
    if (drawn.value?.vectors && drawn.about === store.state.model) drawPlane(drawn.value);
    if (answer.value) drawAnswer(answer.value);
  }

  /** @param {Embedding} drawn */
  function drawPlane(drawn) {
    const { rows, token, past } = knobs();
    const { placed } = planeAxes(/** @type {any} */ (drawn));
    plane.show(drawn.tokens, drawn.tokens.map((one, at) => (rows[one] ? placed(rows[one]) : drawn.coordinates[at])), drawn.coordinates, token);
    const pair = { one: tokenLabel(token), other: tokenLabel(knobs().other) };
    swap.textContent = w("swap", pair);
    tie.textContent = w("tie", pair);
    mean.textContent = w("mean", pair);
    undo.textContent = w("undo");
    reset.textContent = w("reset");
    undo.disabled = !past.length;
    reset.disabled = !Object.keys(rows).length;
    other.replaceChildren(...drawn.tokens.filter((one) => one !== token).map((one) => element("option", { value: one, selected: one === knobs().other }, tokenLabel(one))));
    shadow.textContent = drawn.dimensions > 2 ? w("shadow", { dimensions: drawn.dimensions }) : "";
    shadow.hidden = drawn.dimensions <= 2;
  }

  /** @param {Edited} answer */
  function drawAnswer({ losses, predictions, neighbours, names: drawn }) {
    const difference = losses.dev - losses.dev_before;
    const still = Math.abs(difference) < 5e-5;
    const words = still ? w("unchanged") : w(difference > 0 ? "worse" : "better", { difference: formatNumber(difference, 4) });
    loss.replaceChildren(w("loss"), " ", element("strong", { class: "mono", "data-value": losses.dev }, formatNumber(losses.dev, 4)), " ", element("span", { class: still ? "muted" : difference > 0 ? "drag-worse" : "drag-better" }, words));
    const { context, of } = body();
    const now = new Map(predictions.map((one) => [one.token, one]));
    chances.textContent = w("chances", { context });
    mirror.show((table.answer.value?.tokens ?? []).map((token) => ({ token, above: now.get(token)?.probability ?? 0, below: now.get(token)?.before ?? 0 })));
    mirror.root.setAttribute("aria-label", chances.textContent);
    nearHead.textContent = w("near", { token: tokenLabel(of) });
    near.show(neighbours.slice(0, NEAR).map(({ token, similarity }) => ({ label: tokenLabel(token), share: Math.max(0, similarity), text: formatNumber(similarity, 3), tone: "accent" })));
    names.replaceChildren(...drawn.map(({ text, before }) => element("li", {}, element("b", {}, text), text === before ? null : element("s", { class: "muted" }, before))));
    panel.refresh();
  }

  const panel = createPanel(stage, {
    id: "dragging",
    heading: w("title"),
    picture: element(
      "div",
      { class: "lab-picture" },
      plane.root,
      shadow,
      loss,
      element("div", { class: "examples" }, other, swap, tie, mean, undo, reset),
      element("div", { class: "field lab-field" }, element("label", { for: "dragging-context" }, w("context")), box, refusal),
      chances,
      mirror.root,
      element("div", { class: "drag-pair" }, element("div", {}, nearHead, near.root), element("div", {}, element("h3", {}, w("names")), names)),
    ),
    table: () => {
      const rows = edited.answer.value?.predictions.map(({ token, probability, before }) => [token, probability, before]);
      return rows ? { caption: w("caption", { context: body().context }), columns: [stage.t("column.token"), w("now"), w("before")], rows } : null;
    },
    curl: () => [curlCommand(api.address(`models/${store.state.model}/edit`), body())],
    file: () => `${store.state.model}-edited`,
    stop: edited.stop,
    retry: () => (store.state.models.phase === "failed" ? void stage.frame.loadModels({ again: true }) : void load({ again: true })),
  });
  store.subscribe(["lab", "model", "models"], () => (show(), void load()), signal);
  void load();
  return element("div", { class: "lab-stack" }, panel.root, createWorth(lectern, w));
}
