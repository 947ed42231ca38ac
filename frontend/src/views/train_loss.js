// The losses on the page: exact train and dev of up to six trainings, beside ln V and two tables of counts. Dragging scrubs.

/** @import { Stage } from "./stage.js" */
/** @import { TrainActions } from "../actions/train.js" */
/** @import { Playhead } from "./playhead.js" */
/** @import { LossInput, Reference } from "../figures/loss_lines.js" */
import { createCanvas } from "../canvas.js";
import { element, icon } from "../element.js";
import { curlCommand } from "../export.js";
import { nearestFrame } from "../figures/film.js";
import { lossLines, stepUnder } from "../figures/loss_lines.js";
import { namesOfRuns } from "../figures/run_words.js";
import { formatNumber } from "../i18n.js";
import { SMOOTHING, bodyOf, isDefaultSplit, knobsOf, trainingOnShow } from "../train_state.js";
import { createPanel } from "./panel.js";
import { createSegments } from "./segments.js";
import { createTrainRuns } from "./train_runs.js";

/**
 * @param {Stage} stage
 * @param {TrainActions} actions
 * @param {Playhead} playhead
 * @returns {HTMLElement}
 */
export function createTrainLoss(stage, actions, playhead) {
  const { store, api, t, signal } = stage;
  const plot = element("div", { class: "plot", role: "img", tabindex: 0 });
  const scale = createSegments({
    label: t("train.scale"),
    options: [
      { value: "linear", label: t("train.scale.linear") },
      { value: "log", label: t("train.scale.log") },
    ],
    value: store.state.stepScale,
    onChoose: actions.chooseScale,
    signal,
  });
  const close = element(
    "button",
    { type: "button", class: "tool", "aria-label": t("train.close"), "data-tip": t("train.close") },
    icon("M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.5 10.5 14 14M5 7h4M7 5v4"),
  );
  const readout = element("p", { class: "train-readout" });
  const panel = createPanel(stage, {
    id: "train-loss",
    heading: t("train.loss"),
    controls: [scale.root, element("div", { class: "tools" }, close)],
    picture: element("div", { class: "train-picture train-losses" }, readout, plot, createTrainRuns(stage, actions)),
    table,
    curl,
    image: () => canvas.image(),
    file: () => `${store.state.run ?? "training"}-losses`,
    stop: () => {},
    retry: () => void actions.load({ again: true }),
  });
  const canvas = createCanvas(plot, { signal, scene: (size) => lossLines(input(), size) });

  const names = () => {
    const { runs, trainings } = store.state;
    const known = runs.filter((id) => trainings[id]);
    const words = namesOfRuns(known.map((id) => trainings[id].about.request));
    return known.map((id, at) => ({ id, name: words[at], training: trainings[id] }));
  };

  /** @returns {Reference[]} */
  function references() {
    const { references: answer, corpora } = store.state;
    const shown = trainingOnShow(store.state);
    const knobs = shown ? knobsOf(shown.about.request) : store.state;
    const V = corpora.value?.find(({ id }) => id === knobs.trainOn)?.vocabulary.length;
    const found = V ? [{ name: `ln ${V}`, value: Math.log(V) }] : [];
    const { value } = answer;
    if (!value || value.corpus !== knobs.trainOn || value.length !== knobs.K || !isDefaultSplit(knobs)) return found;
    if (value.bigram !== null)
      found.push({ name: t("train.reference.bigram", { smoothing: SMOOTHING }), value: value.bigram });
    if (value.table !== null && value.length !== 1)
      found.push({
        name: t("train.reference.table", { length: value.length, smoothing: SMOOTHING }),
        value: value.table,
      });
    return found;
  }

  /** @returns {LossInput} */
  function input() {
    const { run, stepScale, close: near } = store.state;
    const runs = names().map(({ id, training }) => ({
      slot: training.slot,
      name: String(training.slot + 1),
      points: training.reports.map(({ step, losses }) => ({ step, ...losses })),
      steps: training.about.steps,
      shown: id === run,
    }));
    const step = playhead.film().steps.length ? playhead.step : null;
    return {
      runs,
      references: references(),
      scale: stepScale,
      close: near,
      step,
      following: playhead.following,
      words: { train: t("train.loss.train"), dev: t("train.loss.dev"), step: t("train.step") },
    };
  }

  function draw() {
    canvas.paint();
    const training = trainingOnShow(store.state);
    const report = training?.reports.findLast(({ step }) => step <= playhead.step + 1e-9);
    const key = report ? `${training?.about.id} ${report.step}` : "";
    if (readout.dataset.key === key) return;
    readout.dataset.key = key;
    const say = (/** @type {string} */ word, /** @type {number | undefined} */ value, look = "") =>
      element(
        "span",
        {},
        element("i", { class: `line-${word} ${look}` }),
        `${t(/** @type {"train.loss.dev"} */ (`train.loss.${word}`))} `,
        element("b", {}, formatNumber(value, 4)),
      );
    const look = training ? `run-${training.slot}` : "";
    readout.replaceChildren(
      say("dev", report?.losses.dev, look),
      say("train", report?.losses.train, look),
      element("span", { class: "muted" }, report ? t("train.loss.exact", { step: report.step }) : t("train.loss.none")),
    );
    plot.setAttribute(
      "aria-label",
      report
        ? t("train.loss.finding", {
            step: report.step,
            dev: formatNumber(report.losses.dev, 3),
            train: formatNumber(report.losses.train, 3),
            list: references()
              .map(({ name, value }) => `${name} ${formatNumber(value, 3)}`)
              .join(t("list.comma")),
          })
        : t("train.loss.none"),
    );
    panel.refresh();
  }

  function again() {
    close.setAttribute("aria-pressed", String(store.state.close));
    scale.choose(store.state.stepScale);
    panel.show(store.state.references, store.state.corpora);
    canvas.soon();
    panel.refresh();
  }

  function table() {
    const rows = names().flatMap(({ name, training }) =>
      training.reports.map(({ step, losses, learning_rate: rate }) => [name, step, losses.train, losses.dev, rate]),
    );
    const lines = references().map(({ name, value }) => [name, null, null, value, null]);
    const { value } = store.state.references;
    const bare =
      value && value.impossible
        ? [
            [
              t("train.reference.bare", { length: value.length, impossible: value.impossible, events: value.events }),
              null,
              null,
              "∞",
              null,
            ],
          ]
        : [];
    const columns = [
      t("column.training"),
      t("train.step"),
      t("train.loss.train"),
      t("train.loss.dev"),
      t("train.knob.rate"),
    ];
    return { caption: t("train.loss.caption"), columns, rows: [...rows, ...lines, ...bare], digits: 4 };
  }

  function curl() {
    const training = trainingOnShow(store.state);
    const start = curlCommand(
      api.address("trainings"),
      bodyOf(training ? knobsOf(training.about.request) : store.state),
    );
    return training ? [start, curlCommand(api.address(`trainings/${training.about.id}/events`))] : [start];
  }

  /** @param {PointerEvent} event */
  function scrub(event) {
    const { steps } = playhead.film();
    if (!steps.length) return;
    const { clientWidth: width, clientHeight: height } = plot;
    const step = stepUnder(input(), { width, height }, event.clientX - plot.getBoundingClientRect().left);
    actions.scrub(steps[nearestFrame(steps, step)]);
  }
  plot.addEventListener(
    "pointerdown",
    (event) => {
      plot.setPointerCapture(event.pointerId);
      playhead.stand();
      scrub(event);
    },
    { signal },
  );
  plot.addEventListener("pointermove", (event) => event.buttons && scrub(event), { signal });
  close.addEventListener("click", () => actions.lookClose(!store.state.close), { signal });
  playhead.listen(draw);
  store.subscribe(["references", "corpora", "runs", "run", "close", "stepScale", "trainings"], again, signal);
  draw();
  again();
  return panel.root;
}
