// What the server made of a list: lines kept, refused and why, every character with its count, what looks out of place.
// A card with a report -> elements, a sentence that says the same, and the button that trains on it.

/** @import { CorpusWords } from "../i18n/corpus.js" */
/** @import { Translate } from "../i18n.js" */
/** @import { ImportedCorpus, ImportReport } from "../wire.js" */
import { element } from "../element.js";
import { formatNumber } from "../i18n.js";
import { tokenLabel } from "../token.js";

const LINES = 20; // refused lines on show; the rest is counted
const CHARACTERS = 200;

/**
 * @param {{corpus: ImportedCorpus, say: CorpusWords, t: Translate, signal: AbortSignal, train: () => void, another: () => void}} parts
 */
export function createCorpusReport({ corpus, say, t, signal, train, another }) {
  const { report } = corpus;
  const counts = /** @type {const} */ (["kept", "duplicates", "empty", "refused"]).map((key) => ({
    name: say(`report.${key}`),
    count: key === "refused" ? report.refused_lines : report[key],
  }));
  const done = say("report.done", { id: corpus.id });
  const go = element("button", { type: "button", class: "big" }, say("report.train"));
  const more = element("button", { type: "button", class: "plain" }, say("report.another"));
  go.addEventListener("click", train, { signal });
  more.addEventListener("click", another, { signal });
  const root = element(
    "div",
    { class: "own-report" },
    element("p", { class: "own-done" }, done),
    element("dl", { class: "own-counts" }, ...counts.map(({ name, count }) => element("div", {}, element("dt", {}, name), element("dd", {}, formatNumber(count))))),
    go,
    report.refused_lines > 0 && refusedLines(report, say),
    characters(report, say, t("column.token"), t("column.count")),
    more,
  );
  const sentence = `${done} ${counts.map(({ name, count }) => `${name}: ${formatNumber(count)}`).join(t("list.comma"))}`;
  return { root, sentence, focus: () => go.focus() };
}

/** @param {ImportReport} report @param {CorpusWords} say */
function refusedLines({ refused, refused_lines: all }, say) {
  const shown = refused.slice(0, LINES);
  const rest = all - shown.length;
  return element(
    "ol",
    { class: "own-refused", tabindex: 0, "aria-label": say("report.lines") },
    ...shown.map(({ line, reason }) => element("li", {}, element("b", {}, say("report.line", { line })), " ", element("span", { lang: "en", dir: "auto" }, reason))),
    rest > 0 && element("li", { class: "muted" }, say("report.more", { count: rest })),
  );
}

/** Those that look out of place come first, then the most frequent. @param {ImportReport} report @param {CorpusWords} say @param {string} token @param {string} times */
function characters({ characters: all }, say, token, times) {
  const sorted = [...all].sort((one, other) => Number(other.unusual !== null) - Number(one.unusual !== null) || other.count - one.count);
  const most = Math.max(...all.map(({ count }) => count));
  const unusual = all.filter((one) => one.unusual !== null).length;
  const caption = say("report.characters", { count: all.length, unusual });
  const rest = all.length - CHARACTERS;
  return element(
    "div",
    { class: "own-characters", tabindex: 0, role: "region", "aria-label": caption },
    element(
      "table",
      {},
      element("caption", {}, caption),
      element("thead", { class: "unseen" }, element("tr", {}, element("th", { scope: "col" }, token), element("th", { scope: "col" }, times))),
      element(
        "tbody",
        {},
        ...sorted.slice(0, CHARACTERS).map((one) => {
          const bar = element("i", { class: "own-count", "aria-hidden": "true" });
          bar.style.setProperty("--share", String(one.count / most));
          const label = element("bdi", { class: one.token === "." ? "own-boundary" : null }, tokenLabel(one.token));
          return element(
            "tr",
            { class: one.unusual === null ? null : "own-unusual" },
            element("th", { scope: "row" }, label),
            element("td", {}, bar, element("span", {}, formatNumber(one.count)), one.unusual !== null && element("small", {}, element("b", {}, say("report.unusual")), " ", element("span", { lang: "en" }, one.unusual))),
          );
        }),
      ),
    ),
    rest > 0 && element("p", { class: "muted" }, say("report.more", { count: rest })),
  );
}
