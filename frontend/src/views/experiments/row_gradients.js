// Experiment: the gradient of a row. A word's contexts use some rows of C, some of them many times; what comes back to each is
// the sum over its uses: for the plain sum the count itself, for the model's loss what its uses add up to.

/** @import { Lectern } from "../lesson.js" */
/** @import { RowGradients } from "../../wire_slips.js" */
import { element } from "../../element.js";
import { curlCommand } from "../../export.js";
import { spelled } from "../../figures/stand_ins.js";
import { formatNumber } from "../../i18n.js";
import catalogue from "../../i18n/lab/row_gradients.js";
import { wordsIn } from "../../i18n/lesson.js";
import { modelOnShow } from "../../state.js";
import { tokenLabel } from "../../token.js";
import { createPanel } from "../panel.js";
import { besideField, createQuestion, isRefusal } from "./question.js";

/** @param {Lectern} lectern */
export function create({ stage, actions }) {
  const { store, api, signal } = stage;
  const w = wordsIn(catalogue, store.state.language);
  const knobs = () => ({ word: spelled("emma", modelOnShow(store.state)?.vocabulary ?? []), token: "", ...store.state.lab.gradients });
  const turn = (/** @type {Record<string, any>} */ patch) => actions.turnKnob("gradients", patch);
  /** @type {ReturnType<typeof createQuestion<RowGradients>>} */
  const asked = createQuestion(signal, show);
  const refusal = element("p", { class: "refusal", id: "gradients-refusal", role: "alert" });
  const box = element("input", { id: "gradients-word", type: "text", class: "mono", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 40, "aria-describedby": "gradients-refusal" });
  box.addEventListener("input", () => turn({ word: box.value }), { signal });
  const contexts = element("div", { class: "gradient-contexts mono" });
  const rows = element("tbody");
  const head = element("tr", {}, ...[w("token"), w("uses"), w("sum"), w("loss")].map((label) => element("th", { scope: "col" }, label)), element("th", { "aria-hidden": "true" }));
  const said = element("p", { class: "lab-said" });
  const most = element("p", { class: "lab-said" });
  const code = element("pre", { class: "claim-code mono", tabindex: 0, "aria-label": w("lines") });
  const path = () => `models/${encodeURIComponent(store.state.model ?? "")}/gradients`;
  const query = () => ({ word: knobs().word.normalize("NFC") });

  /** @param {{again?: boolean}} [how] */
  function load(how) {
    if (box.value !== knobs().word) box.value = knobs().word;
    if (modelOnShow(store.state)) void asked.ask(JSON.stringify([store.state.model, query()]), (until) => api.ask(path(), { query: query(), signal: until }), how);
    show();
  }

  function show() {
    const { answer } = asked;
    panel.show(store.state.models, besideField(answer));
    refusal.textContent = (isRefusal(answer) && answer.error?.detail) || "";
    box.setAttribute("aria-invalid", String(Boolean(refusal.textContent)));
    panel.root.classList.toggle("stale", Boolean(refusal.textContent));
    if (answer.phase === "ready" && answer.value) draw(answer.value);
  }

  /** @param {RowGradients} found */
  function draw(found) {
    const chosen = found.rows.find(({ token }) => token === knobs().token) ?? found.rows.reduce((best, row) => (row.uses > best.uses ? row : best));
    const longest = Math.max(...found.rows.map(({ norm }) => norm), 1e-12);
    contexts.setAttribute("aria-label", w("contexts"));
    contexts.replaceChildren(...found.contexts.map((context) => element("span", {}, ...[...context].map((sign) => (sign === chosen.token ? element("mark", {}, tokenLabel(sign)) : tokenLabel(sign))))));
    while (rows.childElementCount > found.rows.length) rows.lastElementChild?.remove();
    found.rows.forEach((row, at) => drawRow(row, at, row === chosen, longest));
    const K = [...found.contexts[0]].length;
    said.textContent = found.others_are_zero ? w("said", { contexts: found.contexts.length, K, lookups: found.contexts.length * K, rows: found.rows.length, D: chosen.of_the_sum.length, unused: found.unused }) : w("nonzero");
    const hardest = found.rows.reduce((best, row) => (row.norm > best.norm ? row : best));
    most.textContent = w("most", { loss: formatNumber(found.loss, 3), token: tokenLabel(hardest.token), norm: formatNumber(hardest.norm, 3), uses: hardest.uses });
    code.textContent = found.code;
    panel.refresh();
  }

  /** A row of the table, which keeps its button so that the focus stays. @param {RowGradients["rows"][0]} row @param {number} at @param {boolean} chosen @param {number} longest */
  function drawRow({ token, uses, of_the_sum: sum, norm }, at, chosen, longest) {
    let node = /** @type {HTMLTableRowElement | undefined} */ (rows.children[at]);
    if (!node) {
      const button = element("button", { type: "button", class: "example mono" });
      button.addEventListener("click", () => turn({ token: button.dataset.token }), { signal });
      node = element("tr", {}, element("th", { scope: "row" }, button), element("td"), element("td"), element("td"), element("td", { class: "gradient-bar" }, element("i")));
      rows.append(node);
    }
    const [name, used, summed, length, bar] = node.cells;
    const button = /** @type {HTMLButtonElement} */ (name.firstElementChild);
    button.textContent = tokenLabel(token);
    button.dataset.token = token;
    button.setAttribute("aria-pressed", String(chosen));
    button.setAttribute("aria-label", w("choose", { token: tokenLabel(token), uses }));
    node.dataset.token = token;
    node.classList.toggle("row-at", chosen);
    used.textContent = formatNumber(uses);
    summed.textContent = formatNumber(sum[0]);
    length.textContent = formatNumber(norm, 4);
    length.dataset.norm = String(norm);
    /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${(100 * norm) / longest}%`;
  }

  const panel = createPanel(stage, {
    id: "gradients",
    heading: w("title"),
    picture: element(
      "div",
      { class: "lab-picture" },
      element("div", { class: "field" }, element("label", { for: "gradients-word" }, w("word")), box, refusal),
      contexts,
      element("table", { class: "gradient-table mono", "aria-label": w("title") }, element("thead", {}, head), rows),
      said,
      most,
      element("details", { class: "claim-more" }, element("summary", {}, w("lines")), code),
    ),
    table: () => {
      const { value } = asked.answer;
      return value ? { caption: w("caption", { word: value.word }), columns: [w("token"), w("uses"), w("sum"), w("loss")], rows: value.rows.map(({ token, uses, of_the_sum: sum, norm }) => [token, uses, sum[0], norm]), digits: 4 } : null;
    },
    curl: () => [curlCommand(api.address(path(), query()))],
    file: () => "row-gradients",
    stop: asked.stop,
    retry: () => (store.state.models.phase === "failed" ? void stage.frame.loadModels({ again: true }) : load({ again: true })),
  });

  store.subscribe(["lab", "model", "models"], () => load(), signal);
  load();
  return panel.root;
}
