// What the map's colours mean, and in words what a plane cannot show of a table.

/** @import { Stage } from "./stage.js" */
/** @import { Kind } from "../token.js" */
/** @import { Embedding } from "../wire.js" */
/** @import { Translate } from "../i18n.js" */
import { element } from "../element.js";
import { formatNumber } from "../i18n.js";
import { tokenKind } from "../token.js";

/** @type {Kind[]} */
const KINDS = ["vowel", "consonant", "letter", "other", "boundary"];

/**
 * What the colours and weights mean, for the kinds that the table has.
 * @param {Stage} stage
 */
export function createLegend({ store, t, signal }) {
  const root = element("p", { class: "legend" });
  const show = () => {
    const kinds = new Set(store.state.embedding.value?.tokens.map(tokenKind));
    const entries = KINDS.filter((kind) => kinds.has(kind)).map((kind) =>
      element("span", { class: `kind-${kind}` }, t(`kind.${kind}`)),
    );
    root.replaceChildren(...entries);
  };
  store.subscribe(["embedding"], show, signal);
  show();
  return root;
}

/**
 * What the picture does not show: how much of the table is lost on it.
 * @param {Embedding} embedding
 * @param {Translate} t
 */
export function lossNotes({ dimensions, projection, fidelity }, t) {
  if (projection.method === "none") return [];
  if (projection.method === "line") return [t("plane.line")];
  const percent = (/** @type {number | null} */ share) => formatNumber(share === null ? null : 100 * share, 0);
  const lines = [t("plane.shadow", { dimensions, share: percent(projection.variance) })];
  if (fidelity) lines.push(t("plane.fidelity", { k: fidelity.k, share: percent(fidelity.neighbours_kept) }));
  return lines;
}
