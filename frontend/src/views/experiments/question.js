// One question of an experiment to the server: it keeps the latest answer, aborts the older ones, and ends with the view.

/** @import { Resource } from "../../resource.js" */
import { createLoader, nothingYet } from "../../resource.js";
import { createStore } from "../../store.js";

/**
 * @template T
 * @param {AbortSignal} signal
 * @param {(answer: Resource<T>) => void} onChange
 */
export function createQuestion(signal, onChange) {
  /** @type {import("../../store.js").Store<any>} a store of its own: nothing else of the page reads it */
  const own = createStore({ answer: nothingYet() });
  const loader = createLoader(own, /** @type {any} */ ("answer"));
  own.subscribe(["answer"], () => signal.aborted || onChange(own.state.answer), signal);
  signal.addEventListener("abort", loader.stop, { once: true });
  return {
    /** @returns {Resource<T>} */
    get answer() {
      return own.state.answer;
    },
    /** Asks, unless the same was asked last. @param {string} about @param {(signal: AbortSignal) => Promise<T>} ask @param {{again?: boolean}} [how] */
    ask: (about, ask, how) => loader.load(about, ask, how),
    stop: loader.stop,
  };
}

/** Whether an answer is a refusal of what was typed: it then stands at the field, not over the picture. @param {Resource<any>} answer */
export const isRefusal = (answer) => answer.phase === "failed" && answer.error?.status === 422;

/** What the panel should show of an answer whose refusal stands at the field. @template T @param {Resource<T>} answer @returns {Resource<T>} */
export const besideField = (answer) => (isRefusal(answer) ? { ...answer, phase: "ready" } : answer);
