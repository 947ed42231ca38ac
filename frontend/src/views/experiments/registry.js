// Which experiments stand beside which chapter. Each is one file, fetched when its chapter is opened.

/** @import { Lectern } from "../lesson.js" */
import { ApiError } from "../../api.js";
import { element } from "../../element.js";
import { createErrorBox } from "../error_box.js";

/** @typedef {{create: (lectern: Lectern) => HTMLElement}} Experiment */

/** @type {Record<string, (() => Promise<Experiment>)[]>} */
const EXPERIMENTS = {
  "table-empties": [() => import("./emptying.js")],
  window: [() => import("./sliding.js")],
  lookup: [() => import("./dragging.js")],
  shapes: [() => import("./indexing.js")],
  "equal-distances": [() => import("./points.js")],
  storage: [() => import("./storing.js")],
  parameters: [() => import("./counting.js")],
};

/** The place of a chapter's experiments; they appear in it as they arrive. @param {Lectern} lectern @param {string} chapter */
export function experimentsOf(lectern, chapter) {
  const { t, signal } = lectern.stage;
  const loads = EXPERIMENTS[chapter] ?? [];
  const places = loads.map((load) => {
    const place = element("div", { class: "lab-place" });
    load().then(
      ({ create }) => signal.aborted || place.replaceChildren(create(lectern)),
      () => signal.aborted || place.replaceChildren(createErrorBox({ t, signal, error: new ApiError("lost"), retry: () => location.reload() })),
    );
    return place;
  });
  return element("div", { class: `lab${loads.length ? "" : " lab-none"}` }, ...places);
}
