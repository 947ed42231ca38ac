// The nearest by cosine and the nearest by Euclid side by side, with a line from each character's place in the one list
// to its place in the other: where the lines cross, angle and distance disagree.

/** @import { Stage } from "./stage.js" */
/** @import { PlaneActions } from "../actions/plane.js" */
/** @import { Neighbour, Neighbours } from "../wire.js" */
import { listLength } from "../actions/plane.js";
import { rankMoves } from "../figures/rank_moves.js";
import { drawing, element } from "../element.js";
import { curlCommand } from "../export.js";
import { formatNumber } from "../i18n.js";
import { tokenKind, tokenLabel } from "../token.js";
import { createPanel } from "./panel.js";
import { createPlaneDetails } from "./plane_details.js";

const SHOWN = 10;
const ROW = 22; // px, as in plane.css

/**
 * @param {Stage} stage
 * @param {PlaneActions} actions
 * @returns {HTMLElement}
 */
export function createPlaneLists(stage, actions) {
  const { store, api, frame, t, signal } = stage;
  const cosine = element("ol", { class: "near near-cosine", "aria-label": t("plane.near.cosine") });
  const euclidean = element("ol", { class: "near near-euclidean", "aria-label": t("plane.near.euclidean") });
  const moves = drawing("svg", {
    class: "moves",
    viewBox: `0 0 40 ${SHOWN * ROW}`,
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  const scope = element("p", { class: "near-scope muted" });
  const column = (/** @type {string} */ words, /** @type {string} */ side) =>
    element("h3", { class: `near-head near-head-${side}` }, words);
  const { head: details, readout } = createPlaneDetails(stage);
  const picture = element(
    "div",
    { class: "plane-lists" },
    readout,
    element(
      "div",
      { class: "near-grid" },
      column(t("plane.near.cosine"), "cosine"),
      column(t("plane.near.euclidean"), "euclidean"),
      cosine,
      moves,
      euclidean,
    ),
    scope,
  );
  const panel = createPanel(stage, {
    id: "lists",
    heading: t("plane.lists"),
    head: details,
    picture,
    table,
    curl: () =>
      ["cosine", "euclidean"].map((metric) =>
        curlCommand(api.address(`tables/${store.state.model}/neighbours`, query(metric))),
      ),
    file: () => `${store.state.model}-neighbours`,
    stop: () => actions.stop("neighbours"),
    retry: () =>
      void (store.state.models.phase === "failed"
        ? frame.loadModels({ again: true })
        : actions.load({ again: "neighbours" })),
  });

  /** @param {string} metric */
  function query(metric) {
    const { embedding, token } = store.state;
    return { of: token, k: listLength(embedding.value?.tokens.length ?? 2), metric };
  }

  function show() {
    const { models, neighbours } = store.state;
    panel.show(models, neighbours);
    if (neighbours.value) list(neighbours.value);
  }

  /** @param {{cosine: Neighbours, euclidean: Neighbours}} answer */
  function list(answer) {
    const buttons = () => [...picture.querySelectorAll("button")];
    const focused = buttons().indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const far = Math.max(...answer.euclidean.neighbours.slice(0, SHOWN).map(({ distance }) => distance ?? 0), 1e-12);
    cosine.replaceChildren(
      ...answer.cosine.neighbours.slice(0, SHOWN).map((one) => row(one, one.similarity, Math.abs(one.similarity ?? 0))),
    );
    euclidean.replaceChildren(
      ...answer.euclidean.neighbours.slice(0, SHOWN).map((one) => row(one, one.distance, (one.distance ?? 0) / far)),
    );
    moves.replaceChildren(
      ...rankMoves(answer.cosine.neighbours, answer.euclidean.neighbours, SHOWN).map(({ token, from, to }) => {
        const [y1, y2] = [from, to].map((rank) => (Math.min(rank, SHOWN + 1) - 0.5) * ROW);
        const outside = from > SHOWN || to > SHOWN;
        return drawing("path", {
          d: `M0 ${y1}C18 ${y1} 22 ${y2} 40 ${y2}`,
          "data-token": token,
          class: outside ? "move move-out" : "move",
        });
      }),
    );
    const { rows_searched: searched, row: asked } = answer.cosine;
    const excluded = answer.cosine.excluded.filter(({ row: out }) => out !== asked);
    const left = excluded.map(({ token }) => tokenLabel(token)).join(" ");
    const dimensions = store.state.embedding.value?.dimensions; // it may come after the neighbours
    const said = dimensions === undefined ? "\u00a0" : t("plane.scope", { searched, dimensions });
    scope.textContent = said + (left ? ` ${t("plane.excluded", { tokens: left })}` : "");
    if (focused >= 0) buttons()[focused]?.focus(); // the rows are new; whoever walks the list stays at the place
    light();
  }

  /**
   * @param {Neighbour} one
   * @param {number | undefined} value
   * @param {number} share of the longest bar, 0..1
   */
  function row({ token, rank }, value, share) {
    const bar = element(
      "span",
      { class: "bar" },
      element("span", {
        class: (value ?? 0) < 0 ? "bar-fill bar-negative" : "bar-fill",
        style: `--share: ${share.toFixed(4)}`,
      }),
    );
    const name = element("span", { class: `near-token kind-${tokenKind(token)}` }, tokenLabel(token));
    const label = t("plane.near.row", { rank, token: tokenLabel(token), value: formatNumber(value, 2) });
    const button = element(
      "button",
      { type: "button", "data-token": token, "aria-label": label },
      name,
      bar,
      element("span", { class: "near-value" }, formatNumber(value, 2)),
    );
    return element("li", {}, button);
  }

  function light() {
    const { hover } = store.state;
    const lit = new Set(hover ? [hover.token, hover.against] : []);
    for (const node of picture.querySelectorAll("[data-token]")) {
      node.classList.toggle("lit", lit.has(node.getAttribute("data-token")));
    }
    moves.classList.toggle("moves-lit", Boolean(moves.querySelector(".lit")));
  }

  function table() {
    const answer = store.state.neighbours.value;
    if (!answer) return null;
    const other = new Map(answer.euclidean.neighbours.map((one) => [one.row, one]));
    return {
      caption: t("plane.lists.caption", { token: tokenLabel(answer.cosine.of) }),
      columns: [
        t("column.token"),
        t("column.rank.cosine"),
        t("metric.cosine"),
        t("column.rank.euclidean"),
        t("metric.euclidean"),
      ],
      rows: answer.cosine.neighbours.map((one) => {
        const twin = other.get(one.row);
        return [tokenLabel(one.token), one.rank, one.similarity ?? null, twin?.rank ?? null, twin?.distance ?? null];
      }),
    };
  }

  /** @param {Event} event */
  const tokenOf = (event) =>
    /** @type {Element} */ (event.target).closest("button[data-token]")?.getAttribute("data-token") ?? null;
  const point = (/** @type {Event} */ event) => {
    const token = tokenOf(event);
    actions.hover(token === null ? null : { token, against: null });
  };
  picture.addEventListener("pointerover", point, { signal });
  picture.addEventListener("pointerleave", () => actions.hover(null), { signal });
  picture.addEventListener("focusin", point, { signal });
  picture.addEventListener("focusout", () => actions.hover(null), { signal });
  picture.addEventListener(
    "click",
    (event) => {
      const token = tokenOf(event);
      if (token !== null) actions.selectToken(token);
    },
    { signal },
  );
  store.subscribe(["models", "neighbours", "embedding"], show, signal);
  store.subscribe(["hover"], light, signal);
  show();
  return panel.root;
}
