// The scoreboard of the arena: five contestants, dev and test, words that train has too and words that it has not.

import { element } from "../../element.js";
import { formatNumber } from "../../i18n.js";

/** @import { ArenaAnswer, ArenaScore, Contestant } from "./arena.js" */

const PARTS = /** @type {const} */ (["dev", "test"]);
const WHICH = /** @type {const} */ (["all", "seen", "unseen"]);

/**
 * @param {(key: any, values?: import("../../i18n.js").Values) => string} w
 * @param {(contestant: Contestant) => string} nameOf
 */
export function createBoard(w, nameOf) {
  const body = element("tbody", {});
  const heads = PARTS.flatMap((part) => WHICH.map((which) => element("th", { scope: "col", class: `of-${part}` }, w(which))));
  const root = element(
    "div",
    { class: "arena-board", tabindex: 0, role: "region", "aria-label": w("board") },
    element(
      "table",
      { class: "arena-table" },
      element(
        "thead",
        {},
        element("tr", {}, element("td", {}), ...PARTS.map((part) => element("th", { scope: "colgroup", colspan: 3, class: `of-${part}` }, w(part)))),
        element("tr", {}, element("td", {}), ...heads),
      ),
      body,
    ),
  );

  /** @param {ArenaScore} score @param {number} events @param {boolean} best @param {string} where */
  function cell({ loss, infinite, impossible_events: impossible }, events, best, where) {
    const share = impossible && events ? element("small", {}, `${formatNumber((100 * impossible) / events, 1)} %`) : null;
    return element("td", { class: [where, best ? "arena-best" : "", infinite ? "arena-infinite" : ""].join(" ").trim(), "data-value": loss, title: loss === null ? null : formatNumber(loss, 5) }, infinite ? "∞" : formatNumber(loss, 3), share);
  }

  return {
    root,
    /** @param {ArenaAnswer} answer */
    show({ scoreboard, dev, test }) {
      const events = { dev: eventsOf(dev), test: eventsOf(test) };
      body.replaceChildren(
        ...scoreboard.map((line) => {
          const cells = PARTS.flatMap((part) =>
            WHICH.map((which) => {
              const losses = scoreboard.map((one) => one[part][which].loss ?? Infinity);
              const score = line[part][which];
              return cell(score, events[part][which], score.loss !== null && score.loss === Math.min(...losses), `of-${part}`);
            }),
          );
          return element("tr", { "data-contestant": line.contestant }, element("th", { scope: "row" }, nameOf(line.contestant), line.fitted_on_dev ? "\u2009*" : ""), ...cells);
        }),
      );
    },
  };
}

/** How many events the three columns of a part have. @param {ArenaAnswer["dev"]} part */
const eventsOf = ({ events, seen_events: seen }) => ({ all: events, seen, unseen: events - seen });
