// Who is selected: the character, its row, norm and count, its vector; and what the pointer compares it with.
// Every line has its place whether or not there is something to say, so nothing jumps.

/** @import { Stage } from "./stage.js" */
/** @import { Neighbours } from "../wire.js" */
import { closenessOf } from "../figures/closeness.js";
import { element } from "../element.js";
import { formatNumber } from "../i18n.js";
import { tokenKind, tokenLabel } from "../token.js";
import { pairOnShow } from "./plane_pair.js";

const VECTOR_SHOWN = 12; // components written out; a longer vector ends in "…"

/**
 * @param {Stage} stage
 * @returns {{head: HTMLElement, readout: HTMLElement}} the head of the panel of lists, and the line under it
 */
export function createPlaneDetails({ store, t, signal }) {
  const glyph = element("p", { class: "details-glyph" });
  const facts = element("p", { class: "details-facts" });
  const vector = element("p", { class: "details-vector mono muted" });
  const readout = element("p", { class: "details-readout" });
  const head = element("div", { class: "details" }, glyph, element("div", { class: "details-words" }, facts, vector));

  function describe() {
    const { embedding, corpus, token } = store.state;
    const row = embedding.value?.tokens.indexOf(token ?? "") ?? -1;
    if (!embedding.value || row < 0) return;
    const kind = tokenKind(/** @type {string} */ (token));
    const count = corpus.value?.characters.find((one) => one.token === token)?.count;
    glyph.textContent = tokenLabel(/** @type {string} */ (token));
    glyph.className = `details-glyph kind-${kind}`;
    const parts = [
      t(`kind.${kind}`),
      t("plane.row", { row: String(row) }),
      t("plane.norm", { norm: formatNumber(embedding.value.norms[row], 2) }),
    ];
    if (count !== undefined) parts.push(t("plane.times", { count }));
    facts.replaceChildren(...parts.map((part) => element("span", {}, part)));
    const values = embedding.value.vectors?.[row] ?? [];
    const written = values.slice(0, VECTOR_SHOWN).map((value) => formatNumber(value, 2));
    vector.textContent = values.length
      ? `C[${row}] = (${written.join(", ")}${values.length > VECTOR_SHOWN ? ", …" : ""})`
      : "";
  }

  function compare() {
    const { embedding, neighbours } = store.state;
    const pair = pairOnShow(store.state);
    readout.classList.toggle("muted", !pair);
    if (!pair || !embedding.value) {
      readout.textContent = t("plane.compare");
      return;
    }
    const { cosine, dot, distance } = closenessOf(embedding.value, pair);
    const [one, other] = pair.map((row) => tokenLabel(embedding.value?.tokens[row] ?? ""));
    const say = (/** @type {string} */ name, /** @type {number | null} */ value, /** @type {number | null} */ rank) =>
      element("span", {}, `${name} `, element("b", {}, formatNumber(value, 2)), rank === null ? null : ` #${rank}`);
    const [from, to] = pair;
    const rank = (/** @type {Neighbours | undefined} */ list) =>
      (list?.row === from &&
        list.table === embedding.value?.table &&
        list.neighbours.find((near) => near.row === to)?.rank) ||
      null;
    readout.replaceChildren(
      element("b", { class: "details-pair" }, `${one} · ${other}`),
      say(t("metric.cosine"), cosine, rank(neighbours.value?.cosine)),
      say(t("metric.euclidean"), distance, rank(neighbours.value?.euclidean)),
      say(t("metric.dot"), dot, null),
    );
  }

  store.subscribe(["embedding", "corpus", "token"], describe, signal);
  store.subscribe(["embedding", "neighbours", "token", "hover"], compare, signal);
  describe();
  compare();
  return { head, readout };
}
