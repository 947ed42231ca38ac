// The knobs: corpus, K, D and H with the count of parameters they make, recipe and first weights, steps and rate, seeds.
// A slider has a few stops; the number beside it takes any value. What the recipe sets by itself is shown as it is.

/** @import { Stage } from "./stage.js" */
/** @import { TrainActions } from "../actions/train.js" */
/** @import { Knobs } from "../train_types.js" */
/** @import { MessageKey } from "../i18n.js" */
import { element, icon } from "../element.js";
import { formatNumber } from "../i18n.js";
import { parametersOf } from "../figures/parameters.js";
import { DEFAULTS, MOST } from "../train_state.js";
import { createCorpusDoor } from "./corpus_door.js";
import { createSegments } from "./segments.js";

/** @typedef {"K" | "D" | "H" | "steps" | "rate" | "batch" | "trainSeed" | "splitSeed" | "shuffles"} Numeric */

/** @type {Partial<Record<Numeric, number[]>>} */
const STOPS = {
  K: [1, 2, 3, 4, 5, 6, 7, 8],
  D: [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 27, 32, 48, 64, 100],
  H: [5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1000],
  steps: [50, 100, 200, 300, 500, 1000, 2000, 3000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000],
  rate: [0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.04, 0.06, 0.1, 0.2, 0.5, 1],
  batch: [16, 32, 64, 128, 256, 512, 1024, 2048, 4096],
};
const DICE = "M2.5 4.5 8 2l5.5 2.5v7L8 14l-5.5-2.5zM2.5 4.5 8 7l5.5-2.5M8 7v7";

/**
 * @param {Stage} stage
 * @param {TrainActions} actions
 * @returns {HTMLElement}
 */
