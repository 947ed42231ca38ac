// Which experiments stand beside which chapter. Each is one file, fetched when its chapter is opened.

/** @import { Lectern } from "../lesson.js" */
import { ApiError } from "../../api.js";
import { element } from "../../element.js";
import { createErrorBox } from "../error_box.js";

/** @typedef {{create: (lectern: Lectern, chapter: string) => HTMLElement}} Experiment */

const exercises = () => import("./exercises.js");
const twins = () => import("./twins.js");

/** @type {Record<string, (() => Promise<Experiment>)[]>} */
const EXPERIMENTS = {
  "one-character": [() => import("./two_contexts.js"), exercises],
  "table-empties": [() => import("./emptying.js"), () => import("./arena.js"), exercises],
  window: [() => import("./sliding.js"), exercises],
  lookup: [() => import("./looking.js"), () => import("./row_gradients.js"), () => import("./dragging.js"), exercises],
  shapes: [() => import("./indexing.js"), exercises],
  "equal-distances": [() => import("./points.js"), exercises],
  squeezing: [() => import("./squeeze.js")],
  "how-alike": [() => import("./rulers.js"), () => import("./turned.js"), () => import("./retrieving.js"), exercises],
  concatenation: [() => import("./order.js"), exercises],
  storage: [() => import("./storing.js"), twins, exercises],
  parameters: [() => import("./counting.js"), exercises],
  "one-forward": [twins, exercises],
  loss: [() => import("./squeeze.js"), twins, exercises],
};

/** The place of a chapter's experiments; they appear in it as they arrive. @param {Lectern} lectern @param {string} chapter */
export function experimentsOf(lectern, chapter) {
  const { t, signal } = lectern.stage;
  const loads = EXPERIMENTS[chapter] ?? [];
  const places = loads.map((load) => {
    const place = element("div", { class: "lab-place" });
    load().then(
      ({ create }) => signal.aborted || place.replaceChildren(create(lectern, chapter)),
      () => signal.aborted || place.replaceChildren(createErrorBox({ t, signal, error: new ApiError("lost"), retry: () => location.reload() })),
    );
    return place;
  });
  return element("div", { class: `lab${loads.length ? "" : " lab-none"}` }, ...places);
}
