// The named ways to change what belongs to a corpus of one's own: open the panel, write, take a file, send, stop, remove.
// What is under way is in the state, so that it goes on, and can be stopped, whatever view or language comes meanwhile.

/** @import { Store } from "../store.js" */
/** @import { State } from "../state.js" */
/** @import { Api } from "../api.js" */
/** @import { CorpusCard } from "../wire.js" */
import { ApiError } from "../api.js";
import { createCorpusApi } from "../api_corpora.js";
import { emptyDraft } from "../corpus_state.js";
import { nothingYet } from "../resource.js";
import { firstTrainState } from "../train_state.js";

/** @typedef {ReturnType<typeof createCorpusActions>} CorpusActions */

/**
 * @param {Store<State>} store
 * @param {Api} api
 */
export function createCorpusActions(store, api) {
  const server = createCorpusApi(api);

  /** The list of corpora with a card in its place, which is new or has changed. @param {CorpusCard} card */
  function listed(card) {
    const { corpora } = store.state;
    if (!corpora.value) return corpora;
    const value = [...corpora.value.filter(({ id }) => id !== card.id), card];
    return { ...corpora, value: value.sort((one, other) => (one.id < other.id ? -1 : 1)) };
  }

  /** A failure as the state keeps it; a fault of the page itself belongs in the console too. @param {unknown} failure */
  function failed(failure) {
    if (!(failure instanceof ApiError)) setTimeout(() => reportError(failure));
    return { ...nothingYet(), phase: /** @type {const} */ ("failed"), error: failure instanceof ApiError ? failure : new ApiError("garbled") };
  }

  return {
    /** @param {boolean} addingCorpus */
    open(addingCorpus) {
      const { imported, sending } = store.state;
      store.change({ addingCorpus, imported: sending ? imported : nothingYet() });
    },
    /** @param {Partial<State["draft"]>} patch */
    write(patch) {
      store.change({ draft: { ...store.state.draft, ...patch } });
    },
    /** A file that was chosen or dropped; it takes the place of a report. @param {File | null} file */
    take(file) {
      if (store.state.sending) return;
      store.change({ draft: { ...store.state.draft, file }, imported: nothingYet() });
    },
    async send() {
      if (store.state.sending) return;
      const stop = new AbortController();
      store.change({ sending: { share: 0, stop }, imported: { ...nothingYet(), phase: "waiting" } });
      try {
        const value = await server.add(store.state.draft, (share) => store.change({ sending: { share, stop } }), stop.signal);
        const imported = { ...nothingYet(), phase: /** @type {const} */ ("ready"), value };
        store.change({ sending: null, imported, draft: emptyDraft(), corpora: listed(value), trainOn: value.id, fork: null });
      } catch (failure) {
        store.change({ sending: null, imported: failed(failure) });
      }
    },
    stop: () => store.state.sending?.stop.abort(),
    /** Makes a corpus the one to train on. @param {string} id */
    choose: (id) => store.change({ trainOn: id, fork: null }),
    /** From the report to an empty form. */
    another: () => store.change({ imported: nothingYet() }),

    /** Removes a corpus; where it was the one to train on, the first one is. @param {string} id */
    async remove(id) {
      store.change({ removing: { ...nothingYet(), phase: "waiting", about: id } });
      try {
        await server.remove(id);
        const { trainOn, imported, corpora } = store.state;
        const card = corpora.value?.find((one) => one.id === id);
        store.change({
          removing: nothingYet(),
          corpora: card ? listed({ ...card, gone: true }) : corpora,
          trainOn: trainOn === id ? firstTrainState().trainOn : trainOn,
          imported: imported.value?.id === id ? nothingYet() : imported,
        });
        return true;
      } catch (failure) {
        store.change({ removing: { ...failed(failure), about: id } });
        return false;
      }
    },
    keep: () => store.change({ removing: nothingYet() }),
  };
}
