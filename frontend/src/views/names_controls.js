// The button that draws names and its knobs. What the server refuses stands at the field that caused it.

/** @import { Stage } from "./stage.js" */
/** @import { NamesActions } from "../actions/names.js" */
/** @import { MessageKey } from "../i18n.js" */
import { LARGEST_SEED, LONGEST, MOST_NAMES } from "../actions/names.js";
import { element } from "../element.js";
import { formatNumber } from "../i18n.js";

const SLIDER = { min: 0.1, max: 3, step: 0.05 };
const FIELDS = { prefix: "prefix", temperature: "temperature", seed: "seed", count: "count", longest: "max_length" };

/**
 * @param {Stage} stage
 * @param {NamesActions} actions
 * @param {() => void} stream lets the next names come one after another
 * @returns {HTMLElement}
 */
export function createNamesControls({ store, t, signal }, actions, stream) {
  const draw = element("button", { type: "button", class: "names-draw" }, t("names.draw"));
  const slider = element("input", { type: "range", id: "temperature", ...SLIDER });
  const degree = element("output", { for: "temperature", class: "mono" });
  const prefix = element("input", { type: "text", id: "prefix", class: "mono", autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  const seed = number("seed", 0, LARGEST_SEED);
  const keep = element("input", { type: "checkbox", id: "keep-seed" });
  const count = number("count", 1, MOST_NAMES);
  const longest = number("longest", 1, LONGEST);
  const refusals = new Map(Object.entries({ prefix, temperature: slider, seed, count, longest }).map(([name, input]) => [name, refusalAt(name, input)]));
  const advanced = element("details", { class: "names-advanced" }, element("summary", {}, t("names.advanced")), field("count", count), field("longest", longest));
  const root = element(
    "form",
    { class: "panel names-controls", "aria-label": t("names.controls") },
    draw,
    field("temperature", slider, degree, element("div", { class: "slider-ends muted" }, element("span", {}, t("names.bolder")), element("span", {}, t("names.flatter")))),
    field("prefix", prefix),
    field("seed", seed, null, element("label", { class: "names-keep", for: "keep-seed" }, keep, t("names.keep"))),
    advanced,
  );

  /** @param {string} id @param {number} min @param {number} max */
  function number(id, min, max) {
    return element("input", { type: "number", id, min, max, step: 1, class: "mono", inputmode: "numeric" });
  }

  /** @param {string} name @param {HTMLInputElement} input @param {HTMLElement | null} [value] @param {HTMLElement | null} [below] */
  function field(name, input, value = null, below = null) {
    const label = element("label", { for: input.id }, t(/** @type {MessageKey} */ (`names.${name}`)));
    return element("div", { class: "field" }, label, value, input, below, refusals.get(name) ?? null);
  }

  /** @param {string} name @param {HTMLInputElement} input */
  function refusalAt(name, input) {
    input.setAttribute("aria-describedby", `${name}-refusal`);
    return element("p", { class: "refusal", id: `${name}-refusal`, role: "alert" });
  }

  function follow() {
    const { state } = store;
    slider.value = String(state.temperature);
    degree.textContent = formatNumber(state.temperature, 2);
    if (prefix.value.normalize("NFC") !== state.prefix.normalize("NFC")) prefix.value = state.prefix;
    if (document.activeElement !== seed) seed.value = String(state.seed ?? "");
    keep.checked = state.sameSeed;
    if (document.activeElement !== count) count.value = String(state.count);
    if (document.activeElement !== longest) longest.value = String(state.longest);
  }

  function refuse() {
    const { phase, error } = store.state.drawn;
    for (const [name, wire] of Object.entries(FIELDS)) {
      const found = phase === "failed" ? error?.errors.find((one) => one.field === wire) : undefined;
      say(name, found?.message ?? "");
    }
  }

  /** @param {string} name @param {string} words "" when all is well */
  function say(name, words) {
    const at = refusals.get(name);
    if (at) at.textContent = words;
    root.querySelector(`#${name}`)?.setAttribute("aria-invalid", String(Boolean(words)));
    if (words && (name === "count" || name === "longest")) advanced.open = true;
  }

  /** Takes a typed whole number, or says why not. @param {string} name @param {HTMLInputElement} input @param {(value: number) => void} take */
  function typed(name, input, take) {
    const value = input.valueAsNumber;
    const fine = Number.isInteger(value) && value >= Number(input.min) && value <= Number(input.max);
    say(name, fine ? "" : t("names.number", { least: Number(input.min), most: Number(input.max) }));
    if (fine) take(value);
  }

  root.addEventListener("submit", (event) => event.preventDefault(), { signal });
  const listen = (/** @type {HTMLElement} */ node, /** @type {string} */ kind, /** @type {() => void} */ run) => node.addEventListener(kind, run, { signal });
  listen(draw, "click", () => {
    stream();
    void actions.draw();
  });
  listen(slider, "input", () => actions.turn("temperature", slider.valueAsNumber));
  listen(prefix, "input", () => actions.typePrefix(prefix.value));
  listen(seed, "input", () => {
    if (seed.value !== "" || seed.validity.badInput) return typed("seed", seed, actions.chooseSeed);
    say("seed", "");
    actions.chooseSeed(null);
  });
  listen(seed, "blur", follow);
  listen(keep, "change", () => actions.keepSeed(keep.checked));
  listen(count, "input", () => typed("count", count, (value) => actions.turn("count", value)));
  listen(longest, "input", () => typed("longest", longest, (value) => actions.turn("longest", value)));
  store.subscribe(["temperature", "prefix", "seed", "sameSeed", "count", "longest"], follow, signal);
  store.subscribe(["drawn"], refuse, signal);
  follow();
  refuse();
  return root;
}
