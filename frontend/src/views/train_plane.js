// The plane while it forms: every row of C as a letter at the moment of the playhead, with the way it has come fading behind it.

/** @import { Stage } from "./stage.js" */
/** @import { Playhead } from "./playhead.js" */
/** @import { FilmMapInput } from "../figures/film_map.js" */
import { createCanvas } from "../canvas.js";
import { element } from "../element.js";
import { curlCommand } from "../export.js";
import { filmMap, filmPlaces } from "../figures/film_map.js";
import { frameAt, pointsAt, wayTo } from "../figures/film.js";
import { formatNumber } from "../i18n.js";
import { tokenKind, tokenLabel } from "../token.js";
import { trainingOnShow } from "../train_state.js";
import { createPanel } from "./panel.js";

const SAMPLES = 64; // pieces of a trail
const EASE = 0.18; // how much of the way to its new window the picture goes in a frame
const NEAR = 28; // px to a letter that count as pointing at it

/**
 * @param {Stage} stage
 * @param {Playhead} playhead
 * @returns {HTMLElement}
 */
export function createTrainPlane(stage, playhead) {
  const { store, api, t, signal, announce } = stage;
  const plot = element("div", { class: "plot", role: "img", tabindex: 0 });
  const empty = element("p", { class: "train-empty" }, t("train.empty"));
  /** @type {number | null} */
  let lit = null;
  /** @type {FilmMapInput["extent"] | null} */
  let extent = null;
  let spoken = "";
  let tabled = -1;

  const panel = createPanel(stage, {
    id: "train-plane",
    heading: t("train.plane"),
    picture: element("div", { class: "train-picture" }, plot, empty),
    table,
    curl: () => [curlCommand(api.address(`trainings/${store.state.run}/snapshots/${momentStep()}`))],
    image: () => canvas.image(),
    file: () => `${store.state.run}-plane-${momentStep()}`,
    stop: () => {},
    retry: () => {},
  });
  const canvas = createCanvas(plot, {
    signal,
    scene: (size) => (playhead.film().steps.length ? filmMap(input(), size) : []),
  });

  const tokens = () => {
    const training = trainingOnShow(store.state);
    const { corpora, models } = store.state;
    const corpus = corpora.value?.find(({ id }) => id === training?.about.request.corpus);
    const source = corpus ?? models.value?.find(({ id }) => id === training?.about.model); // where the corpus was removed
    return source?.vocabulary ?? training?.reports[0]?.table.map((_, row) => String(row)) ?? [];
  };
  /** The kept step at or before the playhead. */
  const momentStep = () => {
    const { steps } = playhead.film();
    return steps.length ? steps[frameAt(steps, playhead.step)] : 0;
  };

  /** @returns {FilmMapInput} */
  function input() {
    const film = playhead.film();
    const training = /** @type {import("../train_types.js").Training} */ (trainingOnShow(store.state));
    const way = wayTo(film, playhead.step, SAMPLES);
    const { embedding_dim: dimensions } = training.about.request;
    const share = film.shares[frameAt(film.steps, playhead.step)];
    const names = tokens();
    return {
      points: pointsAt(film, playhead.step),
      way,
      extent: extent ?? film.extent,
      labels: names.map(tokenLabel),
      kinds: names.map(tokenKind),
      lit,
      origin: dimensions < 3,
      note:
        dimensions > 2
          ? t("train.shadow", { dimensions, share: formatNumber(share === null ? null : 100 * share, 0) })
          : dimensions === 1
            ? t("train.flat")
            : "",
    };
  }

  function draw() {
    const film = playhead.film();
    const ready = film.steps.length > 0;
    empty.hidden = ready;
    if (ready) {
      extent = eased(extent, film.extent);
      if (extent !== film.extent) playhead.wake();
    } else extent = null;
    canvas.paint();
    name();
    if (momentStep() !== tabled) panel.refresh();
    tabled = momentStep();
  }

  function name() {
    const training = trainingOnShow(store.state);
    const report = training?.reports.findLast(({ step }) => step <= playhead.step + 1e-9);
    const { vowel_gap: gap, vowel_gap_p: p } = report?.diagnostics ?? {};
    const finding = !report
      ? t("train.empty")
      : gap === null || gap === undefined
        ? t("train.plane.finding.plain", {
            count: report.table.length,
            step: report.step,
            dev: formatNumber(report.losses.dev, 2),
          })
        : t("train.plane.finding", {
            count: report.table.length,
            step: report.step,
            dev: formatNumber(report.losses.dev, 2),
            gap: formatNumber(gap, 2),
            p: formatNumber(p, 3),
          });
    if (finding === spoken) return;
    spoken = finding;
    plot.setAttribute("aria-label", finding);
    if (report && report.step === training?.about.steps && playhead.following) announce(finding);
  }

  function table() {
    const film = playhead.film();
    if (!film.steps.length) return null;
    const at = frameAt(film.steps, playhead.step);
    const names = tokens();
    return {
      caption: t("train.plane.caption", { step: film.steps[at] }),
      columns: [t("column.token"), t("column.kind"), "x", "y"],
      rows: film.pictures[at].map(([x, y], row) => [tokenLabel(names[row]), t(`kind.${tokenKind(names[row])}`), x, y]),
    };
  }

  plot.addEventListener(
    "pointermove",
    (event) => {
      const film = playhead.film();
      if (!film.steps.length) return;
      const { clientWidth: width, clientHeight: height } = plot;
      const box = plot.getBoundingClientRect();
      const { x, y } = filmPlaces(input(), { width, height });
      const distances = pointsAt(film, playhead.step).map(([across, up]) =>
        Math.hypot(x(across) - event.clientX + box.left, y(up) - event.clientY + box.top),
      );
      const nearest = distances.indexOf(Math.min(...distances));
      light(distances[nearest] < NEAR ? nearest : null);
    },
    { signal },
  );
  plot.addEventListener("pointerleave", () => light(null), { signal });
  /** @param {number | null} row */
  function light(row) {
    if (row === lit) return;
    lit = row;
    canvas.soon();
  }

  playhead.listen(draw);
  store.subscribe(["corpora"], draw, signal);
  draw();
  return panel.root;
}

/**
 * A window on its way to where it should be; the target itself once it is near.
 * @param {FilmMapInput["extent"] | null} now
 * @param {FilmMapInput["extent"]} target
 * @returns {FilmMapInput["extent"]}
 */
function eased(now, target) {
  if (!now || matchMedia("(prefers-reduced-motion: reduce)").matches) return target;
  const size = Math.max(target[1][0] - target[0][0], target[1][1] - target[0][1]);
  const off = Math.max(...now.flatMap((corner, at) => corner.map((value, axis) => Math.abs(value - target[at][axis]))));
  if (off <= size / 500) return target;
  return /** @type {FilmMapInput["extent"]} */ (
    now.map((corner, at) => corner.map((value, axis) => value + EASE * (target[at][axis] - value)))
  );
}
