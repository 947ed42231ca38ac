// What each row of C is worth: how much the exact dev loss rises when the server puts the mean of all rows in its place.

/** @import { Lectern } from "../lesson.js" */
/** @import { Worth } from "../../wire.js" */
import { drawing, element } from "../../element.js";
import { curlCommand } from "../../export.js";
import { formatNumber } from "../../i18n.js";
import { modelOnShow } from "../../state.js";
import { tokenKind, tokenLabel } from "../../token.js";
import { createPanel } from "../panel.js";
import { createQuestion } from "./question.js";

const [WIDTH, HEIGHT, FOOT] = [432, 132, 22];

/** @param {Lectern} lectern @param {(key: any, values?: import("../../i18n.js").Values) => string} w */
export function createWorth({ stage }, w) {
  const { store, api, signal } = stage;
  /** @type {ReturnType<typeof createQuestion<Worth>>} */
  const asked = createQuestion(signal, show);
  const svg = drawing("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "worth", role: "img" });
  const said = element("p", { class: "lab-said" });
  const path = () => `models/${encodeURIComponent(store.state.model ?? "")}/worth`;

  /** @param {{again?: boolean}} [how] */
  function load(how) {
    if (modelOnShow(store.state)) void asked.ask(store.state.model ?? "", (until) => api.ask(path(), { signal: until }), how);
  }

  function show() {
    panel.show(store.state.models, asked.answer);
    const rows = asked.answer.value?.rows;
    if (!rows?.length) return;
    const most = Math.max(...rows.map(({ cost }) => cost), 1e-9);
    const step = WIDTH / rows.length;
    svg.replaceChildren(
      ...rows.flatMap(({ token, cost }, at) => {
        const height = Math.max(1, (Math.abs(cost) / most) * (HEIGHT - FOOT - 8));
        return [
          drawing("rect", { x: at * step + 1.5, y: HEIGHT - FOOT - height, width: Math.max(1, step - 3), height, rx: 1.5, class: `worth-bar kind-${tokenKind(token)}`, "data-token": token, "data-value": cost }, drawing("title", {}, `${tokenLabel(token)}: ${formatNumber(cost, 4)}`)),
          drawing("text", { x: (at + 0.5) * step, y: HEIGHT - FOOT / 2, class: "mirror-token" }, tokenLabel(token)),
        ];
      }),
    );
    const [first, last] = [rows[0], rows[rows.length - 1]];
    said.textContent = w("worth.finding", { first: tokenLabel(first.token), most: formatNumber(first.cost, 3), last: tokenLabel(last.token), least: formatNumber(last.cost, 4) });
    svg.setAttribute("aria-label", said.textContent);
    panel.refresh();
  }

  const panel = createPanel(stage, {
    id: "worth",
    heading: w("worth.title"),
    picture: element("div", { class: "lab-picture" }, element("p", { class: "muted lab-said" }, w("worth.story")), svg, said),
    table: () => {
      const { value } = asked.answer;
      return value ? { caption: w("worth.caption"), columns: [stage.t("column.token"), w("worth.cost"), w("worth.loss")], rows: value.rows.map(({ token, cost, dev_loss }) => [token, cost, dev_loss]), digits: 4 } : null;
    },
    curl: () => [curlCommand(api.address(path()))],
    file: () => `${store.state.model}-worth`,
    stop: asked.stop,
    retry: () => (store.state.models.phase === "failed" ? void stage.frame.loadModels({ again: true }) : load({ again: true })),
  });
  store.subscribe(["model", "models"], () => load(), signal);
  show();
  load();
  return panel.root;
}
