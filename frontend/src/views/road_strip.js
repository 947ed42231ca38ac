// The strip from text to probabilities: one card a tensor, in the order of the trace; under it the letters and the sum of
// the parameters. One table, one curl, one picture for all of it.

/** @import { Stage } from "./stage.js" */
/** @import { RoadActions } from "../actions/road.js" */
/** @import { Spotlight } from "./spotlight.js" */
/** @import { RoadCard } from "./road_card.js" */
import { rowOnShow } from "../actions/road.js";
import { contextsIn } from "../context.js";
import { element } from "../element.js";
import { curlCommand } from "../export.js";
import { variableOf } from "../figures/origin.js";
import { sourcesOf } from "../figures/origin_terms.js";
import { modelOnShow } from "../state.js";
import { textLabel } from "../token.js";
import { dimensionLegend } from "./dimensions.js";
import { createModelPanel } from "./model_panel.js";
import { createRoadCard } from "./road_card.js";
import { createRoadDiagram } from "./road_diagram.js";
import { imageOf } from "./road_image.js";
import { bring } from "./scrolling.js";

const NARROW = "(max-width: 1060px)"; // as in road.css
const [LEAST, MOST] = [{ wide: 132, tall: 366 }, { wide: 190, tall: 560 }]; // px of a picture in the strip
const DOWN = 200; // px: its height where the strip runs downward
const AROUND = 535; // px of the window that the strip leaves to the rest of the page

/** @param {Stage} stage @param {RoadActions} actions @param {Spotlight} spotlight */
export function createRoadStrip(stage, actions, spotlight) {
  const { store, api, t, signal } = stage;
  /** @type {RoadCard[]} */
  let cards = [];
  const list = element("ol", { class: "strip" });
  const legend = element("div", { class: "road-legend" });
  const diagram = createRoadDiagram(stage, actions);
  const panel = createModelPanel(stage, actions, "trace", {
    id: "road",
    heading: t("road.strip"),
    controls: [legend],
    picture: element("div", { class: "road-strip" }, list),
    table,
    curl: () => {
      const card = modelOnShow(store.state);
      return card ? [curlCommand(api.address(`models/${card.id}/trace`), { contexts: contextsIn(store.state.context ?? "", card) })] : [];
    },
    image: () => imageOf(list),
    file: () => `${store.state.model}-road`,
  });
  panel.root.append(diagram.root);

  function draw() {
    const model = modelOnShow(store.state);
    const { value: answer, about } = store.state.trace;
    if (!answer || !model || JSON.parse(about)[0] !== model.id) return; // of the model before
    if (cards.length !== answer.steps.length) {
      cards = answer.steps.map((_, at) => createRoadCard(stage, actions, spotlight, at));
      list.replaceChildren(...cards.map(({ root }) => root));
    }
    const down = matchMedia(NARROW).matches;
    const row = rowOnShow(store.state);
    const within = (/** @type {"wide" | "tall"} */ side, /** @type {number} */ room) => Math.min(Math.max(room, LEAST[side]), MOST[side]);
    const tall = within("tall", window.innerHeight - AROUND);
    const across = { width: within("wide", list.clientWidth / cards.length - 22), height: tall };
    const room = down ? { width: (list.clientWidth || 350) - 32, height: DOWN } : across;
    panel.root.style.setProperty("--room", `${tall}px`);
    for (const card of cards) card.show(answer, { row, tokens: [...answer.contexts[row]], vocabulary: model.vocabulary, down, ...room });
    legend.replaceChildren(...dimensionLegend(t, model, answer.contexts.length));
    diagram.show(model, answer.contexts.length);
    mark();
    light();
    spotlight.again();
    panel.refresh();
  }

  function mark() {
    const { number, origin } = store.state;
    const made = number && origin.value && [origin.value.step, ...origin.value.index.slice(1)].join("-") === number ? origin.value : null;
    const D = modelOnShow(store.state)?.embedding_dim ?? 1;
    for (const card of cards) card.mark(number, made ? sourcesOf(made, D) : new Set());
  }

  function light() {
    const { at } = store.state;
    list.classList.toggle("strip-staged", at > 0);
    cards.forEach((card, place) => card.light(place + 1 === at));
  }

  function table() {
    const answer = store.state.trace.value;
    if (!answer) return null;
    const row = rowOnShow(store.state);
    /** @type {(string | number)[][]} */
    const rows = [];
    const walk = (/** @type {string} */ name, /** @type {any} */ value, /** @type {number[]} */ index) => {
      if (Array.isArray(value)) value.forEach((part, at) => walk(name, part, [...index, at]));
      else rows.push([name, `[${index.join(", ")}]`, value]);
    };
    for (const step of answer.steps) walk(variableOf(step), step.values[row], [row]);
    const columns = [t("column.tensor"), t("column.index"), t("column.value")];
    return { caption: t("road.strip.caption", { context: textLabel(answer.contexts[row]) }), columns, rows, digits: 4 };
  }

  store.subscribe(["models", "model", "trace", "row"], draw, signal);
  store.subscribe(["number", "origin"], mark, signal);
  store.subscribe(
    ["at"],
    ({ at }) => {
      light();
      bring(cards[at - 1]?.root);
    },
    signal,
  );
  window.addEventListener("resize", draw, { signal });
  draw();
  return panel.root;
}
