// Experiment: counting parameters. Knobs for K, D, H and V; the sum by parts, against the V^(K+1) cells of a table of
// counts, and what one more of each costs. All of it is arithmetic in the page; real models come from claim S47.

/** @import { Lectern } from "../lesson.js" */
import { element } from "../../element.js";
import { curlCommand } from "../../export.js";
import { increments, sizesOf, termsOf } from "../../figures/parameters.js";
import { powerOf, writtenLarge } from "../../figures/large.js";
import { formatNumber } from "../../i18n.js";
import catalogue from "../../i18n/lab/counting.js";
import { wordsIn } from "../../i18n/lesson.js";
import { nothingYet } from "../../resource.js";
import { modelOnShow } from "../../state.js";
import { createPanel } from "../panel.js";
import { createBars } from "./bars.js";
import { createSlider, whole } from "./slider.js";

/** @typedef {"K" | "D" | "H" | "V"} Letter */
/** @type {Letter[]} */
const LETTERS = ["K", "D", "H", "V"];
const CHOICES = { K: whole(1, 8), D: [1, 2, 3, 4, 5, 8, 10, 16, 27, 30, 64, 100, 300, 768], H: [8, 50, 100, 200, 300, 500, 1000, 3072], V: [6, 27, 100, 1000, 16383, 50257] };

/** Letters in their colours. @param {string} formula */
const coloured = (formula) => [...formula].map((sign) => (/[KDHV]/.test(sign) ? element("b", { class: `dim-${sign.toLowerCase()}` }, sign) : sign === "+" ? " + " : sign));

/** @param {Lectern} lectern */
export function create({ stage, actions }) {
  const { store, api, signal } = stage;
  const w = wordsIn(catalogue, store.state.language);
  const card = () => modelOnShow(store.state);
  /** @returns {Record<Letter, number>} */
  const sizes = () => {
    const shown = card();
    const own = shown ? sizesOf(shown) : { K: 3, D: 2, H: 100, V: 27 };
    return /** @type {Record<Letter, number>} */ ({ ...own, ...store.state.lab.counting });
  };

  const knobs = element("div", { class: "lab-knobs" });
  const own = element("button", { type: "button", class: "plain" });
  const sum = element("p", { class: "lab-sum" });
  const parts = createBars(w("parts"));
  const against = createBars(w("against"));
  const said = element("p", { class: "lab-said" });
  const ones = element("dl", { class: "ones" });
  const real = element("div", { class: "real" });
  own.addEventListener("click", () => actions.turnKnob("counting", { K: undefined, D: undefined, H: undefined, V: undefined }), { signal });

  /** @type {Record<Letter, ReturnType<typeof createSlider>> | null} */
  let sliders = null;
  let offered = "";

  /** The knobs hold round values and those of the model on show. */
  function offer() {
    const now = sizes();
    const shown = card();
    const had = shown ? sizesOf(shown) : now;
    const key = LETTERS.map((letter) => had[letter]).join();
    if (key === offered && sliders) return;
    offered = key;
    const made = LETTERS.map((letter) => {
      const values = [...new Set([...CHOICES[letter], had[letter], now[letter]])].sort((a, b) => a - b);
      return createSlider({ label: w(letter), values, value: now[letter], write: (value) => `${letter} = ${formatNumber(value)}`, dim: letter.toLowerCase(), onTurn: (value) => actions.turnKnob("counting", { [letter]: value }), signal });
    });
    sliders = /** @type {any} */ (Object.fromEntries(LETTERS.map((letter, at) => [letter, made[at]])));
    knobs.replaceChildren(...made.map(({ root }) => root));
  }

  function show() {
    panel.show(nothingYet());
    offer();
    const now = sizes();
    for (const letter of LETTERS) sliders?.[letter].set(now[letter]);
    own.textContent = w("own", { model: card()?.id ?? "" });
    own.disabled = !card() || LETTERS.every((letter) => store.state.lab.counting?.[letter] === undefined);
    const terms = termsOf(now);
    const total = terms.reduce((all, { count }) => all + count, 0);
    sum.replaceChildren(
      ...terms.flatMap(({ letters }, at) => [at ? " + " : "", ...coloured(letters)]),
      " = ",
      element("strong", { class: "mono", "data-total": total }, w("sum", { count: total })),
    );
    const most = Math.max(...terms.map(({ count }) => count));
    parts.show(terms.map(({ letters, count }) => ({ label: w(/** @type {any} */ (`part.${letters}`)), share: count / most, text: formatNumber(count), tone: "accent" })));
    const cells = powerOf(now.V, now.K + 1);
    const digits = Math.max(cells.log, Math.log10(total));
    against.show([
      { label: w("network"), share: Math.log10(total) / digits, text: formatNumber(total), tone: "accent" },
      { label: w("table"), share: cells.log / digits, text: writtenLarge(cells), tone: "muted" },
    ]);
    const ratio = cells.log - Math.log10(total);
    said.textContent = ratio >= 0 ? w("fewer", { times: writtenLarge({ log: ratio, exact: null }) }) : w("more", { share: formatNumber(100 * 10 ** ratio, 1) });
    ones.replaceChildren(
      ...increments(now).map(({ letter, formula, count }) =>
        element("div", { "data-one": letter }, element("dt", {}, "+1 ", ...coloured(letter)), element("dd", { class: "mono" }, ...coloured(formula), " = ", element("strong", {}, formatNumber(count)), letter === "K" ? element("span", { class: "muted" }, ` ${w("one.table", { times: now.V })}`) : null)),
      ),
    );
    drawReal();
    panel.refresh();
  }

  function drawReal() {
    const models = store.state.claims.value?.claims.find(({ id }) => id === "S47")?.value.models;
    const widest = models ? Math.max(...models.map((/** @type {any} */ one) => Math.log10(one.V))) : 1;
    const row = (/** @type {any} */ { name, V, D, ratio }) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, name),
        element("td", { class: "real-bar", "aria-hidden": "true" }, element("i", { class: "real-v", style: `width: ${(Math.log10(V) / widest) * 100}%` }), element("i", { class: "real-d", style: `width: ${(Math.log10(D) / widest) * 100}%` })),
        element("td", { class: "mono dim-v" }, formatNumber(V)),
        element("td", { class: "mono dim-d" }, formatNumber(D)),
        element("td", { class: "mono" }, `${formatNumber(ratio, ratio < 100 ? 1 : 0)} ×`),
      );
    const heads = [w("name"), "", "V", "D", "V / D"].map((head) => element("th", { scope: "col" }, head));
    real.replaceChildren(...(models ? [element("h3", {}, w("real")), element("table", { class: "real-table" }, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...models.map(row)))] : []));
  }

  const panel = createPanel(stage, {
    id: "counting",
    heading: w("title"),
    picture: element("div", { class: "lab-picture" }, knobs, own, sum, element("h3", {}, w("parts")), parts.root, element("h3", {}, w("against")), against.root, said, element("h3", {}, w("one")), ones, real),
    table: () => {
      const now = sizes();
      return { caption: w("caption", now), columns: [w("part"), w("formula"), w("count")], rows: termsOf(now).map(({ letters, count }) => [w(/** @type {any} */ (`part.${letters}`)), [...letters].join(" × "), count]) };
    },
    curl: () => [curlCommand(api.address("claims/S47", { model: store.state.model }))],
    file: () => "parameters",
    stop: () => {},
    retry: () => {},
  });

  store.subscribe(["lab", "models", "model", "claims"], show, signal);
  show();
  return panel.root;
}
