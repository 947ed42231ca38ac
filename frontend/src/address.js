// The view as an address: state <-> "#/plane?model=names-2d&token=e". The fragment holds the whole view; what it holds
// beyond that is ignored, and said. Reading and writing are pure; `followAddress` keeps the window and the store in step.

/** @import { Store } from "./store.js" */
/** @import { State } from "./state.js" */

/**
 * How one key of the state is written in an address.
 * @typedef {object} Field
 * @property {(text: string) => unknown} read undefined when the text means nothing
 * @property {(value: any) => string | null} write null leaves it out
 * @property {unknown} absent the value when the address has no such part
 * @property {boolean} [quiet] true where a change is no step of the history: "back" goes on to the one before
 */
/** @typedef {Record<string, Field>} Fields by name in the address, which is the key of the state as well */
/** @typedef {{id: string, fields: Fields}} Place */

/** A field that holds any text. @returns {Field} */
export const textField = () => ({ read: (text) => text, write: (value) => value, absent: null });

/**
 * A field that holds one of a few words.
 * @param {string[]} choices the first is the default
 * @returns {Field}
 */
export const choiceField = (choices) => ({
  read: (text) => (choices.includes(text) ? text : undefined),
  write: (value) => value,
  absent: choices[0],
});

/**
 * A field that holds a number within limits, left out of the address at its default.
 * @param {{least: number, most: number, absent: number | null, whole?: boolean}} limits
 * @returns {Field}
 */
export const numberField = ({ least, most, absent, whole = false }) => ({
  read: (text) => {
    const value = text.trim() === "" ? NaN : Number(text);
    return value >= least && value <= most && (!whole || Number.isInteger(value)) ? value : undefined;
  },
  write: (value) => (value === absent || value === null ? null : String(value)),
  absent,
});

/** @type {Fields} */
const SHARED = { model: textField() };
const LANGUAGE = "lang";

/**
 * The state's part that a fragment tells, and the parts of it that mean nothing.
 * @param {string} fragment with or without "#"
 * @param {Place[]} places the first is where an empty fragment leads
 * @returns {{patch: Partial<State>, ignored: string[]}}
 */
export function readAddress(fragment, places) {
  const [path = "", query = ""] = fragment.replace(/^#?\/?/, "").split(/\?(.*)/s);
  const place = places.find(({ id }) => id === path) ?? places[0];
  const ignored = path && place.id !== path ? [path] : [];
  const fields = { ...SHARED, ...place.fields };
  /** @type {Record<string, unknown>} */
  const patch = { view: place.id };
  for (const [name, field] of Object.entries(fields)) patch[name] = field.absent;
  for (const [name, text] of new URLSearchParams(query)) {
    if (name === LANGUAGE && (text === "en" || text === "zh")) {
      patch.language = text;
      patch.languageChosen = true;
      continue;
    }
    const value = Object.hasOwn(fields, name) ? fields[name].read(text) : undefined;
    if (value === undefined) ignored.push(`${name}=${text}`);
    else patch[name] = value;
  }
  return { patch, ignored };
}

/**
 * The fragment for a state, "#/plane?model=names-2d&token=e".
 * @param {State} state
 * @param {Place[]} places
 */
export function writeAddress(state, places) {
  const place = places.find(({ id }) => id === state.view) ?? places[0];
  const query = new URLSearchParams();
  const values = /** @type {Record<string, any>} */ (/** @type {unknown} */ (state));
  for (const [name, field] of Object.entries({ ...SHARED, ...place.fields })) {
    const text = values[name] === null ? null : field.write(values[name]);
    if (text !== null) query.set(name, text);
  }
  if (state.languageChosen) query.set(LANGUAGE, state.language);
  const text = query.toString();
  return `#/${place.id}${text ? `?${text}` : ""}`;
}

const SAME_GESTURE = 1000; // ms: the same part changed again so soon (typing, arrow keys) is one step of the history

/**
 * Takes the window's address into the store and the store's changes back into the address.
 * @param {{window: Window, store: Store<State>, places: Place[], signal: AbortSignal}} parts
 */
export function followAddress({ window, store, places, signal }) {
  let last = { at: -Infinity, what: "" };

  function take() {
    const { patch, ignored } = readAddress(window.location.hash, places);
    patch.notices = ignored.length ? [{ key: "notice.ignored", values: { parts: ignored.join(" · ") } }] : [];
    store.change(patch);
    window.history.replaceState(null, "", writeAddress(store.state, places));
  }

  window.addEventListener("popstate", take, { signal });
  take();

  const quiet = new Set(places.flatMap(({ fields }) => Object.keys(fields).filter((key) => fields[key].quiet)));
  const keys = new Set(places.flatMap(({ fields }) => Object.keys(fields)));
  const watched = /** @type {(keyof State)[]} */ (["view", "model", "language", "languageChosen", ...keys]);
  let before = store.state;
  store.subscribe(
    watched,
    (state) => {
      const changed = watched.filter((key) => !Object.is(state[key], before[key]));
      const settling = changed.every((key) => before[key] === null || quiet.has(key)); // a default found, nobody's step
      before = state;
      const next = writeAddress(state, places);
      if (next === window.location.hash) return;
      const now = { at: performance.now(), what: changed.join() };
      const same = now.what === last.what && now.at - last.at < SAME_GESTURE;
      last = now;
      if (settling || same) window.history.replaceState(null, "", next);
      else window.history.pushState(null, "", next);
    },
    signal,
  );
}
