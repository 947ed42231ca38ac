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
import { modelOnShow } from "../state.js";
import { textLabel } from "../token.js";
import { dimensionLegend, parameterLine } from "./dimensions.js";
import { createPanel } from "./panel.js";
import { createRoadCard } from "./road_card.js";
import { roadImage } from "./road_image.js";

const NARROW = "(max-width: 1060px)"; // as in road.css
const [LEAST, MOST] = [{ wide: 132, tall: 366 }, { wide: 190, tall: 560 }]; // px of a picture in the strip
const DOWN = 200; // px: its height where the strip runs downward
const AROUND = 535; // px of the window that the strip leaves to the rest of the page

/**
 * @param {Stage} stage
 * @param {RoadActions} actions
 * @param {Spotlight} spotlight
 */
export function createRoadStrip(stage, actions, spotlight) {
  const { store, api, frame, t, signal } = stage;
  const narrow = matchMedia(NARROW);
  /** @type {RoadCard[]} */
  let cards = [];
  const list = element("ol", { class: "strip" });
  const legend = element("div", { class: "road-legend" });
  const formula = element("p", { class: "road-formula mono" });
  const picture = element("div", { class: "road-strip" }, list);
  const panel = createPanel(stage, {
    id: "road",
    heading: t("road.strip"),
    controls: [legend],
    picture,
    table,
    curl: () => {
      const card = modelOnShow(store.state);
      return card ? [curlCommand(api.address(`models/${card.id}/trace`), { contexts: contextsIn(store.state.context ?? "", card) })] : [];
    },
    image: () => roadImage(list),
    file: () => `${store.state.model}-road`,
    stop: actions.stop,
    retry: () => void (store.state.models.phase === "failed" ? frame.loadModels({ again: true }) : actions.load({ again: true })),
  });
  panel.root.append(formula);

  function show() {
    const { models, trace } = store.state;
    const refused = trace.phase === "failed" && trace.error?.status === 422 && trace.value;
    panel.show(models, refused ? { ...trace, phase: "ready" } : trace); // a refusal stands at the box; the last answer stays, paler
    panel.root.classList.toggle("stale", Boolean(refused));
    draw();
  }

  function draw() {
    const { trace } = store.state;
    const model = modelOnShow(store.state);
    const answer = trace.value;
    if (!answer || !model || aboutModel(trace.about) !== model.id) return;
    if (cards.length !== answer.steps.length) {
      cards = answer.steps.map((_, at) => createRoadCard(stage, actions, spotlight, at));
      list.replaceChildren(...cards.map(({ root }) => root));
    }
    const down = narrow.matches;
    const tall = Math.min(Math.max(window.innerHeight - AROUND, LEAST.tall), MOST.tall);
    const wide = Math.min(Math.max(list.clientWidth / answer.steps.length - 22, LEAST.wide), MOST.wide);
    const room = down ? { down, height: DOWN, width: (list.clientWidth || 350) - 32 } : { down, height: tall, width: wide };
    panel.root.style.setProperty("--room", `${tall}px`);
    for (const card of cards) card.show(answer, rowOnShow(store.state), model.vocabulary, room);
    legend.replaceChildren(...dimensionLegend(t, model, answer.contexts.length));
    formula.replaceChildren(...parameterLine(t, model));
    spotlight.again();
    panel.refresh();
  }

  function table() {
    const answer = store.state.trace.value;
    if (!answer) return null;
    const row = rowOnShow(store.state);
    const context = textLabel(answer.contexts[row]);
    /** @type {(string | number)[][]} */
    const rows = [];
    for (const step of answer.steps) {
      const name = variableOf(step);
      const walk = (/** @type {any} */ value, /** @type {number[]} */ index) => {
        if (Array.isArray(value)) value.forEach((part, at) => walk(part, [...index, at]));
        else rows.push([name, `[${index.join(", ")}]`, value]);
      };
      walk(step.values[row], [row]);
    }
    return { caption: t("road.strip.caption", { context }), columns: [t("column.tensor"), t("column.index"), t("column.value")], rows, digits: 4 };
  }

  store.subscribe(["models", "model", "trace"], show, signal);
  store.subscribe(["row"], draw, signal);
  window.addEventListener("resize", draw, { signal });
  show();
  return panel.root;
}

/** @param {string} about of the trace: the model and its contexts */
function aboutModel(about) {
  return about ? JSON.parse(about)[0] : "";
}
