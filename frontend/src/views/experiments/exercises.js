// A chapter's exercise: the question, a field for each part, a check that says which are right, and other numbers on request.

/** @import { Lectern } from "../lesson.js" */
/** @import { Exercise } from "./exercise_list.js" */
import { element, icon } from "../../element.js";
import { isRight, writtenAnswer } from "../../figures/answers.js";
import catalogue from "../../i18n/lab/exercises.js";
import { wordsIn } from "../../i18n/lesson.js";
import { modelOnShow } from "../../state.js";
import { createErrorBox } from "../error_box.js";
import { createWaiting } from "../waiting.js";
import { EXERCISE_LIST } from "./exercise_list.js";
import { createQuestion } from "./question.js";

/** @param {Lectern} lectern @param {string} chapter */
export function create({ stage, actions }, chapter) {
  const { store, api, t, signal, announce } = stage;
  const w = wordsIn(catalogue, store.state.language);
  const id = `exercise-${chapter}`;
  /** @type {ReturnType<typeof createQuestion<Exercise>>} */
  const posed = createQuestion(signal, show);
  const round = () => store.state.lab[id]?.round ?? 0;

  /** Numbers from the round, so that a change of language keeps them. @param {number} seed */
  function diceOf(seed) {
    let state = (seed * 2654435761 + chapter.length * 97) >>> 0 || 1;
    return (/** @type {number} */ least, /** @type {number} */ most) => {
      state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
      return least + ((state >>> 8) % (most - least + 1));
    };
  }

  const question = element("p", { class: "exercise-question" });
  const fields = element("div", { class: "exercise-fields" });
  const verdict = element("p", { class: "lab-said exercise-verdict", role: "status" });
  const trouble = element("div", {});
  const waiting = createWaiting({ t, signal, stop: posed.stop });
  const check = element("button", { type: "submit", class: "button" }, w("check"));
  const other = element("button", { type: "button", class: "plain" }, w("other"));
  const reveal = element("button", { type: "button", class: "plain" }, w("reveal"));
  const form = element("form", { class: "exercise", novalidate: true }, question, fields, element("div", { class: "points-line" }, check, other, reveal), verdict);

  /** @param {{again?: boolean}} [how] */
  function load(how) {
    const card = modelOnShow(store.state);
    if (!card) return;
    const { corpus, vocabulary } = card;
    const about = JSON.stringify([corpus, round()]);
    void posed.ask(about, async (until) => EXERCISE_LIST[chapter]({ dice: diceOf(round()), first: round() === 0, api, corpus, vocabulary, signal: until }), how);
  }

  function show() {
    const { phase, error, value } = posed.answer;
    waiting.hidden = phase !== "waiting";
    trouble.replaceChildren(...(phase === "failed" && error ? [createErrorBox({ t, signal, error, retry: () => load({ again: true }) })] : []));
    form.hidden = phase === "failed";
    if (phase !== "ready" || !value) return;
    question.textContent = w(/** @type {any} */ (`ask.${chapter}`), value.values);
    verdict.textContent = "";
    fields.replaceChildren(
      ...value.parts.map(({ label }, at) => {
        const input = element("input", { id: `${id}-${at}`, type: "text", class: "mono", autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
        input.addEventListener("input", () => mark(at, null), { signal });
        const words = Object.hasOwn(catalogue.en, label) ? w(/** @type {any} */ (label)) : label;
        return element("div", { class: "exercise-part" }, element("label", { for: `${id}-${at}`, class: words === label && /[A-Z[]|emb|flat|hidden|logits|stride/.test(label) ? "mono" : null }, words), input, element("span", { class: "exercise-mark" }));
      }),
    );
  }

  /** @param {number} at @param {boolean | null} right null takes the mark away */
  function mark(at, right) {
    const part = fields.children[at];
    const place = /** @type {Element} */ (part.lastElementChild);
    part.querySelector("input")?.removeAttribute("aria-invalid");
    place.className = `exercise-mark ${right === null ? "" : right ? "is-right" : "is-wrong"}`;
    place.replaceChildren(...(right === null ? [] : [icon(right ? "M3.5 8.5l3 3 6-7" : "M4 4l8 8M12 4l-8 8"), element("span", { class: "unseen" }, w(right ? "right" : "wrong"))]));
  }

  const inputs = () => [...fields.querySelectorAll("input")];
  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      const parts = posed.answer.value?.parts ?? [];
      const right = parts.map(({ answer, tolerance }, at) => isRight(inputs()[at].value, answer, tolerance));
      right.forEach((one, at) => mark(at, one));
      const count = right.filter(Boolean).length;
      verdict.textContent = count === parts.length ? w("done") : w("some", { right: count, count: parts.length });
      verdict.classList.toggle("is-right", count === parts.length);
      announce(verdict.textContent);
    },
    { signal },
  );
  reveal.addEventListener(
    "click",
    () => {
      posed.answer.value?.parts.forEach(({ answer }, at) => {
        inputs()[at].value = writtenAnswer(answer);
        mark(at, null);
      });
      verdict.textContent = "";
    },
    { signal },
  );
  other.addEventListener("click", () => actions.turnKnob(id, { round: round() + 1 }), { signal });
  store.subscribe(["lab", "model", "models"], () => load(), signal);
  load();
  show();
  return element("section", { class: "panel panel-exercise", "aria-label": w("title") }, element("header", {}, element("h2", {}, w("title"))), element("div", { class: "panel-body lab-picture" }, trouble, form, waiting));
}
