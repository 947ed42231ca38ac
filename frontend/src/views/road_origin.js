// One number of the Road taken apart: the sentence, the formula, every term with its values and its share, the bias, the sum,
// and the number as the network had it. A term that is a number of the Road itself opens in turn.

/** @import { Stage } from "./stage.js" */
/** @import { RoadActions } from "../actions/road.js" */
/** @import { Spotlight } from "./spotlight.js" */
/** @import { Factor, Origin, Term } from "../wire_numbers.js" */
/** @import { Group } from "../figures/origin_terms.js" */
import { element, icon } from "../element.js";
import { curlCommand } from "../export.js";
import { variableOf } from "../figures/origin.js";
import { groupsOf, numberOf, placeOf } from "../figures/origin_terms.js";
import { fetchWords, formatNumber } from "../i18n.js";
import { modelOnShow } from "../state.js";
import { loadStyle } from "../stylesheet.js";
import { tokenLabel } from "../token.js";
import { dimensionNumber } from "./dimensions.js";
import { createQuestion } from "./experiments/question.js";
import { createPanel } from "./panel.js";
import { createTablePicture } from "./table_picture.js";

const written = (/** @type {number} */ value, digits = 2) => formatNumber(value, digits);
const nameOf = (/** @type {{tensor: string, index: number[]}} */ { tensor, index }) => `${tensor}[${index.join(", ")}]`;

