// The door to words of one's own: a button under the corpus knob. What adding takes is fetched when it is first pressed, or
// when there is something to show at once: a panel that was left open, or an added corpus that can be removed.

/** @import { Stage } from "./stage.js" */
/** @import { TrainActions } from "../actions/train.js" */
import { ApiError } from "../api.js";
import { element } from "../element.js";
import { loadStyle } from "../stylesheet.js";
import { createErrorBox } from "./error_box.js";

/**
 * @param {Stage} stage
 * @param {TrainActions} train
 * @returns {HTMLElement}
 */
export function createCorpusDoor(stage, train) {
  const { store, t, signal } = stage;
  const knock = element("button", { type: "button", class: "plain" }, t("own.add"));
  const door = element("div", { class: "own" }, element("div", { class: "own-row" }, knock));
  let fetching = false;

  /** @param {boolean} pressed */
  async function open(pressed) {
    if (fetching) return;
    fetching = true;
    const fetched = Promise.all([import("./corpus_adding.js"), loadStyle("corpus")]);
    const found = await fetched.catch(() => null);
    if (signal.aborted) return;
    fetching = false;
    if (!found) {
      const again = () => void open(pressed);
      return door.replaceChildren(createErrorBox({ t, signal, error: new ApiError("lost"), retry: again }));
    }
    const adding = found[0].createCorpusAdding(stage, train);
    door.replaceWith(adding);
    if (pressed) adding.querySelector("button")?.click();
  }

  function look() {
    const { corpora, trainOn, addingCorpus } = store.state;
    const added = corpora.value?.some(({ id, added: own }) => id === trainOn && own);
    if (door.isConnected && (addingCorpus || added)) void open(false);
  }

  knock.addEventListener("click", () => void open(true), { signal });
  store.subscribe(["corpora", "trainOn", "addingCorpus"], look, signal);
  queueMicrotask(look); // once it stands in the page
  return door;
}
