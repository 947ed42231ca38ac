// One chapter: its heading, a few sentences, its claims, and its experiments beside them. Claims follow the model on show.

/** @import { Lectern } from "./lesson.js" */
/** @import { LessonKey } from "../i18n/lesson.js" */
import { claimsOf } from "../actions/lesson.js";
import { ApiError } from "../api.js";
import { CHAPTERS } from "../chapters.js";
import { element } from "../element.js";
import { createErrorBox } from "./error_box.js";
import { createClaim } from "./lesson_claim.js";
import { experimentsOf } from "./experiments/registry.js";
import { createWaiting } from "./waiting.js";

const READING = 1200; // ms that a claim is wholly in sight before it counts as read

/** @param {Lectern} lectern @param {string} chapter @returns {HTMLElement[]} the reading column, the experiments, and the way on */
export function createChapter(lectern, chapter) {
  const { stage, w, actions } = lectern;
  const { store, frame, t, signal } = stage;
  const number = CHAPTERS.indexOf(chapter) + 1;
  const list = element("ol", { class: "claims" });
  const said = element("p", { class: "claims-said muted" });
  const trouble = element("div", { class: "claims-trouble" });
  const waiting = createWaiting({ t, signal, stop: actions.stop });
  const place = element("section", { class: "claims-place", "aria-label": w("lesson.claims") }, waiting, said, trouble, list);
  /** @type {Map<Element, ReturnType<typeof setTimeout>>} */
  const clocks = new Map();
  const eyes = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio, isIntersecting } of entries) {
        clearTimeout(clocks.get(target));
        const id = target.getAttribute("data-claim") ?? "";
        if (isIntersecting && intersectionRatio > 0.95) clocks.set(target, setTimeout(() => actions.see([id]), READING));
      }
    },
    { threshold: [0, 0.96] },
  );
  signal.addEventListener("abort", () => {
    eyes.disconnect();
    for (const clock of clocks.values()) clearTimeout(clock);
  });

  function drawClaims() {
    const { models, claims, model } = store.state;
    const failed = [models, claims].find(({ phase }) => phase === "failed");
    const fresh = claims.about === model && claims.phase === "ready";
    const retry = () => void (models.phase === "failed" ? frame.loadModels({ again: true }) : actions.load({ again: true }));
    trouble.replaceChildren(...(failed ? [createErrorBox({ t, signal, error: failed.error ?? new ApiError("garbled"), retry })] : []));
    waiting.hidden = Boolean(failed) || fresh;
    place.setAttribute("aria-busy", String(!waiting.hidden));
    place.classList.toggle("claims-stale", !fresh);
    const own = claimsOf(store.state, chapter);
    said.textContent = own.length ? "" : claims.value ? w("lesson.none") : failed ? "" : w("lesson.first", { model: model ?? "" });
    said.hidden = !said.textContent;
    const opened = new Set([...list.querySelectorAll("details[open]")].map((node) => node.closest("[data-claim]")?.getAttribute("data-claim")));
    eyes.disconnect();
    list.hidden = Boolean(failed);
    list.replaceChildren(...own.map((claim) => createClaim(lectern, claim, opened.has(claim.id))));
    for (const node of list.children) eyes.observe(node);
    mark();
  }

  /** Marks the chosen claim, and brings it into sight when it is chosen. */
  function mark() {
    const { claim } = store.state;
    for (const node of list.children) {
      const chosen = node.getAttribute("data-claim") === claim;
      node.classList.toggle("claim-chosen", chosen);
      if (chosen) node.setAttribute("aria-current", "true");
      else node.removeAttribute("aria-current");
    }
    const node = /** @type {HTMLElement | null} */ (list.querySelector(".claim-chosen"));
    if (!node || node.dataset.shown === claim) return;
    node.dataset.shown = claim ?? "";
    actions.see([claim ?? ""]);
    requestAnimationFrame(() => {
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      node.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
    });
  }

  function step(/** @type {1 | -1} */ direction) {
    const to = CHAPTERS[CHAPTERS.indexOf(chapter) + direction];
    if (!to) return element("span", {});
    const words = w(direction > 0 ? "lesson.next" : "lesson.previous");
    const title = w(/** @type {LessonKey} */ (`chapter.${to}`));
    const button = element("button", { type: "button", class: "turn" }, element("span", { class: "muted" }, words), element("span", {}, direction > 0 ? `${title} →` : `← ${title}`));
    button.addEventListener("click", () => actions.turn(direction), { signal });
    return button;
  }

  store.subscribe(["claims", "models", "model"], drawClaims, signal);
  store.subscribe(["claim"], mark, signal);
  drawClaims();
  const experiments = experimentsOf(lectern, chapter);
  const column = element(
    "div",
    { class: "lesson-column" },
    element("p", { class: "chapter-number muted" }, w("lesson.number", { number, count: CHAPTERS.length })),
    element("h1", {}, w(/** @type {LessonKey} */ (`chapter.${chapter}`))),
    element("p", { class: "story" }, w(/** @type {LessonKey} */ (`story.${chapter}`))),
    place,
  );
  return [column, experiments, element("div", { class: "turns" }, step(-1), step(1))];
}
