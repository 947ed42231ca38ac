// Experiment: retrieval is the same formula. Any name becomes a vector in three ways; the server searches all names of the
// corpus for each, and what each way calls near stands side by side. A name that is found can be asked for in turn.

/** @import { Lectern } from "../lesson.js" */
/** @import { Retrieved, Way } from "../../wire_numbers.js" */
import { element } from "../../element.js";
import { curlCommand } from "../../export.js";
import { formatNumber, sentences } from "../../i18n.js";
import catalogue from "../../i18n/lab/retrieving.js";
import { wordsIn } from "../../i18n/lesson.js";
import { modelOnShow } from "../../state.js";
import { textLabel } from "../../token.js";
import { createPanel } from "../panel.js";
import { besideField, createQuestion, isRefusal } from "./question.js";

const [SHOWN, FIRST] = [8, "emma"];

/** @param {Lectern} lectern */
export function create({ stage, actions }) {
  const { store, api, t, signal } = stage;
  const w = wordsIn(catalogue, store.state.language);
  /** @returns {{name: string | null, seed: number}} the name typed, or the seed of one that the model draws */
  const knobs = () => ({ name: null, seed: 0, .../** @type {any} */ (store.state.lab.retrieving) });
  const turn = (/** @type {object} */ patch) => actions.turnKnob("retrieving", patch);
  /** @type {ReturnType<typeof createQuestion<Retrieved>>} */
  const asked = createQuestion(signal, show);
  const refusal = element("p", { class: "refusal", id: "retrieving-refusal", role: "alert" });
  const box = element("input", { id: "retrieving-name", type: "text", class: "mono", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 40, "aria-describedby": "retrieving-refusal" });
  const dice = element("button", { type: "button", class: "button" }, w("another"));
  const columns = element("div", { class: "retrieved" });
  const [said, shared] = [element("p", { class: "lab-said", role: "status" }), element("p", { class: "lab-said" })];
  const counted = element("p", { class: "muted lab-said" });
  box.addEventListener("input", () => turn({ name: box.value }), { signal });
  dice.addEventListener("click", () => turn({ name: null, seed: knobs().seed + 1 }), { signal });

  const path = (/** @type {string} */ what) => `models/${encodeURIComponent(store.state.model ?? "")}/${what}`;

  /** @param {{again?: boolean}} [how] */
  function load(how) {
    const card = modelOnShow(store.state);
    if (!card) return;
    const { name, seed } = knobs();
    const spelled = [...FIRST].every((token) => card.vocabulary.includes(token));
    const text = name ?? (!seed && spelled ? FIRST : null);
    if (text !== null && box.value !== text) box.value = text;
    void asked.ask(
      JSON.stringify([card.id, text ?? seed]),
      async (until) => {
        const drawn = text ?? (await api.generate(card.id, { count: 1, seed, temperature: 0.7 }, until)).names[0].text;
        if (text === null) box.value = drawn;
        return api.ask(path("retrieve"), { body: { text: drawn, k: SHOWN }, signal: until });
      },
      how,
    );
  }

  function show() {
    const { answer } = asked;
    panel.show(store.state.models, besideField(answer));
    refusal.textContent = (isRefusal(answer) && answer.error?.detail) || "";
    box.setAttribute("aria-invalid", String(Boolean(refusal.textContent)));
    panel.root.classList.toggle("stale", Boolean(refusal.textContent));
    if (answer.phase === "ready" && answer.value) draw(answer.value);
  }

  /** @param {Retrieved} value */
  function draw({ text, count, words, rows, duplicates, ways }) {
    const name = textLabel(text);
    const lists = ways.map(({ neighbours }) => neighbours.map(({ token }) => token));
    columns.replaceChildren(...ways.map((way, at) => column(way, lists.filter((_, other) => other !== at).flat())));
    const all = lists[0].filter((token) => lists.every((list) => list.includes(token)));
    said.textContent = count ? w("known", { name, count }) : w("unknown", { name });
    const k = Math.max(...lists.map((list) => list.length));
    shared.textContent = sentences(store.state.language, all.length ? w("shared", { k, names: all.map(textLabel).join(t("list.comma")) }) : w("none", { k }), w("two"));
    counted.textContent = w("searched", { rows, duplicates, words });
    panel.refresh();
  }

  /** @param {Way} way @param {string[]} elsewhere names of the other columns */
  function column({ way, dimensions, read, neighbours }, elsewhere) {
    const K = modelOnShow(store.state)?.context_length ?? 0;
    const title = w(/** @type {"concatenation" | "mean" | "hidden"} */ (way));
    const items = neighbours.map(({ token, similarity, count }) => {
      const [name, cosine] = [textLabel(token), formatNumber(similarity, 3)];
      const button = element(
        "button",
        { type: "button", class: "near", "data-name": token, title: name, "aria-label": w("ask", { name, cosine }) },
        element("b", {}, name),
        element("span", { class: "muted near-count" }, count > 1 ? w("times", { count }) : ""),
        element("span", { class: `near-mark${elsewhere.includes(token) ? " near-shared" : ""}` }),
        element("span", { class: "mono" }, cosine),
      );
      button.addEventListener("click", () => turn({ name: token }), { signal });
      return element("li", {}, button);
    });
    const finding = w("finding", { way: title, names: neighbours.map(({ token }) => textLabel(token)).join(t("list.comma")) });
    return element(
      "section",
      { "data-way": way },
      element("h3", {}, title),
      element("p", { class: "muted near-about" }, w(/** @type {"said.mean"} */ (`said.${way}`), { K })),
      element("p", { class: "mono near-read", title: read }, w("reads", { read: textLabel(read.replace(/^\.{3,}/, "…")) })),
      element("p", { class: "mono muted near-read" }, w("size", { count: dimensions })),
      element("ol", { "aria-label": finding }, ...items),
    );
  }

  /** Lights one name in all columns. @param {EventTarget | null} target */
  function light(target) {
    const name = target instanceof Element ? target.closest("[data-name]")?.getAttribute("data-name") : null;
    for (const one of columns.querySelectorAll("[data-name]")) one.classList.toggle("lit", Boolean(name) && one.getAttribute("data-name") === name);
  }
  for (const kind of ["pointerover", "focusin"]) columns.addEventListener(kind, ({ target }) => light(target), { signal });
  for (const kind of ["pointerleave", "focusout"]) columns.addEventListener(kind, () => light(null), { signal });

  const panel = createPanel(stage, {
    id: "retrieving",
    heading: w("title"),
    picture: element("div", { class: "lab-picture" }, element("div", { class: "retrieving-form" }, element("div", { class: "field" }, element("label", { for: "retrieving-name" }, w("name")), box, refusal), dice), said, columns, shared, counted),
    table: () => {
      const { value } = asked.answer;
      if (!value) return null;
      const heads = value.ways.flatMap(({ way }) => [w(way), `${w("cosine")} ${value.ways.findIndex((one) => one.way === way) + 1}`]);
      const most = Math.max(...value.ways.map(({ neighbours }) => neighbours.length));
      const rows = Array.from({ length: most }, (_, at) => [at + 1, ...value.ways.flatMap(({ neighbours }) => [neighbours[at]?.token ?? null, neighbours[at]?.similarity ?? null])]);
      return { caption: w("caption", { name: textLabel(value.text) }), columns: [w("rank"), ...heads], rows };
    },
    curl: () => [curlCommand(api.address(path("retrieve")), { text: asked.answer.value?.text ?? box.value, k: SHOWN })],
    file: () => `${store.state.model}-near`,
    stop: asked.stop,
    retry: () => (store.state.models.phase === "failed" ? void stage.frame.loadModels({ again: true }) : load({ again: true })),
  });
  store.subscribe(["lab", "model", "models"], () => load(), signal);
  show();
  load();
  return panel.root;
}
