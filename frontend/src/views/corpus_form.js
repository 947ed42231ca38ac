// The form of the panel for one's own words: paste them or choose a file, give a name, send. What is written goes into
// the state, so that a change of language keeps it.

/** @import { Stage } from "./stage.js" */
/** @import { CorpusActions } from "../actions/corpus.js" */
/** @import { CorpusWords } from "../i18n/corpus.js" */
import { element, icon } from "../element.js";
import { formatNumber } from "../i18n.js";

const CROSS = "M4 4l8 8M12 4l-8 8";

/**
 * @param {Stage} stage
 * @param {CorpusActions} actions
 * @param {CorpusWords} say
 * @returns {{root: HTMLFormElement, focus: () => void}}
 */
export function createCorpusForm({ store, signal }, actions, say) {
  const text = element("textarea", { class: "own-text", rows: 6, dir: "auto", spellcheck: "false", autocapitalize: "off", autocomplete: "off", placeholder: say("text.example") });
  const name = element("input", { type: "text", class: "own-name", dir: "auto", maxlength: 200, spellcheck: "false", autocomplete: "off" });
  const choose = element("input", { type: "file", class: "own-choice" });
  const file = element("span");
  const away = element("button", { type: "button", class: "tool", "aria-label": say("file.away") }, icon(CROSS));
  const pasted = element("label", { class: "own-field" }, element("span", {}, say("text")), text);
  const chosen = element("p", { class: "own-file" }, file, away);
  const fields = element(
    "fieldset",
    { class: "own-fields", "aria-label": say("title") },
    pasted,
    chosen,
    element("p", { class: "own-or" }, element("label", { class: "own-choose button" }, say("file.choose"), choose), element("span", { class: "muted" }, say("file.drop"))),
    element("label", { class: "own-field" }, element("span", {}, say("name")), name),
  );
  const send = element("button", { type: "submit", class: "big" }, say("send"));
  const root = element("form", { class: "own-form" }, fields, send);

  const keep = () => actions.write({ text: text.value, name: name.value });
  const focus = () => (store.state.draft.file ? name : text).focus();
  text.addEventListener("input", keep, { signal });
  name.addEventListener("input", keep, { signal });
  choose.addEventListener("change", () => {
    if (choose.files?.[0]) actions.take(choose.files[0]);
    choose.value = ""; // so that the same file can be chosen again once it has been mended
  }, { signal });
  away.addEventListener("click", () => {
    actions.take(null);
    focus();
  }, { signal });
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    void actions.send();
  }, { signal });

  function show() {
    const { draft, sending } = store.state;
    if (text.value !== draft.text) text.value = draft.text;
    if (name.value !== draft.name) name.value = draft.name;
    pasted.hidden = draft.file !== null;
    chosen.hidden = draft.file === null;
    if (draft.file) file.replaceChildren(element("bdi", {}, draft.file.name), ` · ${formatNumber(draft.file.size / 1000, draft.file.size < 10_000 ? 1 : 0)} kB`);
    name.placeholder = draft.file?.name.replace(/\.[^.]*$/, "") ?? say("name.example");
    fields.disabled = sending !== null;
    send.setAttribute("aria-disabled", String(sending !== null));
  }

  store.subscribe(["draft", "sending"], show, signal);
  show();
  return { root, focus };
}
