// The big button and what stands under it: how the training is, how its line to the server is, or why it could not start.

/** @import { Stage } from "./stage.js" */
/** @import { TrainActions } from "../actions/train.js" */
/** @import { MessageKey } from "../i18n.js" */
import { element, icon } from "../element.js";
import { trainingOnShow } from "../train_state.js";
import { createErrorBox } from "./error_box.js";
import { createHint } from "./hint.js";

const ICONS = { train: "M5 3.5v9l7.5-4.5z", pause: "M5.5 3.5v9M10.5 3.5v9", stop: "M4.5 4.5h7v7h-7z" };

/**
 * @param {Stage} stage
 * @param {TrainActions} actions
 * @returns {HTMLElement}
 */
export function createTrainStart(stage, actions) {
  const { store, t, signal } = stage;
  /** @param {MessageKey} words @param {string} look @param {string} path @param {() => void} run */
  const button = (words, look, path, run) => {
    const made = element("button", { type: "button", class: look }, icon(path), element("span", {}, t(words)));
    made.addEventListener("click", run, { signal });
    return made;
  };
  const train = button("train.start", "big", ICONS.train, () => void actions.train());
  const pause = button("train.pause", "big big-quiet", ICONS.pause, () => void actions.pause());
  const goOn = button("train.resume", "big", ICONS.train, () => void actions.goOn());
  const stop = button("train.stop", "big big-quiet", ICONS.stop, () => void actions.stop());
  const words = element("p", { class: "train-state", role: "status" });
  const line = element("p", { class: "train-line" });
  const failure = element("div", { class: "train-failure" });
  const forkWords = element("span");
  const leave = element("button", { type: "button", class: "plain" }, t("train.fork.leave"));
  leave.addEventListener("click", actions.leaveFork, { signal });
  const forking = element("p", { class: "train-fork" }, forkWords, " ", leave);
  const hint = createHint(stage, "press-train");
  const hintAt = element("div", {}, hint);

  function show() {
    const { starting, fork } = store.state;
    const training = trainingOnShow(store.state);
    const state = training?.about.state;
    const busy = state === "running" || state === "queued";
    const halted = state === "paused" || state === "interrupted" || state === "failed";
    const inside = root.contains(document.activeElement);
    train.hidden = busy || state === "paused";
    goOn.hidden = !halted;
    goOn.className = state === "paused" ? "big" : "big big-quiet";
    pause.hidden = state !== "running";
    stop.hidden = !(busy || state === "paused" || state === "interrupted");
    /** @type {HTMLElement} */ (train.lastChild).textContent = t(fork ? "train.start.fork" : "train.start");
    train.disabled = starting.phase === "waiting";
    if (inside && !root.contains(document.activeElement))
      [pause, goOn, train, stop].find((one) => !one.hidden)?.focus();
    hintAt.hidden = Boolean(training);
    words.textContent = training || hint.hidden ? sentence() : "";
    forkWords.textContent = fork ? t("train.fork.words", { step: Number(fork.split("@")[1]) }) : "";
    forking.hidden = !fork;
    words.hidden = line.hidden = Boolean(fork);
    line.textContent = lineWords();
    line.classList.toggle("train-line-lost", training?.line?.state === "lost");
    const failed = starting.phase === "failed" && starting.error;
    failure.replaceChildren(...(failed ? [createErrorBox({ t, signal, error: failed, retry: actions.tryAgain })] : []));
  }

  function sentence() {
    const about = trainingOnShow(store.state)?.about;
    if (store.state.starting.phase === "waiting") return t("train.state.asking");
    if (!about) return t("train.state.none");
    const { state, step, steps, message } = about;
    if (state === "queued")
      return about.position ? t("train.state.queued", { position: about.position }) : t("train.state.queued.soon");
    if (state === "failed") return t("train.state.failed", { message: message ?? "" });
    return t(/** @type {MessageKey} */ (`train.state.${state}`), { step, steps });
  }

  function lineWords() {
    const training = trainingOnShow(store.state);
    if (!training?.line) return "\u00a0";
    return training.line.state === "lost"
      ? t("train.line.lost", { seconds: training.line.again / 1000 })
      : t("train.line.open");
  }

  const root = element(
    "div",
    { class: "train-start" },
    element("div", { class: "train-buttons" }, train, goOn, pause, stop),
    element("div", { class: "train-words" }, hintAt, forking, words, line),
    failure,
  );
  store.subscribe(["trainings", "run", "starting", "fork", "hintsDone"], show, signal);
  show();
  return root;
}
