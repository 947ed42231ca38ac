// The Road: a context, every tensor on the way to its prediction, and the prediction. All pictures light up together.

/** @import { Stage } from "./stage.js" */
import { createRoadActions } from "../actions/road.js";
import { element } from "../element.js";
import { modelOnShow } from "../state.js";
import { lightDimensions } from "./dimensions.js";
import { createRoadContext } from "./road_context.js";
import { createRoadPredictions } from "./road_predictions.js";
import { createRoadStrip } from "./road_strip.js";
import { createSpotlight } from "./spotlight.js";

/** @param {Stage} stage fills its node; everything it starts ends with its signal */
export function mount(stage) {
  const { node, store, api, t, signal } = stage;
  const actions = createRoadActions(store, api);
  const spotlight = createSpotlight(node, signal);
  const title = element("h1", {}, t("road.title"));
  const story = element("p", { class: "muted" });
  lightDimensions(node, signal);
  node.append(
    element("div", { class: "road-title" }, title, story),
    createRoadContext(stage, actions),
    createRoadStrip(stage, actions, spotlight),
    createRoadPredictions(stage, actions),
  );

  function tell() {
    const card = modelOnShow(store.state);
    const count = card?.context_length ?? 0;
    story.textContent = card ? t("road.story", { count, size: card.vocabulary.length }) : "\u00a0";
  }

  store.subscribe(["models", "model"], tell, signal);
  store.subscribe(["models", "model", "context"], () => void actions.load(), signal);
  store.subscribe(["row"], () => void actions.loadCounts(), signal);
  tell();
  void actions.load();
}
