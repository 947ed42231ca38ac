// Under the corpus knob: a button that opens the panel for one's own words, fetched when it is first opened, and, where
// the chosen corpus was added, one that removes it after asking in place.

/** @import { Stage } from "./stage.js" */
/** @import { TrainActions } from "../actions/train.js" */
import { createCorpusActions } from "../actions/corpus.js";
import { ApiError } from "../api.js";
import { element } from "../element.js";
import { createErrorBox } from "./error_box.js";

/**
 * @param {Stage} stage
 * @param {TrainActions} train
 * @returns {HTMLElement}
 */
export function createCorpusAdding(stage, train) {
  const { store, api, t, announce, signal } = stage;
  const actions = createCorpusActions(store, api);
  /** @param {string} look @param {string} words @param {() => void} run */
  const button = (look, words, run) => {
    const made = element("button", { type: "button", class: look }, words);
    made.addEventListener("click", run, { signal });
    return made;
  };
  const add = button("plain", t("own.add"), () => void toggle());
  const remove = button("plain own-remove", t("own.remove"), () => ask(store.state.trainOn));
  const question = element("span");
  const yes = button("plain own-remove", t("own.remove"), () => void removeIt());
  const sure = element("p", { class: "own-sure", role: "group" }, question, " ", yes, " ", button("plain", t("own.remove.keep"), () => ask(null)));
  const failureAt = element("div", { class: "own-failure" });
  const panelAt = element("div", { hidden: true });
  /** @type {string | null} the corpus whose removal is asked about */
  let asked = null;
  /** @type {ReturnType<typeof import("./corpus_panel.js").createCorpusPanel> | null} */
  let panel = null;
  /** @type {Promise<void> | null} */
  let fetching = null;

  /** @param {string | null} id */
  function ask(id) {
    asked = id;
    actions.keep();
    show();
    (id ? yes : remove.hidden ? add : remove).focus();
  }

  async function removeIt() {
    const id = asked;
    if (!id || !(await actions.remove(id)) || signal.aborted) return;
    announce(t("own.removed", { id }));
    ask(null);
  }

  async function toggle() {
    actions.open(!store.state.addingCorpus);
    await fill();
    if (store.state.addingCorpus) panel?.focus();
  }

  /** Fetches the panel, once; it shows by itself how things stand. */
  const fill = () => (fetching ??= fetchPanel());

  async function fetchPanel() {
    const found = await import("./corpus_panel.js").catch(() => null);
    if (signal.aborted) return;
    panel = found?.createCorpusPanel(stage, { actions, train, close }) ?? null;
    panelAt.replaceChildren(panel?.root ?? createErrorBox({ t, signal, error: new ApiError("lost"), retry: () => void fill() }));
    if (!panel) fetching = null;
  }

  function close() {
    actions.open(false);
    add.focus();
  }

  function show() {
    const { addingCorpus, corpora, trainOn, removing } = store.state;
    add.setAttribute("aria-expanded", String(addingCorpus));
    panelAt.hidden = !addingCorpus;
    if (addingCorpus) void fill();
    if (asked !== trainOn) asked = null;
    const chosen = corpora.value?.find(({ id }) => id === trainOn);
    remove.hidden = asked !== null || !chosen?.added || Boolean(chosen.gone);
    sure.hidden = asked === null;
    question.textContent = t("own.remove.sure", { id: asked ?? "" });
    sure.setAttribute("aria-label", question.textContent);
    const error = removing.about === asked ? removing.error : null;
    failureAt.replaceChildren(...(error ? [createErrorBox({ t, signal, error, retry: () => void removeIt() })] : []));
  }

  store.subscribe(["addingCorpus", "corpora", "trainOn", "removing"], show, signal);
  const root = element("div", { class: "own" }, element("div", { class: "own-row" }, add, remove), sure, failureAt, panelAt);
  show();
  return root;
}
