// The panel for one's own words: the form, how far the upload is, what went wrong, and then the report in the form's place.
// A file can be dropped anywhere on it; Escape closes it.

/** @import { Stage } from "./stage.js" */
/** @import { CorpusActions } from "../actions/corpus.js" */
/** @import { TrainActions } from "../actions/train.js" */
import { element } from "../element.js";
import { formatNumber } from "../i18n.js";
import { corpusWords } from "../i18n/corpus.js";
import { createCorpusForm } from "./corpus_form.js";
import { createCorpusReport } from "./corpus_report.js";
import { createErrorBox } from "./error_box.js";

/**
 * @param {Stage} stage
 * @param {{actions: CorpusActions, train: TrainActions, close: () => void}} parts
 * @returns {{root: HTMLElement, focus: () => void}}
 */
export function createCorpusPanel(stage, { actions, train, close }) {
  const { store, t, announce, signal } = stage;
  const say = corpusWords(store.state.language);
  const form = createCorpusForm(stage, actions, say);
  const bar = element("div", { class: "own-bar", role: "progressbar", "aria-valuemin": 0, "aria-valuemax": 100, "aria-label": say("title") });
  const words = element("span");
  const stop = element("button", { type: "button", class: "plain" }, t("wait.stop"));
  const progress = element("div", { class: "own-progress" }, bar, element("p", { class: "own-far muted" }, words, " ", stop));
  const failureAt = element("div", { class: "own-failed" });
  const reportAt = element("div");
  const leave = element("button", { type: "button", class: "plain own-close" }, say("close"));
  const root = element("section", { class: "own-panel panel", "aria-label": say("title") }, form.root, progress, failureAt, reportAt, leave);
  let before = store.state.imported;

  function trainOnIt() {
    const { value } = store.state.imported;
    if (!value) return;
    actions.choose(value.id);
    close();
    root.closest(".view-train")?.querySelector(".panel-train-plane")?.scrollIntoView({ block: "nearest" });
    void train.train();
  }

  function another() {
    actions.another();
    form.focus();
  }

  function show() {
    const { sending, imported } = store.state;
    progress.classList.toggle("own-busy", sending !== null);
    stop.hidden = sending === null;
    if (sending) {
      const percent = formatNumber(100 * sending.share, 0);
      const sent = sending.share === 1;
      words.textContent = sent ? say("reading") : say("sending", { percent });
      bar.style.setProperty("--share", String(sending.share));
      bar.classList.toggle("own-wander", sent);
      if (sent) bar.removeAttribute("aria-valuenow");
      else bar.setAttribute("aria-valuenow", percent);
      bar.setAttribute("aria-valuetext", words.textContent);
    }
    if (imported === before) return;
    before = imported;
    const report = settle();
    if (imported.error) failureAt.scrollIntoView({ block: "nearest" });
    if (!report || !store.state.addingCorpus) return;
    announce(report.sentence);
    report.focus();
  }

  /** The answer: a report instead of the form, or what the server says against the list. */
  function settle() {
    const { imported } = store.state;
    const { error, value } = imported;
    form.root.hidden = progress.hidden = Boolean(value);
    failureAt.replaceChildren(...(error ? [createErrorBox({ t, signal, error, retry: () => void actions.send() })] : []));
    reportAt.replaceChildren();
    if (!value) return null;
    const report = createCorpusReport({ corpus: value, say, t, signal, train: trainOnIt, another });
    reportAt.replaceChildren(report.root);
    return report;
  }

  /** @param {string} kind @param {(event: DragEvent) => void} act */
  const onDrag = (kind, act) =>
    root.addEventListener(kind, (event) => {
      const drag = /** @type {DragEvent} */ (event);
      if (drag.dataTransfer?.types.includes("Files")) act(drag);
    }, { signal });
  onDrag("dragover", (event) => {
    event.preventDefault();
    root.classList.add("own-over");
  });
  onDrag("dragleave", (event) => {
    if (!root.contains(/** @type {Node | null} */ (event.relatedTarget))) root.classList.remove("own-over");
  });
  onDrag("drop", (event) => {
    event.preventDefault();
    root.classList.remove("own-over");
    const file = event.dataTransfer?.files[0];
    if (file) actions.take(file);
  });
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing) close();
  }, { signal });
  stop.addEventListener("click", actions.stop, { signal });
  leave.addEventListener("click", close, { signal });
  store.subscribe(["sending", "imported"], show, signal);
  settle();
  show();
  return { root, focus: form.focus };
}
