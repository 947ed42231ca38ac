// A character's neighbours by cosine, dot product, Euclid and behaviour, side by side, with how far each one moved against
// cosine. The first three are the table's, the last is the network's.

/** @import { Lectern } from "../lesson.js" */
/** @import { Neighbours } from "../../wire.js" */
import { element } from "../../element.js";
import { curlCommand } from "../../export.js";
import { formatNumber } from "../../i18n.js";
import { modelOnShow } from "../../state.js";
import { firstToken, tokenLabel } from "../../token.js";
import { createPanel } from "../panel.js";
import { createQuestion } from "./question.js";

const METRICS = /** @type {const} */ (["cosine", "dot", "euclidean"]);
const SHOWN = 8;

/** @typedef {{token: string, value: number}[]} Ranked */

/** @param {Lectern} lectern @param {(key: any, values?: import("../../i18n.js").Values) => string} w */
export function createRanks({ stage, actions }, w) {
  const { store, api, signal } = stage;
  /** @type {ReturnType<typeof createQuestion<Ranked[]>>} cosine, dot, Euclid, behaviour; each nearest first */
  const asked = createQuestion(signal, show);
  const picker = element("select", { "aria-label": w("ranks.of") });
  picker.addEventListener("change", () => actions.turnKnob("ranks", { token: picker.value }), { signal });
  const lists = element("div", { class: "ranks" });
  const said = element("p", { class: "lab-said" });

  const tokens = () => modelOnShow(store.state)?.vocabulary ?? [];
  const token = () => (tokens().includes(store.state.lab.ranks?.token) ? store.state.lab.ranks.token : firstToken(tokens()));
  const behaviour = () => `models/${encodeURIComponent(store.state.model ?? "")}/behaviour`;

  /** @param {{again?: boolean}} [how] */
  function load(how) {
    const { model } = store.state;
    if (!model || !modelOnShow(store.state)) return;
    const of = token();
    picker.replaceChildren(...tokens().map((one) => element("option", { value: one, selected: one === of }, tokenLabel(one))));
    void asked.ask(
      JSON.stringify([model, of]),
      async (until) => {
        const near = METRICS.map((metric) => api.neighbours(model, { of, k: tokens().length, metric }, until));
        const alike = api.ask(behaviour(), { query: { of }, signal: until });
        const [found, acted] = await Promise.all([Promise.all(near), alike]);
        const ranked = found.map((/** @type {Neighbours} */ list) => list.neighbours.map((one) => ({ token: one.token, value: one.similarity ?? one.distance ?? 0 })));
        return [...ranked, /** @type {any} */ (acted).tokens.map((/** @type {any} */ one) => ({ token: one.token, value: one.divergence }))];
      },
      how,
    );
  }

  function show() {
    panel.show(store.state.models, asked.answer);
    const { value } = asked.answer;
    if (!value) return;
    const [reference] = value;
    const heads = [w("cosine"), w("dot"), w("euclidean"), w("ranks.behaviour")];
    lists.replaceChildren(...value.map((list, at) => drawList(heads[at], list, at ? reference : null)));
    const nearest = reference.slice(0, SHOWN).map((one) => one.token);
    const shared = value.map((list) => list.slice(0, SHOWN).filter((one) => nearest.includes(one.token)).length);
    said.textContent = w("ranks.agree", { k: nearest.length, dot: shared[1], euclid: shared[2], behaviour: shared[3] });
    panel.refresh();
  }

  /** @param {string} head @param {Ranked} list @param {Ranked | null} reference */
  function drawList(head, list, reference) {
    const items = list.slice(0, SHOWN).map(({ token: one, value }, rank) => {
      const before = reference?.findIndex((other) => other.token === one) ?? rank;
      const moved = before < 0 ? 0 : before - rank;
      const words = moved > 0 ? w("ranks.up", { count: moved }) : w("ranks.down", { count: -moved });
      const mark = moved ? element("span", { class: moved > 0 ? "rank-up" : "rank-down", role: "img", "aria-label": words, title: words }, `${moved > 0 ? "↑" : "↓"}${Math.abs(moved)}`) : null;
      return element("li", { "data-token": one, title: formatNumber(value, 4) }, element("b", {}, tokenLabel(one)), element("span", { class: "mono" }, formatNumber(value, 2)), mark);
    });
    const root = element("section", {}, element("h3", {}, head), element("ol", {}, ...items));
    return root;
  }

  /** Lights one character in all lists. @param {EventTarget | null} target */
  function light(target) {
    const one = target instanceof Element ? target.closest("[data-token]")?.getAttribute("data-token") : null;
    for (const item of lists.querySelectorAll("[data-token]")) item.classList.toggle("lit", Boolean(one) && item.getAttribute("data-token") === one);
  }
  lists.addEventListener("pointerover", (event) => light(event.target), { signal });
  lists.addEventListener("pointerleave", () => light(null), { signal });

  const panel = createPanel(stage, {
    id: "ranks",
    heading: w("ranks.title"),
    controls: [picker],
    picture: element("div", { class: "lab-picture" }, lists, said, element("p", { class: "muted lab-said" }, w("ranks.story"))),
    table: () => {
      const { value } = asked.answer;
      if (!value) return null;
      const rank = (/** @type {Ranked} */ list, /** @type {string} */ one) => list.findIndex((other) => other.token === one) + 1 || null;
      return { caption: w("ranks.caption", { token: tokenLabel(token()) }), columns: [stage.t("column.token"), w("cosine"), w("dot"), w("euclidean"), w("ranks.behaviour")], rows: value[2].map(({ token: one }) => [one, ...value.map((list) => rank(list, one))]) };
    },
    curl: () => [...METRICS.map((metric) => curlCommand(api.address(`tables/${store.state.model}/neighbours`, { of: token(), k: tokens().length, metric }))), curlCommand(api.address(behaviour(), { of: token() }))],
    file: () => `${store.state.model}-ranks`,
    stop: asked.stop,
    retry: () => (store.state.models.phase === "failed" ? void stage.frame.loadModels({ again: true }) : load({ again: true })),
  });
  store.subscribe(["lab", "model", "models"], () => load(), signal);
  show();
  load();
  return panel.root;
}
