// The moment of a training that all pictures show. It follows a training under way at an even pace, plays an ended one, or stands
// where the reader put it. It keeps the films, so pictures read points at a moment and are told in every animation frame.

/** @import { Store } from "../store.js" */
/** @import { State } from "../state.js" */
/** @import { Training } from "../train_types.js" */
/** @import { Film } from "../figures/film.js" */
import { placeOfStep, stepOfPlace } from "../figures/axis.js";
import { NO_FILM, extended, filmTo, frameAt } from "../figures/film.js";
import { isUnderWay, trainingOnShow } from "../train_state.js";

/** @typedef {ReturnType<typeof createPlayhead>} Playhead */

const WHOLE = 2200; // ms that a whole training takes at least on the screen, however fast it is
const BEHIND = 220; // ms that the picture lags at most behind a report, so that it glides
const REPLAY = 6000; // ms
const STILL = 500; // ms between two pictures of a replay where the system asks for less motion

/**
 * @param {Store<State>} store
 * @param {(step: number | null) => void} scrub
 * @param {AbortSignal} signal
 */
export function createPlayhead(store, scrub, signal) {
  /** @type {Map<string, {film: Film, reports: number, trail: Training["trail"]}>} */
  const films = new Map();
  /** @type {(() => void)[]} */
  const listeners = [];
  const stillness = matchMedia("(prefers-reduced-motion: reduce)");
  let step = 0;
  let playing = false;
  let frame = 0;
  let before = 0;
  /** @type {string | null} */
  let shown = null;

  /** @type {import("../figures/film.js").Flatten | null} fetched for the first table of more than two dimensions */
  let flatten = null;
  /** @type {Promise<void> | null} */
  let fetching = null;

  /** The film of the training on show, brought up to date. @returns {Film} */
  function film() {
    const training = trainingOnShow(store.state);
    if (!training) return NO_FILM;
    if (training.about.request.embedding_dim > 2 && !flatten) {
      fetching ??= import("../figures/shadow.js").then(({ shadowNear }) => {
        flatten = shadowNear;
        wake();
      });
      return NO_FILM;
    }
    const { id } = training.about;
    let known = films.get(id) ?? { film: NO_FILM, reports: 0, trail: null };
    const fresh = training.reports.slice(known.reports);
    if (training.trail && training.trail !== known.trail) {
      const { steps, tables } = training.trail;
      known = {
        film: filmTo(steps, tables, flatten, known.film.pictures.at(-1)),
        reports: training.reports.length,
        trail: training.trail,
      };
    } else if (fresh.length) {
      const later = fresh.filter((report) => report.step > (known.film.steps.at(-1) ?? -1));
      known = {
        ...known,
        film: extended(
          known.film,
          later.map((report) => report.step),
          later.map(({ table }) => table),
          flatten,
        ),
        reports: training.reports.length,
      };
    }
    films.set(id, known);
    return known.film;
  }

  /** The last step there is a picture of. */
  const end = () => film().steps.at(-1) ?? 0;

  /** @param {number} now ms */
  function advance(now) {
    frame = 0;
    const training = trainingOnShow(store.state);
    const passed = Math.min(now - before, 100);
    before = now;
    const last = end();
    const steps = training?.about.steps ?? 1;
    if (playing) {
      if (stillness.matches) {
        if (now - stoodSince < STILL) return again();
        stoodSince = now;
      }
      const place = placeOfStep(step, last, store.state.stepScale) + (stillness.matches ? STILL : passed) / REPLAY;
      step = Math.min(stepOfPlace(place, last, store.state.stepScale), last);
      if (step >= last) {
        playing = false;
        scrub(null);
      }
    } else if (store.state.atStep !== null) step = Math.min(store.state.atStep, last);
    else if (stillness.matches || step > last) step = last;
    else {
      const pace = Math.max(Math.min(steps / WHOLE, (last - step) / BEHIND), steps / 20_000);
      step = Math.min(step + pace * passed, last);
    }
    for (const listener of listeners) listener();
    if (playing || (store.state.atStep === null && step < last)) again();
  }
  let stoodSince = 0;

  function again() {
    if (!signal.aborted) frame ||= requestAnimationFrame(advance);
  }

  /** Draws in the next frame; a rest before it is no time that has passed. */
  function wake() {
    if (!frame) before = performance.now();
    again();
  }

  store.subscribe(
    ["run", "trainings", "atStep", "stepScale"],
    (state) => {
      const training = trainingOnShow(state);
      if (state.run !== shown && training) {
        shown = state.run;
        playing = false;
        step = isUnderWay(training.about) && training.mine && !training.reports.length ? 0 : Infinity; // one that is met half way is met where it is
      }
      for (const id of films.keys()) if (!state.trainings[id]) films.delete(id);
      wake();
    },
    signal,
  );
  signal.addEventListener("abort", () => cancelAnimationFrame(frame));

  return {
    film,
    end,
    /** @param {() => void} listener told in each frame in which anything may have moved */
    listen(listener) {
      listeners.push(listener);
    },
    wake,
    get step() {
      return Math.min(step, end());
    },
    get playing() {
      return playing;
    },
    /** Whether the picture runs after the training, rather than standing where the reader put it. */
    get following() {
      return store.state.atStep === null && !playing;
    },
    /** Plays from here, or from the start when it stands at the end. */
    play() {
      if (step >= end()) step = 0;
      playing = true;
      scrub(Math.round(step));
      wake();
    },
    /** Stops playing where it is, on a kept step. */
    stand() {
      if (!playing) return;
      playing = false;
      const { steps } = film();
      scrub(steps[frameAt(steps, step)] ?? 0);
      wake();
    },
  };
}
