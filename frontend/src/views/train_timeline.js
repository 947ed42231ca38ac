// One timeline for the plane, the losses and the names: to the start, play, scrub, follow the training again, fork here.

/** @import { Stage } from "./stage.js" */
/** @import { TrainActions } from "../actions/train.js" */
/** @import { Playhead } from "./playhead.js" */
import { element, icon } from "../element.js";
import { placeOfStep, stepOfPlace } from "../figures/axis.js";
import { frameAt, nearestFrame } from "../figures/film.js";
import { formatNumber } from "../i18n.js";
import { isUnderWay, trainingOnShow } from "../train_state.js";

const START = "M4 3.5v9M12.5 3.5v9L6 8z";
const PLAY = "M5 3.5v9l7.5-4.5z";
const PAUSE = "M5.5 3.5v9M10.5 3.5v9";
const END = "M12 3.5v9M3.5 3.5v9L10 8z";

/**
 * @param {Stage} stage
 * @param {TrainActions} actions
 * @param {Playhead} playhead
 * @returns {HTMLElement}
 */
export function createTrainTimeline({ store, t, signal }, actions, playhead) {
  const tool = (/** @type {string} */ label, /** @type {string} */ path, /** @type {() => void} */ run) => {
    const button = element(
      "button",
      { type: "button", class: "tool", "aria-label": label, "data-tip": label },
      icon(path),
    );
    button.addEventListener("click", run, { signal });
    return button;
  };
  const rewind = tool(t("train.rewind"), START, () => {
    playhead.stand();
    actions.scrub(playhead.film().steps[0] ?? null);
  });
  const play = tool(t("train.play"), PLAY, () => (playhead.playing ? playhead.stand() : playhead.play()));
  const end = tool(t("train.follow"), END, () => {
    playhead.stand();
    actions.scrub(null);
  });
  const slider = element("input", { type: "range", min: 0, max: 1, step: "any", "aria-label": t("train.timeline") });
  const words = element("p", { class: "timeline-step" });
  const fork = element("button", { type: "button", class: "button" }, t("train.fork"));
  const root = element(
    "section",
    { class: "timeline panel", "aria-label": t("train.timeline") },
    element("div", { class: "tools" }, rewind, play, end),
    slider,
    words,
    fork,
  );

  function show() {
    const { steps } = playhead.film();
    const training = trainingOnShow(store.state);
    const still = !steps.length || !training;
    for (const control of [rewind, play, end, slider, fork]) control.disabled = still;
    fork.disabled = still || momentOf(steps) >= training.about.steps;
    play.firstElementChild?.firstElementChild?.setAttribute("d", playhead.playing ? PAUSE : PLAY);
    play.setAttribute("aria-label", t(playhead.playing ? "train.play.stop" : "train.play"));
    end.setAttribute("aria-pressed", String(!still && playhead.following));
    if (still) {
      words.textContent = t("train.timeline.none");
      slider.value = "0";
      return;
    }
    const place = placeOfStep(playhead.step, training.about.steps, store.state.stepScale);
    slider.value = String(place);
    slider.style.setProperty("--share", String(place));
    const now = playhead.following && isUnderWay(training.about) ? Math.round(playhead.step) : momentOf(steps);
    words.textContent = t("train.timeline.step", { step: now, steps: training.about.steps });
    const report = training.reports.findLast(({ step }) => step <= playhead.step);
    slider.setAttribute(
      "aria-valuetext",
      t("train.timeline.value", { step: now, steps: training.about.steps, dev: formatNumber(report?.losses.dev, 3) }),
    );
  }
  /** @param {number[]} steps */
  const momentOf = (steps) => steps[frameAt(steps, playhead.step)] ?? 0;

  slider.addEventListener(
    "input",
    () => {
      const { steps } = playhead.film();
      const step = stepOfPlace(
        Number(slider.value),
        trainingOnShow(store.state)?.about.steps ?? 0,
        store.state.stepScale,
      );
      playhead.stand();
      actions.scrub(steps[nearestFrame(steps, step)]);
    },
    { signal },
  );
  slider.addEventListener(
    "keydown",
    (event) => {
      const { steps } = playhead.film();
      const far = Math.max(1, Math.round(steps.length / 10));
      const by = {
        ArrowLeft: -1,
        ArrowDown: -1,
        ArrowRight: 1,
        ArrowUp: 1,
        PageDown: -far,
        PageUp: far,
        Home: -Infinity,
        End: Infinity,
      }[event.key];
      if (!by || !steps.length) return;
      event.preventDefault();
      playhead.stand();
      actions.scrub(steps[Math.min(Math.max(frameAt(steps, playhead.step) + by, 0), steps.length - 1)]);
    },
    { signal },
  );
  fork.addEventListener("click", () => actions.fork(momentOf(playhead.film().steps)), { signal });
  playhead.listen(show);
  store.subscribe(["run", "trainings", "stepScale"], show, signal);
  show();
  return root;
}
