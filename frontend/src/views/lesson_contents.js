// The list of chapters with how much of each has been read. On a narrow screen it folds into one line.

/** @import { Lectern } from "./lesson.js" */
/** @import { LessonKey } from "../i18n/lesson.js" */
import { chapterOnShow, claimsOf } from "../actions/lesson.js";
import { writeAddress } from "../address.js";
import { CHAPTERS } from "../chapters.js";
import { drawing, element } from "../element.js";
import { views } from "./registry.js";

const AROUND = 2 * Math.PI * 6;

/** A ring that closes as the chapter is read. @param {number} share */
function ring(share) {
  return drawing(
    "svg",
    { viewBox: "0 0 16 16", class: `ring${share === 1 ? " ring-whole" : ""}`, "aria-hidden": "true" },
    drawing("circle", { cx: 8, cy: 8, r: 6, class: "ring-track" }),
    drawing("circle", { cx: 8, cy: 8, r: 6, class: "ring-part", "stroke-dasharray": `${share * AROUND} ${AROUND}`, transform: "rotate(-90 8 8)" }),
    share === 1 ? drawing("path", { d: "M5.2 8.2l2 2 3.6-4.2", class: "ring-check" }) : null,
  );
}

/** @param {Lectern} lectern */
export function createContents({ stage: { store, signal }, w, actions }) {
  const here = element("span", {});
  const list = element("ol", {});
  const fold = element("details", { class: "contents-fold" }, element("summary", {}, here), list);
  const wide = matchMedia("(min-width: 1101px)");

  function draw() {
    const { state } = store;
    const chapter = chapterOnShow(state);
    const number = CHAPTERS.indexOf(chapter) + 1;
    here.textContent = `${w("lesson.number", { number, count: CHAPTERS.length })} · ${w(/** @type {LessonKey} */ (`chapter.${chapter}`))}`;
    const focused = document.activeElement?.closest(".contents-link")?.getAttribute("data-chapter");
    list.replaceChildren(
      ...CHAPTERS.map((id) => {
        const claims = claimsOf(state, id);
        const seen = claims.filter((claim) => state.claimsSeen.includes(claim.id)).length;
        const link = element(
          "a",
          {
            class: "contents-link",
            href: writeAddress({ ...state, chapter: id, claim: null }, views),
            "aria-current": id === chapter && "true",
            "data-chapter": id,
            "data-seen": seen,
          },
          ring(claims.length ? seen / claims.length : 0),
          element("span", {}, w(/** @type {LessonKey} */ (`chapter.${id}`))),
          claims.length ? element("span", { class: "unseen" }, w("lesson.progress", { seen, count: claims.length })) : null,
        );
        link.addEventListener(
          "click",
          (event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            if (!wide.matches) fold.open = false;
            actions.openChapter(id);
          },
          { signal },
        );
        return element("li", {}, link);
      }),
    );
    if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-chapter="${focused}"]`))?.focus();
  }

  const unfold = () => {
    fold.open = wide.matches;
  };
  wide.addEventListener("change", unfold, { signal });
  unfold();
  store.subscribe(["claims", "claim", "chapter", "claimsSeen"], draw, signal);
  draw();
  return element("nav", { class: "lesson-contents", "aria-label": w("lesson.contents") }, fold, element("p", { class: "contents-keys muted" }, w("lesson.keys")));
}
