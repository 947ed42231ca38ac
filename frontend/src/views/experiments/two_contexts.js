// Experiment: two contexts with the same ending. The server's counts for the last K characters of each, one row upward and
// one downward: at K = 1 they are the same row, whatever came before.

/** @import { Lectern } from "../lesson.js" */
/** @import { Counts } from "../../wire.js" */
import { element } from "../../element.js";
import { curlCommand } from "../../export.js";
import { spelled } from "../../figures/stand_ins.js";
import { formatNumber } from "../../i18n.js";
import catalogue from "../../i18n/lab/two_contexts.js";
import { wordsIn } from "../../i18n/lesson.js";
import { modelOnShow } from "../../state.js";
import { textLabel } from "../../token.js";
import { createPanel } from "../panel.js";
import { createMirror } from "./mirror.js";
import { besideField, createQuestion, isRefusal } from "./question.js";
import { createSlider, whole } from "./slider.js";

const FIRST = { one: "ana", other: "ava", length: 1 };

/** @param {Lectern} lectern */
export function create({ stage, actions }) {
  const { store, api, t, signal } = stage;
  const w = wordsIn(catalogue, store.state.language);
  const knobs = () => {
    const vocabulary = modelOnShow(store.state)?.vocabulary ?? [];
    const [one = "", other = ""] = spelled(`${FIRST.one} ${FIRST.other}`, [...vocabulary, " "]).split(" ");
    return { ...FIRST, one, other, ...store.state.lab.contexts };
  };
  /** @type {ReturnType<typeof createQuestion<Counts[]>>} */
  const asked = createQuestion(signal, show);
  const length = createSlider({ label: w("length"), values: whole(1, 4), value: knobs().length, write: (value) => `K = ${value}`, dim: "k", onTurn: (value) => actions.turnKnob("contexts", { length: value }), signal });
  const mirror = createMirror();
  const said = element("p", { class: "lab-said", role: "status" });
  const refusal = element("p", { class: "refusal", id: "contexts-refusal", role: "alert" });
  const boxes = (/** @type {const} */ (["one", "other"])).map((name) => {
    const box = element("input", { id: `contexts-${name}`, type: "text", class: "mono", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 40, "aria-describedby": "contexts-refusal" });
    box.value = knobs()[name];
    box.addEventListener("input", () => actions.turnKnob("contexts", { [name]: box.value }), { signal });
    return { name, box, root: element("div", { class: "field" }, element("label", { for: box.id }, w(name)), box, name === "one" ? refusal : null) };
  });
  const corpus = () => modelOnShow(store.state)?.corpus ?? "";
  const queries = () => [knobs().one, knobs().other].map((text) => ({ context: [...text.normalize("NFC")].slice(-knobs().length).join("") || ".", context_length: knobs().length }));

  /** @param {{again?: boolean}} [how] */
  function load(how) {
    const id = corpus();
    for (const { name, box } of boxes) if (document.activeElement !== box) box.value = knobs()[name];
    if (id) void asked.ask(JSON.stringify([id, queries()]), (until) => Promise.all(queries().map((query) => api.counts(id, query, until))), how);
  }

  function show() {
    const { answer } = asked;
    panel.show(store.state.models, besideField(answer));
    refusal.textContent = (isRefusal(answer) && answer.error?.detail) || "";
    panel.root.classList.toggle("stale", Boolean(refusal.textContent));
    if (answer.phase !== "ready" || !answer.value) return;
    const [one, other] = answer.value;
    const below = new Map(other.row.map(({ token, probability }) => [token, probability]));
    const pairs = one.row.map(({ token, probability }) => ({ token, above: probability, below: below.get(token) ?? 0 }));
    mirror.show(pairs);
    const names = { one: textLabel(one.context), other: textLabel(other.context) };
    const moved = formatNumber(50 * pairs.reduce((sum, { above, below: down }) => sum + Math.abs(above - down), 0), 1); // total variation
    const empty = [one, other].find(({ total }) => !total);
    const K = knobs().length;
    said.textContent = empty ? w("never", { context: textLabel(empty.context) }) : one.context === other.context ? w("same", { K, context: names.one }) : w("apart", { K, ...names, moved });
    mirror.root.setAttribute("aria-label", `${w("finding", names)} ${said.textContent}`);
    panel.refresh();
  }

  const panel = createPanel(stage, {
    id: "contexts",
    heading: w("title"),
    picture: element("div", { class: "lab-picture" }, element("div", { class: "lab-knobs" }, ...boxes.map(({ root }) => root)), length.root, mirror.root, said),
    table: () => {
      const { value } = asked.answer;
      if (!value) return null;
      const [one, other] = value;
      return { caption: w("caption", { one: one.context, other: other.context }), columns: [t("column.token"), one.context, other.context], rows: one.row.map(({ token, probability }, at) => [token, probability, other.row[at].probability]) };
    },
    curl: () => queries().map((query) => curlCommand(api.address(`corpora/${corpus()}/counts`, query))),
    file: () => `two-contexts-${knobs().length}`,
    stop: asked.stop,
    retry: () => (store.state.models.phase === "failed" ? void stage.frame.loadModels({ again: true }) : load({ again: true })),
  });
  store.subscribe(["lab", "model", "models"], () => load(), signal);
  show();
  load();
  return panel.root;
}
