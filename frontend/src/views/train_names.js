// What the network has learnt by the moment of the playhead: five names drawn with the same dice as at the start, and four
// measures of its inside, each with a sentence that says what it tells.

/** @import { Stage } from "./stage.js" */
/** @import { Playhead } from "./playhead.js" */
/** @import { Report } from "../wire.js" */
import { element } from "../element.js";
import { formatNumber } from "../i18n.js";
import { trainingOnShow } from "../train_state.js";

const NAMES = 5;

/**
 * @param {Stage} stage
 * @param {Playhead} playhead
 * @returns {HTMLElement}
 */
export function createTrainNames({ store, t, signal }, playhead) {
  const rows = Array.from({ length: NAMES }, () => [element("td"), element("td")]);
  const head = element("th", { scope: "col" });
  const names = element(
    "section",
    { class: "panel train-names", "aria-label": t("train.names") },
    element("header", {}, element("h2", {}, t("train.names")), element("p", { class: "muted" }, t("train.names.dice"))),
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, t("train.names.start")), head)),
      element("tbody", {}, ...rows.map((cells) => element("tr", {}, ...cells))),
    ),
  );
  const measures = /** @type {const} */ (["gap", "saturated", "norms", "rate"]).map((id) => ({
    id,
    value: element("b"),
    words: element("p", { class: "muted" }, t(`train.about.${id}`)),
  }));
  const inside = element(
    "section",
    { class: "panel train-measures", "aria-label": t("train.measures") },
    ...measures.map(({ id, value, words }) =>
      element("div", { class: `measure measure-${id}` }, element("h2", {}, t(`train.measure.${id}`)), value, words),
    ),
  );
  let drawn = "";

  /** @param {Report | undefined} report @returns {Record<string, (string | HTMLElement)[]>} */
  function written(report) {
    if (!report) return {};
    const { saturated, vowel_gap: gap, vowel_gap_p: p, norm_frequency_correlation: norms } = report.diagnostics;
    return {
      gap: gap === null ? ["—"] : [formatNumber(gap, 2), element("small", {}, ` p ${formatNumber(p, 3)}`)],
      saturated: [`${formatNumber(100 * saturated, 1)} %`],
      norms: [formatNumber(norms, 2)],
      rate: [
        report.learning_rate < 1e-4 && report.learning_rate > 0
          ? "< 0.0001"
          : formatNumber(Number(report.learning_rate.toPrecision(2)), report.learning_rate < 0.01 ? 4 : undefined),
      ],
    };
  }

  function show() {
    const training = trainingOnShow(store.state);
    const report = training?.reports.findLast(({ step }) => step <= playhead.step + 1e-9);
    const key = `${training?.about.id} ${report?.step}`;
    if (key === drawn) return;
    drawn = key;
    head.textContent = report ? t("train.names.step", { step: report.step }) : "\u00a0";
    rows.forEach(([first, now], at) => {
      [training?.reports[0], report].forEach(
        (told, column) =>
          ([first, now][column].textContent = told ? told.names[at] || t("train.names.empty") : "\u00a0"),
      );
      now.classList.toggle("muted", Boolean(report && !report.names[at]));
    });
    const values = written(report);
    for (const { id, value } of measures) value.replaceChildren(...(values[id] ?? ["—"]));
  }

  playhead.listen(show);
  store.subscribe(["run", "trainings"], show, signal);
  show();
  return element("div", { class: "train-foot" }, names, inside);
}
