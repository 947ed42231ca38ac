// The Lesson: chapters on the left, the reading column, the chapter's experiment beside it. One chapter is open at a time.
// Up and down (or k and j) walk from claim to claim, left and right from chapter to chapter.

/** @import { Stage } from "./stage.js" */
import { chapterOnShow, createLessonActions } from "../actions/lesson.js";
import { element } from "../element.js";
import { lessonWords } from "../i18n/lesson.js";
import { createChapter } from "./lesson_chapter.js";
import { createContents } from "./lesson_contents.js";

const OWN_KEYS = "input, select, textarea, .lab, .menu, [role=application], .data-table, pre"; // there the arrows are taken

/** @typedef {{stage: Stage, w: import("../i18n/lesson.js").Words, actions: import("../actions/lesson.js").LessonActions}} Lectern */

/** @param {Stage} stage fills its node; everything it starts ends with its signal */
export function mount(stage) {
  const { node, store, api, signal } = stage;
  const actions = createLessonActions(store, api);
  /** @type {Lectern} */
  const lectern = { stage, w: lessonWords(store.state.language), actions };
  const page = element("article", { class: "lesson-page" });
  let open = "";
  let turned = new AbortController();

  function show() {
    const chapter = chapterOnShow(store.state);
    if (chapter === open) return;
    if (open) window.scrollTo({ top: 0 });
    open = chapter;
    turned.abort();
    turned = new AbortController();
    const own = { ...stage, signal: AbortSignal.any([signal, turned.signal]) };
    page.replaceChildren(...createChapter({ ...lectern, stage: own }, chapter));
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return;
    const deeds = new Map([
      ["ArrowDown", () => actions.walk(1)],
      ["j", () => actions.walk(1)],
      ["ArrowUp", () => actions.walk(-1)],
      ["k", () => actions.walk(-1)],
      ["ArrowRight", () => actions.turn(1)],
      ["ArrowLeft", () => actions.turn(-1)],
    ]);
    const deed = deeds.get(event.key);
    if (!deed) return;
    event.preventDefault();
    deed();
  }

  node.append(createContents(lectern), page);
  document.addEventListener("keydown", press, { signal });
  store.subscribe(["models", "model"], () => void actions.load(), signal);
  store.subscribe(["claims", "claim", "chapter"], show, signal);
  store.subscribe(["claim"], actions.settleClaim, signal);
  show();
  void actions.load();
}
