// One claim: its badge in the margin, the statement, the numbers, what is so instead, and the lines of PyTorch folded away.

/** @import { Lectern } from "./lesson.js" */
/** @import { Claim } from "../wire.js" */
import { writeAddress } from "../address.js";
import { element, icon } from "../element.js";
import { createValue, writtenValue } from "./lesson_value.js";
import { views } from "./registry.js";

const SIGNS = { holds: "M3.5 8.5l3 3 6-7", depends: "M2.5 9.5c2-4 3.5-4 5.5-1.5s3.5 2.500 5.500-1.500", fails: "M4 4l8 8M12 4l-8 8" };
const SHOWN = 3; // numbers that stand in the open; the rest is one click away

/** @param {Lectern} lectern @param {Claim} claim @param {boolean} open whether the numbers and lines are unfolded */
export function createClaim({ stage: { store, signal, announce }, w, actions }, claim, open) {
  const { language } = store.state;
  const { id, verdict, value, expected, truth } = claim;
  const told = Object.keys(expected).filter((name) => name in value);
  const plain = Object.keys(value).filter((name) => !told.includes(name) && writtenValue(value[name], w).length < 26);
  const heads = [...told, ...plain].slice(0, SHOWN);

  const link = element("a", { class: "claim-id mono", href: writeAddress({ ...store.state, claim: id, chapter: null }, views), "aria-label": w("claim.link", { id }) }, id);
  link.addEventListener(
    "click",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      actions.openClaim(id);
    },
    { signal },
  );

  const lines = `${claim.preamble.trim()}\n\n${claim.code.trim()}\n`;
  const code = element("pre", { class: "claim-code mono", tabindex: 0, "aria-label": w("claim.code", { id }) }, element("code", {}, lines));
  const copy = element("button", { type: "button", class: "plain claim-copy" }, w("claim.copy"));
  copy.addEventListener("click", () => void copyLines(), { signal });

  async function copyLines() {
    try {
      await navigator.clipboard.writeText(lines);
      copy.textContent = w("claim.copied");
      announce(w("claim.copied"));
    } catch {
      getSelection()?.selectAllChildren(code); // no permission, or a page without https: the reader copies them
      announce(w("claim.copy.failed"));
    }
  }

  /** Numbers and lines are made when they are first unfolded. */
  function unfold() {
    if (!more.open || more.childElementCount > 1) return;
    const from = claim.computed_from;
    const notes = [
      w("claim.source", { section: claim.source.section[language] }),
      claim.model ? w("claim.model", { model: claim.model }) : "",
      from ? w("claim.stored", { count: from.trainings, seeds: from.seeds.join(", "), seconds: Math.round(from.seconds) }) : "",
    ];
    more.append(
      createValue(value, w, w("claim.numbers", { id })),
      element("div", { class: "claim-lines" }, copy, code),
      element("p", { class: "claim-notes muted" }, notes.filter(Boolean).join(" ")),
    );
  }

  const more = element("details", { class: "claim-more" }, element("summary", {}, w("claim.more")));
  more.addEventListener("toggle", unfold, { signal });
  more.open = open;
  unfold();

  return element(
    "li",
    { class: "claim", "data-claim": id, "data-verdict": verdict },
    element("div", { class: "claim-margin" }, element("span", { class: `badge badge-${verdict}` }, icon(SIGNS[verdict]), w(`verdict.${verdict}`)), link),
    element(
      "div",
      { class: "claim-body" },
      element("p", { class: "claim-statement" }, claim.statement[language]),
      element(
        "dl",
        { class: "claim-heads" },
        ...heads.map((name) => {
          const found = writtenValue(value[name], w);
          const said = name in expected ? writtenValue(expected[name], w) : found;
          return element(
            "div",
            {},
            element("dt", { class: "mono muted" }, name),
            element("dd", { class: "mono", title: JSON.stringify(value[name]) }, found, said === found ? null : element("span", { class: "muted claim-said" }, w("claim.said", { value: said }))),
          );
        }),
      ),
      truth ? element("p", { class: "claim-truth" }, element("b", {}, w("claim.truth")), " ", truth[language]) : null,
      more,
    ),
  );
}