export function createTrainKnobs(stage, actions) {
  const { store, t, signal } = stage;
  /** @type {(() => void)[]} */
  const shows = [];
  const value = (/** @type {Numeric | "init"} */ knob) =>
    store.state[knob] ?? /** @type {any} */ (DEFAULTS[store.state.recipe])[knob];
  const on = (/** @type {HTMLElement} */ node, /** @type {string} */ kind, /** @type {() => void} */ act) =>
    node.addEventListener(kind, act, { signal });

  /** A name, a slider where there are stops, and a number. @param {Numeric} knob @param {string} look */
  function numeric(knob, look = "") {
    const label = t(/** @type {MessageKey} */ (`train.knob.${knob}`));
    const stops = STOPS[knob];
    const number = element("input", {
      type: "text",
      inputmode: "decimal",
      class: `number-box ${look}`,
      "aria-label": label,
      size: 6,
    });
    const slider =
      stops && element("input", { type: "range", min: 0, max: stops.length - 1, step: 1, "aria-label": label });
    const turn = (/** @type {number} */ to) => actions.turn(/** @type {Partial<Knobs>} */ ({ [knob]: to }));
    if (slider) on(slider, "input", () => turn(stops[Number(slider.value)]));
    on(number, "change", () => {
      const typed = Number(number.value.replaceAll(",", ""));
      const fits =
        number.value.trim() !== "" &&
        typed <= MOST[knob] &&
        (knob === "rate" ? typed > 0 : Number.isInteger(typed) && typed >= (knob.endsWith("eed") ? 0 : 1));
      if (fits) turn(typed);
      else show();
    });
    function show() {
      const now = value(knob);
      number.value = knob.endsWith("eed") ? String(now) : formatNumber(now, knob === "rate" ? undefined : 0);
      const shape = "KDH".includes(knob);
      for (const input of [number, slider]) if (input) input.disabled = shape && store.state.fork !== null;
      if (!slider) return;
      const nearest = stops.reduce(
        (best, stop, at) => (Math.abs(Math.log(stop / now)) < Math.abs(Math.log(stops[best] / now)) ? at : best),
        0,
      );
      slider.value = String(nearest);
      slider.setAttribute("aria-valuetext", number.value);
      slider.style.setProperty("--share", String(nearest / (stops.length - 1)));
    }
    shows.push(show);
    return element(
      "div",
      { class: slider ? "turn" : "turn turn-short" },
      element("span", { class: `turn-name ${look}` }, label),
      slider ?? null,
      number,
    );
  }

  /** @param {"recipe" | "init"} knob @param {string[]} choices */
  function choice(knob, choices) {
    const label = t(/** @type {MessageKey} */ (`train.knob.${knob}`));
    const options = choices.map((one) => ({
      value: one,
      label: t(/** @type {MessageKey} */ (`train.${knob}.${one}`)),
    }));
    const segments = createSegments({
      label,
      options,
      value: "",
      onChoose: (to) => actions.turn({ [knob]: to }),
      signal,
    });
    shows.push(() => segments.choose(knob === "init" ? value("init") : store.state.recipe));
    return element("div", { class: "turn turn-choice" }, element("span", { class: "turn-name" }, label), segments.root);
  }

  const corpus = element("select", { "aria-label": t("train.knob.trainOn") });
  on(corpus, "change", () => actions.turn({ trainOn: corpus.value }));
  shows.push(() => {
    const { corpora, trainOn, fork } = store.state;
    const ids = corpora.value?.filter(({ gone }) => !gone).map(({ id }) => id) ?? [];
    const options = ids.includes(trainOn) ? ids : [trainOn, ...ids];
    if (corpus.dataset.ids !== options.join())
      corpus.replaceChildren(...options.map((id) => element("option", { value: id }, id)));
    corpus.dataset.ids = options.join();
    corpus.value = trainOn;
    corpus.disabled = fork !== null;
  });

  let count = "";
  const parameters = element("p", { class: "parameters" });
  shows.push(() => {
    const { K, D, H, corpora, trainOn } = store.state;
    const V = corpora.value?.find(({ id }) => id === trainOn)?.vocabulary.length;
    const terms = ["VD", "KDH", "H", "HV", "V"].map((term) =>
      element("span", {}, ...[...term].map((letter) => element("b", { class: `dim-${letter.toLowerCase()}` }, letter))),
    );
    count = V ? formatNumber(parametersOf({ K, D, H, V })) : "—";
    parameters.replaceChildren(
      element("span", { class: "turn-name" }, t("train.parameters")),
      element("b", {}, count),
      element("span", { class: "mono parameters-terms" }, ...terms),
    );
  });

  const dice = element(
    "button",
    { type: "button", class: "tool", "aria-label": t("train.dice"), "data-tip": t("train.dice") },
    icon(DICE),
  );
  on(dice, "click", () => actions.turn({ trainSeed: crypto.getRandomValues(new Uint32Array(1))[0] % 10_000 }));
  const seed = numeric("trainSeed");
  seed.insertBefore(dice, seed.lastChild);

  const unique = element("input", { type: "checkbox" });
  on(unique, "change", () => actions.turn({ unique: unique.checked }));
  shows.push(() => (unique.checked = store.state.unique));

  const summary = element("summary");
  shows.push(
    () =>
      (summary.textContent = `${t("train.knobs")}: K${store.state.K} · D${store.state.D} · H${store.state.H} · ${count} ${t("train.parameters").toLowerCase()}`),
  );

  const root = element(
    "details",
    { class: "turns", open: matchMedia("(min-width: 1061px)").matches },
    summary,
    element(
      "div",
      { class: "turn turn-choice" },
      element("span", { class: "turn-name" }, t("train.knob.trainOn")),
      corpus,
    ),
    createCorpusDoor(stage, actions),
    numeric("K", "dim-k"),
    numeric("D", "dim-d"),
    numeric("H", "dim-h"),
    parameters,
    choice("recipe", ["counts", "published"]),
    choice("init", ["scaled", "lecture"]),
    numeric("steps"),
    numeric("rate"),
    seed,
    element(
      "details",
      { class: "turns-more" },
      element("summary", {}, t("train.more")),
      numeric("batch"),
      numeric("splitSeed"),
      numeric("shuffles"),
      element(
        "label",
        { class: "turn turn-short" },
        element("span", { class: "turn-name" }, t("train.knob.unique")),
        unique,
      ),
    ),
  );
  const show = () => shows.forEach((one) => one());
  store.subscribe(
    [
      "trainOn",
      "K",
      "D",
      "H",
      "recipe",
      "init",
      "steps",
      "batch",
      "rate",
      "trainSeed",
      "splitSeed",
      "shuffles",
      "unique",
      "fork",
      "corpora",
    ],
    show,
    signal,
  );
  show();
  return root;
}