/** @param {Stage} stage @param {RoadActions} actions @param {Spotlight} spotlight @returns {Promise<HTMLElement>} */
export async function createRoadOrigin(stage, actions, spotlight) {
  const { store, api, t, signal, announce } = stage;
  await Promise.all([fetchWords(store.state.language, ["number"]), loadStyle("number")]);
  const [total, words] = [element("b", { class: "origin-value mono" }), element("span", {})];
  const said = element("p", { class: "origin-said" }, total, words);
  const formula = element("code", { class: "origin-formula mono" });
  const terms = element("div", { class: "origin-terms" });
  const c = createTablePicture();
  /** @type {ReturnType<typeof createQuestion<import("../wire.js").Embedding>>} */
  const table = createQuestion(signal, drawTable);
  const sums = element("dl", { class: "origin-sums mono" });
  const tool = (/** @type {import("../i18n.js").MessageKey} */ key, /** @type {string} */ path, /** @type {() => void} */ run) => {
    const button = element("button", { type: "button", class: "tool", "aria-label": t(key), "data-tip": t(key) }, icon(path));
    button.addEventListener("click", run, { signal });
    return button;
  };
  const panel = createPanel(stage, {
    id: "origin",
    heading: "\u00a0",
    controls: [tool("number.before", "M10 3.5L5.5 8l4.5 4.5", () => walk(-1)), tool("number.after", "M6 3.5L10.5 8L6 12.5", () => walk(1)), tool("number.close", "M4 4l8 8M12 4l-8 8", actions.closeNumber)],
    picture: element("div", { class: "origin" }, said, formula, terms, sums),
    table: tabled,
    curl: () => {
      const { value } = store.state.origin;
      return value ? [curlCommand(api.address(`models/${store.state.model}/origin`), { contexts: value.contexts, step: value.step, index: value.index })] : [];
    },
    file: () => `${store.state.model}-${store.state.number}`,
    stop: actions.stopOrigin,
    retry: () => void actions.loadOrigin({ again: true }),
  });

  const steps = () => store.state.trace.value?.steps ?? [];
  const own = (/** @type {Origin} */ { step, index }) => {
    const found = steps().find(({ name }) => name === step);
    return nameOf({ tensor: found ? variableOf(found) : step, index });
  };

  /** The number beside it in the same tensor, around at the ends. @param {number} by */
  function walk(by) {
    const { value } = store.state.origin;
    const shape = steps().find(({ name }) => name === value?.step)?.shape;
    if (!value || !shape) return;
    const count = shape.slice(1).reduce((product, size) => product * size, 1);
    let flat = value.index.slice(1).reduce((sum, one, axis) => sum * shape[axis + 1] + one, 0);
    flat = (flat + by + count) % count;
    const rest = shape.length === 3 ? [Math.floor(flat / shape[2]), flat % shape[2]] : [flat];
    actions.openNumber(value.step, [value.index[0], ...rest]);
  }

  function show() {
    const { number, origin, model } = store.state;
    panel.show(origin);
    const { value } = origin;
    const card = modelOnShow(store.state);
    if (!number || !value || !card || JSON.parse(origin.about)[0] !== model) return;
    const name = own(value);
    const digits = value.step === "ids" ? 0 : 4;
    panel.setHeading(name);
    total.textContent = `= ${written(value.value, digits)}`;
    words.textContent = sentence(value);
    formula.textContent = value.expression;
    const groups = groupsOf(value);
    const most = Math.max(...value.terms.map((term) => Math.abs(term.value)), 1e-300);
    const top = written(Math.max(...value.terms.map(({ factors: [one] }) => one?.value ?? 0))); // the largest logit
    terms.replaceChildren(...(value.function === "vocabulary" ? [] : groups.flatMap((group) => [head(value, group), element("ol", {}, ...group.terms.map((term) => line(value, term, most, top)))])), ...(value.function === "row" ? [c.root] : []));
    if (value.function === "row") void table.ask(card.id, (until) => api.embedding(card.id, until));
    drawTable();
    sums.replaceChildren(...sumsOf(value).flatMap(([word, text]) => [element("dt", {}, word), element("dd", {}, text)]));
    spotlight.again();
    panel.refresh();
  }

  /** C with the row that was copied, beside a number of emb. */
  function drawTable() {
    const [{ value, about }, made] = [table.answer, store.state.origin.value];
    const row = made?.terms[0]?.factors[1]?.index[0];
    c.root.hidden = !value?.vectors || about !== store.state.model;
    if (c.root.hidden || !value?.vectors || row === undefined || made?.function !== "row") return;
    c.show(value.tokens, value.vectors, value.tokens[row], t("number.table", { id: row, token: tokenLabel(value.tokens[row]) }));
    c.light([{ y: row, kind: "source" }]);
  }

  /** @param {Origin} value */
  function sentence({ function: kind, step, index, terms: made, contexts, value }) {
    const D = modelOnShow(store.state)?.embedding_dim ?? 1;
    const position = step === "concatenation" ? Math.floor(index[1] / D) : index[1];
    const token = tokenLabel([...contexts[index[0]]][position] ?? "");
    if (kind === "vocabulary") return t("number.vocabulary", { position, token, id: value });
    if (kind === "row") return t("number.row", { position, token, id: made[0].factors[0].value, d: index[2] });
    if (kind === "copy") return t("number.copy", { position, D, d: index[1] % D, j: index[1] });
    if (kind === "softmax") return t("number.softmax", { count: made.length });
    if (step === "logits") return t("number.sum", { count: made.length });
    return t(kind === "tanh" ? "number.tanh" : "number.sum.position", { count: made.length, D });
  }

  /** @param {Origin} value @param {Group} group */
  function head({ contexts, index, function: kind, terms: made }, { position, sum }) {
    if (position === null) return element("p", { class: "terms-head muted" }, t("number.largest"));
    const D = modelOnShow(store.state)?.embedding_dim ?? 1;
    const token = tokenLabel([...contexts[index[0]]][position]);
    const several = made.length > 1;
    return element("p", { class: "terms-head", "data-at": `k${position}` }, element("b", {}, token), " k = ", ...dimensionNumber("K", position), several ? element("span", { class: "muted" }, ` · W1[${position * D}:${(position + 1) * D}]`) : null, several && kind !== "row" ? element("span", { class: "terms-sum mono" }, written(sum)) : null);
  }

  /** @param {Origin} value @param {Term} term @param {number} most @param {string} top */
  function line(value, term, most, top) {
    const { vocabulary = [], embedding_dim: D = 1 } = modelOnShow(store.state) ?? {};
    const [one, other] = term.factors;
    const power = value.function === "softmax";
    const label = power ? tokenLabel(vocabulary[one.index[1]]) : String(one.index[one.index.length - 1]);
    const math = power ? `e^(${written(one.value)} − ${top})` : value.function === "row" ? `${nameOf(other)}` : other ? `${written(one.value)} × ${written(other.value)}` : nameOf(one);
    const size = term.value / most;
    const bar = element("span", { class: `term-bar${size < 0 ? " term-below" : ""}`, style: `--size: ${Math.abs(size).toFixed(4)}` });
    const addresses = term.factors.map(nameOf).join(" × ");
    const words = t("number.open", { name: addresses, value: written(term.value, 4) });
    const dim = power ? "v" : value.step === "logits" ? "h" : "d";
    const cells = [element("span", { class: "term-label mono", "data-dim": dim }, label), element("span", { class: "term-math mono" }, math), element("span", { class: "term-value mono" }, written(term.value)), bar];
    const button = element("button", { type: "button", class: "term", "data-at": placeOf(one, D), "aria-label": words, title: addresses }, ...cells);
    button.addEventListener("click", () => open(one), { signal });
    return element("li", {}, button);
  }

  /** @param {Factor} factor */
  function open(factor) {
    const number = numberOf(factor);
    if (number) actions.openNumber(number.step, number.index);
  }

  /** @param {Origin} value @returns {[string, string][]} */
  function sumsOf({ function: kind, terms: made, bias, total: sum, result, value, index }) {
    const gap = Math.abs(result - value);
    const network = gap ? t("number.apart", { gap: gap.toExponential(0) }) : t("number.exact");
    /** @type {[string, string][]} */
    const last = [[t("number.network"), written(value, 6)], ["", network]];
    if (kind === "vocabulary" || kind === "row" || kind === "copy") return last.slice(1);
    if (kind === "softmax") return [[t("number.sum.label"), written(sum, 4)], [t("number.share", { power: written(made[index[1]].value, 4), total: written(sum, 4) }), written(result, 6)], ...last];
    const added = /** @type {[string, string][]} */ ([...(bias ? [[nameOf(bias), written(bias.value)]] : []), [t("number.sum.label"), written(sum, 6)]]);
    return [...added, ...(kind === "tanh" ? [/** @type {[string, string]} */ ([`tanh(${written(sum, 4)})`, written(result, 6)])] : []), ...last];
  }

  function tabled() {
    const { value } = store.state.origin;
    if (!value) return null;
    const rows = value.terms.map(({ factors: [one, other], value: part }) => [other ? `${nameOf(one)} × ${nameOf(other)}` : one ? nameOf(one) : own(value), one?.value ?? null, other?.value ?? null, part]);
    const bias = value.bias ? [[nameOf(value.bias), value.bias.value, null, value.bias.value]] : [];
    return { caption: t("number.caption", { name: own(value) }), columns: [t("column.tensor"), "×", "×", t("number.part")], rows: [...rows, ...bias], digits: 6 };
  }

  function tell() {
    show();
    const { number, origin } = store.state;
    if (number && origin.phase === "ready" && origin.value) announce(`${own(origin.value)} = ${written(origin.value.value, 4)}. ${sentence(origin.value)}`);
  }

  store.subscribe(["origin"], tell, signal);
  tell();
  return panel.root;
}
