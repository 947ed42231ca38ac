// What a view is given to stand on, as a JSDoc type. No code.

/**
 * @typedef {object} Stage
 * @property {HTMLElement} node the view's own place, empty at the start
 * @property {import("../store.js").Store<import("../state.js").State>} store
 * @property {import("../api.js").Api} api
 * @property {import("../actions/frame.js").FrameActions} frame actions of the frame: hints, model, view
 * @property {import("../i18n.js").Translate} t words in the reader's language; a change of language mounts the view anew
 * @property {(sentence: string) => void} announce says it to a screen reader
 * @property {AbortSignal} signal ends the view
 */

export {};
