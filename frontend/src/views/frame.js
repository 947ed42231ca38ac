// The one line over every view (on a phone its links become a bottom bar): name, views, model, language, colours;
// under it the notice. It mounts the view of the state, and mounts it anew when the language changes.

/** @import { Store } from "../store.js" */
/** @import { State, Theme } from "../state.js" */
/** @import { Api } from "../api.js" */
/** @import { FrameActions } from "../actions/frame.js" */
/** @import { MessageKey, Translate } from "../i18n.js" */
import { ApiError } from "../api.js";
import { createErrorBox } from "./error_box.js";
import { drawing, element, icon } from "../element.js";
import { fetchWords, languages, translate } from "../i18n.js";
import { keepPreferences } from "../preferences.js";
import { writeAddress } from "../address.js";
import { createSegments } from "./segments.js";
import { views } from "./registry.js";

/** @typedef {{bar: HTMLElement, notice: HTMLElement, stage: HTMLElement, announcer: HTMLElement}} Nodes */

const reload = () => location.reload(); // a module that failed to load stays failed until then; the address keeps the view

const OF_A_SWEEP = /^sweep-[0-9a-f]{10}-d\d+-h\d+-s\d+$/; // the id of a training of a sweep, and of its model
/** @type {Record<Theme, string>} */
const THEME_ICONS = {
  auto: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11",
  light:
    "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.2v1.6M8 13.2v1.6M1.2 8h1.6M13.2 8h1.6M3.2 3.2l1.1 1.1M11.7 11.7l1.1 1.1M3.2 12.8l1.1-1.1M11.7 4.3l1.1-1.1",
  dark: "M13 9.7A5.6 5.6 0 0 1 6.3 3a5.6 5.6 0 1 0 6.7 6.7z",
};

/**
 * @param {{nodes: Nodes, store: Store<State>, api: Api, actions: FrameActions, signal: AbortSignal}} parts
 */
