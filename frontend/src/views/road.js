// The Road: a context, every tensor on the way to its prediction, and the prediction; any number of it taken apart; below, the
// weights of each position, fetched when the reader comes there. All pictures light up together.

/** @import { Stage } from "./stage.js" */
import { createRoadActions } from "../actions/road.js";
import { ApiError } from "../api.js";
import { element } from "../element.js";
import { lightDimensions } from "./dimensions.js";
import { createErrorBox } from "./error_box.js";
import { createRoadContext } from "./road_context.js";
import { createRoadSide } from "./road_side.js";
import { createRoadSteps } from "./road_steps.js";
import { createRoadStrip } from "./road_strip.js";
import { createSpotlight } from "./spotlight.js";

/** @param {Stage} stage fills its node; everything it starts ends with its signal */
export function mount(stage) {
  const { node, store, api, t, signal } = stage;
  const actions = createRoadActions(store, api);
  const spotlight = createSpotlight(node, signal);
  const below = element("div", { class: "road-below" });
  lightDimensions(node, signal);
  node.append(
    element("h1", {}, t("road.title")),
    createRoadSteps(stage, actions),
    createRoadContext(stage, actions),
    createRoadStrip(stage, actions, spotlight),
    createRoadSide(stage, actions, spotlight),
    below,
  );

  async function fetchBelow() {
    const made = await import("./road_weights.js").then(({ createRoadWeights }) => createRoadWeights(stage, actions, spotlight)).catch(() => null);
    if (signal.aborted) return;
    const retry = () => void fetchBelow();
    below.replaceChildren(made ?? element("div", { class: "panel" }, createErrorBox({ t, signal, error: new ApiError("lost", { detail: t("road.number.failed") }), retry })));
  }

  const eye = new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    eye.disconnect();
    void fetchBelow();
  });
  eye.observe(below);
  signal.addEventListener("abort", () => eye.disconnect());
  store.subscribe(["models", "model", "context"], () => void actions.load(), signal);
  store.subscribe(["row"], () => void actions.loadCounts(), signal);
  store.subscribe(["trace", "row", "number"], () => void actions.loadOrigin(), signal);
  void actions.load();
}
