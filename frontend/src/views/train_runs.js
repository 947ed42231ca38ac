// The trainings in the loss plot, up to six, each called by what differs: press one to see it on the plane, keep it, remove it,
// or make its model the one that every view shows.

/** @import { Stage } from "./stage.js" */
/** @import { TrainActions } from "../actions/train.js" */
import { element, icon } from "../element.js";
import { namesOfRuns } from "../figures/run_words.js";
import { formatNumber } from "../i18n.js";
import { isUnderWay } from "../train_state.js";

const PIN = "M6 2.5h4l-.5 4 2.5 2.5H4L6.5 6.5zM8 9v5";
const CROSS = "M4 4l8 8M12 4l-8 8";

/**
 * @param {Stage} stage
 * @param {TrainActions} actions
 * @returns {HTMLElement}
 */
export function createTrainRuns({ store, t, signal }, actions) {
  const root = element("ol", { class: "runs", "aria-label": t("train.runs") });
  let drawn = "";

  function show() {
    const { runs, run, trainings, model } = store.state;
    const known = runs.flatMap((id) => trainings[id] ?? []);
    const names = namesOfRuns(known.map(({ about }) => about.request));
    const state = JSON.stringify([
      known.map(({ about, kept, slot }) => [about.id, about.state, about.losses?.dev, about.model, kept, slot]),
      names,
      run,
      model,
    ]);
    if (state === drawn) return;
    drawn = state;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.act;
    root.replaceChildren(
      ...known.map(({ about, kept, slot }, at) => {
        const { id } = about;
        const tool = (
          /** @type {string} */ act,
          /** @type {string} */ label,
          /** @type {string} */ path,
          pressed = "",
        ) =>
          element(
            "button",
            {
              type: "button",
              class: "tool",
              "data-act": `${act} ${id}`,
              "aria-label": label,
              "data-tip": label,
              "aria-pressed": pressed || null,
            },
            icon(path),
          );
        const words = element("span", { class: "run-name" }, `${slot + 1} · ${names[at]}`);
        const losses = element("span", { class: "run-loss" }, formatNumber(about.losses?.dev, 3));
        const pick = element(
          "button",
          {
            type: "button",
            class: "run-pick",
            "data-act": `show ${id}`,
            "aria-current": id === run && "true",
            title: id,
          },
          element("i", { class: `line-dev run-${slot}` }),
          words,
          losses,
        );
        const use =
          about.model &&
          (model === id
            ? element("span", { class: "run-used" }, t("train.used"))
            : element("button", { type: "button", class: "plain run-use", "data-act": `use ${id}` }, t("train.use")));
        return element(
          "li",
          {},
          pick,
          use,
          tool("keep", t(kept ? "train.kept" : "train.keep"), PIN, String(kept)),
          isUnderWay(about) ? null : tool("remove", t("train.remove"), CROSS),
        );
      }),
    );
    if (focused) /** @type {HTMLElement | null} */ (root.querySelector(`[data-act="${focused}"]`))?.focus();
  }

  root.addEventListener(
    "click",
    (event) => {
      const [act, id] =
        /** @type {Element} */ (event.target).closest("[data-act]")?.getAttribute("data-act")?.split(" ") ?? [];
      if (act === "show") actions.show(id);
      else if (act === "keep") actions.keep(id, !store.state.trainings[id].kept);
      else if (act === "remove") actions.remove(id);
      else if (act === "use") void actions.use(id);
    },
    { signal },
  );
  store.subscribe(["runs", "run", "trainings", "model"], show, signal);
  show();
  return root;
}
