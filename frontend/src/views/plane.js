// The Plane: the table C of the model on show as letters on a plane, with the details, the two neighbour lists and the
// heatmap of what is selected. Its pictures light up together, because all of them read one hover from the state.

/** @import { Stage } from "./stage.js" */
import { createPlaneActions } from "../actions/plane.js";
import { element } from "../element.js";
import { modelOnShow } from "../state.js";
import { tokenKind } from "../token.js";
import { createPlaneHeatmap } from "./plane_heatmap.js";
import { createPlaneLists } from "./plane_lists.js";
import { createPlaneMap } from "./plane_map.js";

/** @param {Stage} stage fills its node; everything it starts ends with its signal */
export function mount(stage) {
  const { node, store, api, t, signal } = stage;
  const actions = createPlaneActions(store, api);
  const title = element("h1");
  const story = element("p", { class: "muted" });
  node.append(
    element(
      "div",
      { class: "plane-main" },
      element("div", { class: "plane-title" }, title, story),
      createPlaneMap(stage, actions),
    ),
    element("div", { class: "plane-side" }, createPlaneLists(stage, actions), createPlaneHeatmap(stage, actions)),
  );

  function tell() {
    const card = modelOnShow(store.state);
    const words = store.state.corpus.value?.words;
    title.textContent = card ? t("plane.title", { count: card.vocabulary.length }) : t("view.plane");
    const key = card?.vocabulary.some((token) => tokenKind(token) === "vowel") ? "plane.story" : "plane.story.plain";
    story.textContent =
      card && words ? t(key, { words, corpus: card.corpus, dimensions: card.embedding_dim }) : "\u00a0";
  }

  store.subscribe(["models", "model", "corpus"], tell, signal);
  store.subscribe(["models", "model", "metric", "token"], () => void actions.load(), signal);
  tell();
  void actions.load();
}
