// What training on the window's rows comes to, sound and recorded in two wrong ways: losses and names of small networks that the
// server trains when asked, by the traps "leak" and "one-list".

/** @import { Lectern } from "../lesson.js" */
/** @import { Twins, TwinSide } from "../../wire_slips.js" */
import { element } from "../../element.js";
import { createErrorBox } from "../error_box.js";
import { createWaiting } from "../waiting.js";
import { formatNumber } from "../../i18n.js";
import { createQuestion } from "./question.js";

/** @param {Lectern} lectern @param {(key: any, values?: import("../../i18n.js").Values) => string} w */
export function createTrained({ stage }, w) {
  const { store, api, t, signal } = stage;
  /** @type {ReturnType<typeof createQuestion<Twins[]>>} */
  const asked = createQuestion(signal, show);
  const button = element("button", { type: "button", class: "button" }, w("train"));
  const answer = element("div", { class: "trained-answer" });
  const waiting = createWaiting({ t, signal, stop: asked.stop });
  const root = element("div", { class: "trained" }, button, waiting, answer);
  button.addEventListener("click", () => train(), { signal });
  let about = "";

  /** @param {{again?: boolean}} [how] */
  function train(how) {
    const model = store.state.model ?? "";
    const ask = (/** @type {string} */ trap, /** @type {AbortSignal} */ until) => /** @type {Promise<Twins>} */ (api.ask("experiments/twins", { body: { trap, model }, signal: until }));
    about = model;
    void asked.ask(model, (until) => Promise.all(["leak", "one-list"].map((trap) => ask(trap, until))), how);
  }

  function show() {
    const { phase, value, error } = asked.answer;
    waiting.hidden = phase !== "waiting";
    if (phase === "failed" && error) answer.replaceChildren(createErrorBox({ t, signal, error, retry: () => train({ again: true }) }));
    else if (phase === "ready" && value && about === store.state.model) answer.replaceChildren(drawTable(value), element("p", { class: "lab-said muted" }, w("train.note", { model: about })));
    else answer.replaceChildren();
  }

  /** @param {Twins[]} pairs */
  function drawTable([leak, list]) {
    /** @type {[string, TwinSide][]} */
    const rows = [
      [w("loop.sound"), leak.healthy],
      [w("loop.leaking"), leak.broken],
      [w("loop.shared"), list.broken],
    ];
    const digits = (/** @type {number} */ loss) => formatNumber(loss, loss < 0.01 ? 4 : 2);
    const head = [w("train.rows"), w("train.loss"), w("train.dev"), w("train.honest")];
    return element(
      "table",
      { class: "trained-table", "aria-label": w("train") },
      element("thead", {}, element("tr", {}, ...head.map((label) => element("th", { scope: "col" }, label)))),
      element(
        "tbody",
        {},
        ...rows.flatMap(([label, { values }]) => [
          element("tr", {}, element("th", { scope: "row" }, label), ...["loss", "dev_loss", "honest"].map((name) => element("td", { class: "mono", "data-value": values[name] }, digits(values[name])))),
          element("tr", {}, element("td", { class: "trained-names", colspan: 4 }, w("train.names", { names: written(values.names) }))),
        ]),
      ),
    );
  }

  /** Names, empty ones counted. @param {string[]} names */
  function written(names) {
    const empty = names.filter((name) => !name).length;
    return [...names.filter(Boolean), ...(empty ? [w("train.empty", { empty })] : [])].join(", ");
  }

  store.subscribe(["model"], show, signal);
  show();
  return root;
}
