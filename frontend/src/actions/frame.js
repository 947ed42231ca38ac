// The frame's named ways to change the state: which view, which model, language, colours, notice and hints.

/** @import { Store } from "../store.js" */
/** @import { State, Theme } from "../state.js" */
/** @import { Api } from "../api.js" */
/** @import { Language } from "../i18n.js" */
/** @import { ModelCard } from "../wire.js" */
import { isReadable } from "../context.js";
import { createLoader } from "../resource.js";

/** @typedef {ReturnType<typeof createFrameActions>} FrameActions */

/** @type {Theme[]} */
const THEMES = ["auto", "light", "dark"];

const LESSON_CORPUS = "names";

/**
 * @param {Store<State>} store
 * @param {Api} api
 */
export function createFrameActions(store, api) {
  const models = createLoader(store, "models");

  /** Shows the model that the address asks for, or else the plainest one: the fewest dimensions above one. */
  function settleModel() {
    const cards = store.state.models.value ?? [];
    const asked = store.state.model;
    if (!cards.length || cards.some((card) => card.id === asked)) return;
    const shown = plainest(cards).id;
    store.change({ model: shown });
    if (asked !== null)
      store.change({ notices: [...store.state.notices, { key: "notice.model", values: { asked, shown } }] });
  }

  return {
    /** @param {{again?: boolean}} [how] */
    async loadModels(how) {
      await models.load("models", async (signal) => (await api.models(signal)).models, how);
      settleModel();
    },
    stopModels: models.stop,
    settleModel,
    /** @param {string} view */
    openView(view) {
      store.change({ view, hover: null });
    },
    /** @param {string} model */
    chooseModel(model) {
      const card = store.state.models.value?.find(({ id }) => id === model);
      const { context } = store.state;
      const fits = context === null || !card || isReadable(context, card);
      store.change({ model, hover: null, notices: [], ...(fits ? {} : { context: null, row: 0, number: null }) }); // the Road begins anew
    },
    /** @param {Language} language */
    chooseLanguage(language) {
      store.change({ language, languageChosen: true });
    },
    /** The next of: as the system has it, light, dark. */
    turnTheme() {
      store.change({ theme: THEMES[(THEMES.indexOf(store.state.theme) + 1) % THEMES.length] });
    },
    closeNotices() {
      store.change({ notices: [] });
    },
    /** @param {string} hint done or put away: it does not come back */
    finishHint(hint) {
      const { hintsDone } = store.state;
      if (!hintsDone.includes(hint)) store.change({ hintsDone: [...hintsDone, hint] });
    },
  };
}

/**
 * Of the fewest dimensions above one; of several such models one of the lesson's own corpus, else the first.
 * @param {ModelCard[]} cards not empty
 */
function plainest(cards) {
  const size = (/** @type {ModelCard} */ card) =>
    (card.embedding_dim > 1 ? card.embedding_dim : Infinity) + (card.corpus === LESSON_CORPUS ? 0 : 0.5);
  return cards.reduce((best, card) => (size(card) < size(best) ? card : best));
}
