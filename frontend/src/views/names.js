// Names: the button and the knobs on the left, the names it draws on the right.

/** @import { Stage } from "./stage.js" */
/** @import { View } from "./registry.js" */
import { LARGEST_SEED, LONGEST, MOST_NAMES, createNamesActions } from "../actions/names.js";
import { numberField, textField } from "../address.js";
import { element } from "../element.js";
import { createNamesControls } from "./names_controls.js";
import { createNamesList } from "./names_list.js";

/** @type {View} */
export const names = {
  id: "names",
  fields: {
    seed: numberField({ least: 0, most: LARGEST_SEED, absent: null, whole: true }),
    temperature: numberField({ least: 0.01, most: 100, absent: 1 }),
    prefix: { ...textField(), write: (text) => text || null, absent: "" },
    count: numberField({ least: 1, most: MOST_NAMES, absent: 30, whole: true }),
    longest: numberField({ least: 1, most: LONGEST, absent: 20, whole: true }),
  },
  mount,
};

/** @param {Stage} stage */
function mount(stage) {
  const { node, store, api, t, signal } = stage;
  const actions = createNamesActions(store, api);
  const list = createNamesList(stage, actions);
  node.append(
    element("div", { class: "names-title" }, element("h1", {}, t("names.title")), element("p", { class: "muted" }, t("names.story"))),
    createNamesControls(stage, actions, list.stream),
    list.root,
  );
  store.subscribe(["models", "model", "seed", "temperature", "prefix", "count", "longest"], () => void actions.load(), signal);
  void actions.load();
}
