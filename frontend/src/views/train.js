// Train: knobs on the left, the plane and the losses side by side, one timeline under both, then names and what is measured.

/** @import { Stage } from "./stage.js" */
import { createTrainActions } from "../actions/train.js";
import { ApiError } from "../api.js";
import { element } from "../element.js";
import { trainingOnShow } from "../train_state.js";
import { createErrorBox } from "./error_box.js";
import { createPlayhead } from "./playhead.js";
import { createTrainKnobs } from "./train_knobs.js";
import { createTrainLoss } from "./train_loss.js";
import { createTrainNames } from "./train_names.js";
import { createTrainPlane } from "./train_plane.js";
import { createTrainStart } from "./train_start.js";
import { createTrainTimeline } from "./train_timeline.js";

/** @param {Stage} stage fills its node; everything it starts ends with its signal */
export function mount(stage) {
  const { node, store, api, frame, t, signal } = stage;
  const actions = createTrainActions(store, api, frame, signal);
  const playhead = createPlayhead(store, actions.scrub, signal);
  node.append(
    element(
      "section",
      { class: "train-rail", "aria-label": t("train.rail") },
      element(
        "div",
        { class: "train-title" },
        element("h1", {}, t("train.title")),
        element("p", { class: "muted" }, t("train.story")),
      ),
      createTrainStart(stage, actions),
      createTrainKnobs(stage, actions),
    ),
    element(
      "div",
      { class: "train-stage" },
      createTrainPlane(stage, playhead),
      createTrainLoss(stage, actions, playhead),
      createTrainTimeline(stage, actions, playhead),
      createTrainNames(stage, playhead),
      sweepDoor(stage),
    ),
  );

  store.subscribe(["run", "trainOn", "K", "splitSeed", "shuffles", "unique"], () => void actions.load(), signal);
  store.subscribe(["runs", "run"], actions.attach, signal);
  actions.attach();
  void actions.load();
  if (trainingOnShow(store.state)) playhead.wake();
}

/** A fold under everything else; what it holds is fetched when it is first opened. @param {Stage} stage */
function sweepDoor(stage) {
  const { t, signal } = stage;
  const fold = element("details", { class: "panel sweep-fold" }, element("summary", {}, t("train.sweep")));
  async function open() {
    if (!fold.open || fold.children.length > 1) return;
    const made = await import("./sweep.js").then(({ createSweep }) => createSweep(stage)).catch(() => null);
    const retry = () => {
      fold.lastElementChild?.remove();
      void open();
    };
    const content = made ?? createErrorBox({ t, signal, error: new ApiError("lost"), retry });
    if (!signal.aborted && fold.children.length === 1) fold.append(content);
  }
  fold.addEventListener("toggle", () => void open(), { signal });
  fold.open = stage.store.state.sweep !== null; // a link to a sweep shows it
  return fold;
}
