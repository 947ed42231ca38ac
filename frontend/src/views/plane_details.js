// Who is selected: the character, its row, norm and count, its vector; and what the pointer compares it with.
// Every line has its place whether or not there is something to say, so nothing jumps.

/** @import { Stage } from "./stage.js" */
/** @import { PlaneActions } from "../actions/plane.js" */
import { closenessOf } from "../figures/closeness.js";
import { element } from "../element.js";
import { formatNumber } from "../i18n.js";
import { tokenKind, tokenLabel } from "../token.js";
import { pairOnShow } from "./plane_pair.js";

const VECTOR_SHOWN = 12; // components written out; a longer vector ends in "…"

/**
 * @param {Stage} stage
 * @param {PlaneActions} _actions
 * @returns {HTMLElement}
 */
export function createPlaneDetails({ store, t, signal }, _actions) {
  const glyph = element("p", { class: "details-glyph" });
  const facts = element("p", { class: "details-facts" });
  const vector = element("p", { class: "details-vector mono muted" });
  const readout = element("p", { class: "details-readout" });
  const root = element("section", { class: "panel details", "aria-label": t("plane.details") }, glyph, element("div", { class: "details-words" }, facts, vector), readout);

  function describe() {
    const { embedding, corpus, token } = store.state;
    const row = embedding.value?.tokens.indexOf(token ?? "") ?? -1;
    if (!embedding.value || row < 0) return;
    const kind = tokenKind(/** @type {string} */ (token));
    const count = corpus.value?.characters.find((one) => one.token === token)?.count;
    glyph.textContent = tokenLabel(/** @type {string} */ (token));
    glyph.className = `details-glyph kind-${kind}`;
    const parts = [t(`kind.${kind}`), t("plane.row", { row: String(row) }), t("plane.norm", { norm: formatNumber(embedding.value.norms[row], 2) })];
    if (count !== undefined) parts.push(t("plane.times", { count }));
    facts.replaceChildren(...parts.map((part) => element("span", {}, part)));
    const values = embedding.value.vectors?.[row] ?? [];
    const written = values.slice(0, VECTOR_SHOWN).map((value) => formatNumber(value, 2));
    vector.textContent = values.length ? `C[${row}] = (${written.join(", ")}${values.length > VECTOR_SHOWN ? ", …" : ""})` : "";
  }

  function compare() {
    const { embedding } = store.state;
    const pair = pairOnShow(store.state);
    readout.classList.toggle("muted", !pair);
    if (!pair || !embedding.value) {
      readout.textContent = t("plane.compare");
      return;
    }
    const { cosine, dot, distance } = closenessOf(embedding.value, pair);
    const [one, other] = pair.map((row) => tokenLabel(embedding.value?.tokens[row] ?? ""));
    const say = (/** @type {string} */ name, /** @type {number | null} */ value) => element("span", {}, `${name} `, element("b", {}, formatNumber(value, 2)));
    readout.replaceChildren(
      element("b", { class: "details-pair" }, `${one} · ${other}`),
      say(t("metric.cosine"), cosine),
      say(t("metric.dot"), dot),
      say(t("metric.euclidean"), distance),
    );
  }

  store.subscribe(["embedding", "corpus", "token"], describe, signal);
  store.subscribe(["embedding", "token", "hover"], compare, signal);
  describe();
  compare();
  return root;
}
