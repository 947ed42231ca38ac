// Beside the strip: the predictions, or over them the number that is taken apart. On a narrow page that one is a sheet at the
// bottom, so that the pictures it came from stay in sight. It is fetched when a number is first opened.

/** @import { Stage } from "./stage.js" */
/** @import { RoadActions } from "../actions/road.js" */
/** @import { Spotlight } from "./spotlight.js" */
import { ApiError } from "../api.js";
import { element } from "../element.js";
import { createErrorBox } from "./error_box.js";
import { createRoadPredictions } from "./road_predictions.js";

/** @param {Stage} stage @param {RoadActions} actions @param {Spotlight} spotlight */
export function createRoadSide(stage, actions, spotlight) {
  const { store, node, t, signal } = stage;
  const place = element("div", { class: "number-place" });
  const root = element("div", { class: "road-side" }, createRoadPredictions(stage, actions), place);
  let asked = false;

  async function open() {
    const { number } = store.state;
    root.classList.toggle("side-number", Boolean(number));
    if (!number || asked) return;
    asked = true;
    const made = await import("./road_origin.js").then(({ createRoadOrigin }) => createRoadOrigin(stage, actions, spotlight)).catch(() => null);
    if (signal.aborted) return;
    asked = Boolean(made);
    place.replaceChildren(made ?? element("div", { class: "panel panel-origin" }, createErrorBox({ t, signal, error: new ApiError("lost", { detail: t("road.number.failed") }), retry: () => void open() })));
  }

  node.addEventListener(
    "keydown",
    ({ key, defaultPrevented }) => {
      if (key !== "Escape" || defaultPrevented) return;
      if (store.state.number) actions.closeNumber();
      else if (store.state.at) actions.goTo(0);
    },
    { signal },
  );
  store.subscribe(["number"], () => void open(), signal);
  void open();
  return root;
}
