// Names: the button and the knobs on the left, the names it draws on the right, or beside those of a second
// model with the same dice.

/** @import { Stage } from "./stage.js" */
import { besideOf, createNamesActions } from "../actions/names.js";
import { element } from "../element.js";
import { createNamesControls } from "./names_controls.js";
import { createNamesList } from "./names_list.js";
import { createNamesPairs } from "./names_pairs.js";

/** @param {Stage} stage fills its node; everything it starts ends with its signal */
export function mount(stage) {
  const { node, store, api, t, signal } = stage;
  const actions = createNamesActions(store, api);
  const list = createNamesList(stage, actions);
  node.append(
    element("div", { class: "names-title" }, element("h1", {}, t("names.title")), element("p", { class: "muted" }, t("names.story"))),
    createNamesControls(stage, actions, list.stream),
    list.root,
    createNamesPairs(stage, actions),
  );
  store.subscribe(["models", "model", "seed", "temperature", "prefix", "count", "longest", "beside"], () => void actions.load(), signal);
  const alone = () => void (list.root.hidden = Boolean(besideOf(store.state)));
  store.subscribe(["beside", "model"], alone, signal);
  alone();
  void actions.load();
}