export function createFrame({ nodes, store, api, actions, signal }) {
  /** @type {Translate} */
  const t = (key, values) => translate(spoken, key, values);
  let spoken = store.state.language; // a new one is spoken once its words are here
  let mounted = new AbortController();

  function dressPage() {
    const { theme, view } = store.state;
    document.documentElement.lang = spoken === "zh" ? "zh-CN" : "en";
    document.documentElement.dataset.theme = theme;
    document.title = t("page.title", { view: t(/** @type {MessageKey} */ (`view.${view}`)) });
  }

  function mount() {
    const focused = document.activeElement?.matches("#bar nav a, #bar .segments input");
    const again = document.activeElement?.tagName === "A" ? "#bar nav a[aria-current]" : "#bar .segments input:checked";
    mounted.abort();
    mounted = new AbortController();
    drawBar(mounted.signal);
    if (focused) /** @type {HTMLElement | null} */ (document.querySelector(again))?.focus(); // the bar is new
    const node = element("div", { class: `view view-${store.state.view}` });
    nodes.stage.replaceChildren(node);
    const announce = (/** @type {string} */ sentence) => {
      nodes.announcer.textContent = sentence;
    };
    const view = views.find(({ id }) => id === store.state.view) ?? views[0];
    const stage = { node, store, api, frame: actions, t, announce, signal: mounted.signal };
    Promise.all([view.load(), fetchWords(spoken, view.words)]).then(
      ([{ mount: fill }]) => stage.signal.aborted || fill(stage),
      () => stage.signal.aborted || node.replaceChildren(createErrorBox({ ...stage, error: new ApiError("lost"), retry: reload })),
    );
  }

  /** @param {AbortSignal} until */
  function drawBar(until) {
    const links = views.map(({ id }) => {
      const here = id === store.state.view;
      const href = writeAddress({ ...store.state, view: id }, views);
      const link = element("a", { href, "aria-current": here && "page" }, t(/** @type {MessageKey} */ (`view.${id}`)));
      link.addEventListener(
        "click",
        (event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab is the browser's
          event.preventDefault();
          actions.openView(id);
        },
        { signal: until },
      );
      return link;
    });
    const picker = element("select", { "aria-label": t("frame.model") });
    picker.addEventListener("change", () => actions.chooseModel(picker.value), { signal: until });
    const listModels = () => {
      const { models, model } = store.state;
      // a sweep leaves hundreds of models; those not on show would crowd out the rest
      const cards = (models.value ?? []).filter(({ id }) => id === model || !OF_A_SWEEP.test(id));
      const options = cards.map(({ id }) => element("option", { value: id, selected: id === store.state.model }, id));
      picker.replaceChildren(...(cards.length ? options : [element("option", {}, t("frame.model.waiting"))]));
      picker.disabled = !cards.length;
    };
    store.subscribe(["models", "model"], listModels, until);
    listModels();

    const language = createSegments({
      label: t("frame.language"),
      options: languages.map((value) => ({ value, label: t(`frame.language.${value}`) })),
      value: store.state.language,
      onChoose: actions.chooseLanguage,
      signal: until,
    });
    const theme = element("button", { type: "button", class: "tool theme" });
    const dressTheme = () => {
      const label = t(`frame.theme.${store.state.theme}`);
      theme.setAttribute("aria-label", label);
      theme.setAttribute("data-tip", label);
      theme.replaceChildren(icon(THEME_ICONS[store.state.theme]));
    };
    theme.addEventListener("click", actions.turnTheme, { signal: until });
    store.subscribe(["theme"], dressTheme, until);
    dressTheme();

    nodes.bar.replaceChildren(
      element("a", { class: "skip", href: "#stage" }, t("page.skip")),
      element("span", { class: "brand" }, mark(), "Embedscope"),
      element("nav", { "aria-label": t("frame.views") }, ...links),
      element("div", { class: "bar-end" }, picker, language.root, theme),
    );
    nodes.bar.querySelector(".skip")?.addEventListener(
      "click",
      (event) => {
        event.preventDefault(); // the fragment holds the view
        nodes.stage.focus();
      },
      { signal: until },
    );
  }

  function drawNotices() {
    const { notices } = store.state;
    if (!notices.length) return nodes.notice.replaceChildren();
    const close = element(
      "button",
      { type: "button", class: "tool", "aria-label": t("notice.close") },
      icon("M4 4l8 8M12 4l-8 8"),
    );
    close.addEventListener("click", actions.closeNotices, { signal });
    const lines = notices.map(({ key, values }) => element("p", {}, t(key, values)));
    nodes.notice.replaceChildren(element("div", { class: "notice" }, element("div", {}, ...lines), close));
  }

  async function speak() {
    const { language } = store.state;
    try {
      await fetchWords(language);
    } catch {
      return store.change({ language: spoken, notices: [{ key: "error.lost", values: {} }] });
    }
    if (language !== store.state.language) return;
    spoken = language;
    dressPage();
    mount();
    drawNotices();
  }

  store.subscribe(["theme", "view"], dressPage, signal);
  store.subscribe(["view"], mount, signal);
  store.subscribe(["language"], speak, signal);
  store.subscribe(["notices"], drawNotices, signal);
  store.subscribe(["theme", "hintsDone", "claimsSeen"], keepPreferences, signal);
  store.subscribe(["model"], actions.settleModel, signal);
  dressPage();
  drawNotices();
  mount();
}

/** The page's sign: two rays from one origin, and the angle between them. */
function mark() {
  return drawing(
    "svg",
    { viewBox: "0 0 24 24", class: "mark", "aria-hidden": "true" },
    drawing("path", { d: "M3 21 9 4M3 21 21 12", class: "mark-rays" }),
    drawing("path", { d: "M6.2 12A9.5 9.5 0 0 1 11.6 16.7", class: "mark-angle" }),
    drawing("circle", { cx: 9, cy: 4, r: 2.6, class: "mark-vowel" }),
    drawing("circle", { cx: 21, cy: 12, r: 2.6, class: "mark-accent" }),
  );
}
