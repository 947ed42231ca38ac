// The lesson: the named ways to change the state. Either a claim is chosen, and its chapter is on show, or a chapter is.

/** @import { Store } from "../store.js" */
/** @import { State } from "../state.js" */
/** @import { Api } from "../api.js" */
/** @import { Claim } from "../wire.js" */
import { CHAPTERS } from "../chapters.js";
import { createLoader } from "../resource.js";
import { modelOnShow } from "../state.js";

/** @typedef {ReturnType<typeof createLessonActions>} LessonActions */

/** The claims of a chapter in reading order, none while they are awaited. @param {State} state @param {string} chapter @returns {Claim[]} */
export const claimsOf = (state, chapter) => state.claims.value?.claims.filter((claim) => claim.chapter === chapter) ?? [];

/** The chapter on show: the chosen claim's, the chosen one, or the first. @param {State} state @returns {string} */
export function chapterOnShow(state) {
  const chosen = state.claims.value?.claims.find(({ id }) => id === state.claim);
  return chosen?.chapter ?? state.chapter ?? CHAPTERS[0];
}

/** @param {Store<State>} store @param {Api} api */
export function createLessonActions(store, api) {
  const claims = createLoader(store, "claims");

  /** @param {{again?: boolean}} [how] */
  async function load({ again = false } = {}) {
    const { model } = store.state;
    if (!model || !modelOnShow(store.state)) return;
    await claims.load(model, (signal) => api.claims(model, signal), { again });
    settleClaim();
  }

  /** A claim that the lesson does not have is dropped, and said. */
  function settleClaim() {
    const { claim: asked, claims: answer, notices } = store.state;
    if (asked === null || !answer.value || answer.value.claims.some(({ id }) => id === asked)) return;
    store.change({ claim: null, notices: [...notices, { key: "notice.claim", values: { asked } }] });
  }

  /** @param {string} chapter */
  const openChapter = (chapter) => store.change({ chapter, claim: null });

  return {
    load,
    settleClaim,
    stop: claims.stop,
    openChapter,
    /** @param {string} claim */
    openClaim: (claim) => store.change({ claim, chapter: null }),
    /** The claim after (1) or before (-1) the chosen one, over the ends of chapters. @param {1 | -1} step */
    walk(step) {
      const all = store.state.claims.value?.claims ?? [];
      const at = all.findIndex(({ id }) => id === store.state.claim);
      const first = all.findIndex(({ chapter }) => chapter === chapterOnShow(store.state));
      const next = all[at < 0 ? (step > 0 ? first : first - 1) : at + step];
      if (next) store.change({ claim: next.id, chapter: null });
    },
    /** The chapter after or before the one on show. @param {1 | -1} step */
    turn(step) {
      const next = CHAPTERS[CHAPTERS.indexOf(chapterOnShow(store.state)) + step];
      if (next) openChapter(next);
    },
    /** Marks claims as read. @param {string[]} ids */
    see(ids) {
      const fresh = ids.filter((id) => !store.state.claimsSeen.includes(id));
      if (fresh.length) store.change({ claimsSeen: [...store.state.claimsSeen, ...fresh] });
    },
    /** Sets knobs of an experiment. @param {string} experiment @param {Record<string, any>} patch */
    turnKnob(experiment, patch) {
      const { lab } = store.state;
      store.change({ lab: { ...lab, [experiment]: { ...lab[experiment], ...patch } } });
    },
  };
}
