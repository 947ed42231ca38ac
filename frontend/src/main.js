// Starts the page: finds the DOM nodes, makes the one store, and hands both to the frame.

import { createApi } from "./api.js";
import { followAddress } from "./address.js";
import { createFrameActions } from "./actions/frame.js";
import { createStore } from "./store.js";
import { firstState } from "./state.js";
import { fetchWords, preferredLanguage } from "./i18n.js";
import { readPreferences } from "./preferences.js";
import { createFrame } from "./views/frame.js";
import { views } from "./views/registry.js";

/** @param {string} id */
function found(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`index.html has no #${id}`);
  return node;
}

const { signal } = new AbortController(); // the page's own lifetime: it ends with the tab
const nodes = { bar: found("bar"), notice: found("notice"), stage: found("stage"), announcer: found("announcer") };
const api = createApi(new URL("api/", document.baseURI));
const language = preferredLanguage(navigator.languages);
const store = createStore(firstState({ view: views[0].id, language, ...readPreferences() }));
const actions = createFrameActions(store, api);

followAddress({ window, store, places: views, signal });
actions.loadModels();
await fetchWords(store.state.language);
createFrame({ nodes, store, api, actions, signal });
