// The button that draws names and its knobs. What the server refuses stands at the field that caused it.

/** @import { Stage } from "./stage.js" */
/** @import { NamesActions } from "../actions/names.js" */
/** @import { MessageKey } from "../i18n.js" */
import { besideOf } from "../actions/names.js";
import { element } from "../element.js";
import { formatNumber } from "../i18n.js";
import { LARGEST_SEED, LONGEST, MOST_NAMES } from "../limits.js";

const NUMBER = { type: "number", step: 1, class: "mono", inputmode: "numeric" };

/** @param {Stage} stage @param {NamesActions} actions @param {() => void} stream lets the next names come one after another */
export function createNamesControls({ store, t, signal }, actions, stream) {
  const inputs = {
    temperature: element("input", { type: "range", min: 0.1, max: 3, step: 0.05 }),
    prefix: element("input", { type: "text", class: "mono", autocomplete: "off", autocapitalize: "none", spellcheck: "false" }),
    seed: element("input", { ...NUMBER, min: 0, max: LARGEST_SEED }),
    count: element("input", { ...NUMBER, min: 1, max: MOST_NAMES }),
    longest: element("input", { ...NUMBER, min: 1, max: LONGEST }),
  };
  const { temperature, prefix, seed, count, longest } = inputs;
  const draw = element("button", { type: "button", class: "names-draw" }, t("names.draw"));
  const degree = element("output", { for: "temperature", class: "mono" });
  const ends = element("div", { class: "slider-ends muted" }, element("span", {}, t("names.bolder")), element("span", {}, t("names.flatter")));
  const keep = element("input", { type: "checkbox", id: "keep-seed" });
  const keeping = element("label", { class: "names-keep muted" }, keep, t("names.keep"));
  const refusals = new Map(Object.keys(inputs).map((name) => [name, element("p", { class: "refusal", id: `${name}-refusal`, role: "alert" })]));
  const beside = element("select", { id: "beside" });
  const comparing = element("div", { class: "field" }, element("label", { for: "beside" }, t("names.beside")), beside);
  const advanced = element("details", { class: "names-advanced" }, element("summary", {}, t("names.advanced")), field("count"), field("longest"));

  /** @param {keyof inputs} name @param {...HTMLElement} more */
  function field(name, ...more) {
    inputs[name].id = name;
    inputs[name].setAttribute("aria-describedby", `${name}-refusal`);
    const label = element("label", { for: name }, t(/** @type {MessageKey} */ (`names.${name}`)));
    return element("div", { class: "field" }, label, inputs[name], ...more, refusals.get(name) ?? null);
  }

  function follow() {
    const { state } = store;
    temperature.value = String(state.temperature);
    degree.textContent = formatNumber(state.temperature, 2);
    keep.checked = state.sameSeed;
    if (prefix.value.normalize("NFC") !== state.prefix.normalize("NFC")) prefix.value = state.prefix;
    for (const name of /** @type {const} */ (["seed", "count", "longest"])) {
      if (document.activeElement !== inputs[name]) inputs[name].value = String(state[name] ?? "");
    }
  }

  function listModels() {
    const { models, model, beside: chosen } = store.state;
    const ids = (models.value ?? []).map(({ id }) => id).filter((id) => id !== model);
    const option = (/** @type {string} */ id) => element("option", { value: id, selected: id === chosen }, id);
    beside.replaceChildren(element("option", { value: "" }, t("names.beside.none")), ...ids.map(option));
  }

  function refuse() {
    const { phase, error } = besideOf(store.state) ? store.state.pairs : store.state.drawn;
    for (const name of refusals.keys()) {
      const wire = name === "longest" ? "max_length" : name;
      say(name, (phase === "failed" && error?.errors.find((one) => one.field === wire)?.message) || "");
    }
  }

  /** @param {string} name @param {string} words "" when all is well */
  function say(name, words) {
    const at = refusals.get(name);
    if (at) at.textContent = words;
    inputs[/** @type {keyof inputs} */ (name)].setAttribute("aria-invalid", String(Boolean(words)));
    if (words && (name === "count" || name === "longest")) advanced.open = true;
  }

  /** Takes a typed whole number, or says why not. @param {"seed" | "count" | "longest"} name @param {(value: number) => void} take */
  function typed(name, take) {
    const { valueAsNumber: value, min, max } = inputs[name];
    const fine = Number.isInteger(value) && value >= Number(min) && value <= Number(max);
    say(name, fine ? "" : t("names.number", { least: Number(min), most: Number(max) }));
    if (fine) take(value);
  }

  const listen = (/** @type {HTMLElement} */ node, /** @type {string} */ kind, /** @type {() => void} */ run) => node.addEventListener(kind, run, { signal });
  listen(draw, "click", () => {
    stream();
    void actions.draw();
  });
  listen(temperature, "input", () => actions.turn("temperature", temperature.valueAsNumber));
  listen(prefix, "input", () => actions.typePrefix(prefix.value));
  listen(seed, "input", () => {
    if (seed.value || seed.validity.badInput) return typed("seed", actions.chooseSeed);
    say("seed", "");
    actions.keepSeed(false); // an empty seed is drawn
  });
  listen(seed, "blur", follow);
  listen(keep, "change", () => actions.keepSeed(keep.checked));
  listen(count, "input", () => typed("count", (value) => actions.turn("count", value)));
  listen(longest, "input", () => typed("longest", (value) => actions.turn("longest", value)));
  store.subscribe(["temperature", "prefix", "seed", "sameSeed", "count", "longest"], follow, signal);
  store.subscribe(["drawn", "pairs"], refuse, signal);
  store.subscribe(["models", "model", "beside"], listModels, signal);
  listen(beside, "change", () => actions.compareWith(beside.value || null));
  follow();
  refuse();
  listModels();
  return element("div", { class: "panel names-controls", role: "group", "aria-label": t("names.controls") }, draw, field("temperature", degree, ends), field("prefix"), field("seed", keeping), comparing, advanced);
}
