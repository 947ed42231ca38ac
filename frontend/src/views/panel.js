// A place for one picture: heading, the picture, its table one key away, curl and downloads, waiting and failure.
// The body keeps the size that the style sheet gives it, so nothing jumps whatever stands in it.

/** @import { Stage } from "./stage.js" */
/** @import { Resource } from "../resource.js" */
/** @import { Table } from "../export.js" */
import { ApiError } from "../api.js";
import { element, icon } from "../element.js";
import { csv, saveAddress, saveText } from "../export.js";
import { createDataTable } from "./data_table.js";
import { createErrorBox } from "./error_box.js";
import { createMenu } from "./menu.js";
import { createWaiting } from "./waiting.js";

const TABLE = "M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 3.5v9";
const PICTURE = "M2.5 3.5h11v9h-11zM3 11l3.5-4 2.5 3 1.5-1.5 3 3";

/**
 * @typedef {object} PanelParts
 * @property {string} id also the class "panel-<id>"
 * @property {string} heading
 * @property {HTMLElement} [head] stands for the heading, which is then only heard
 * @property {Node[]} [controls] between the heading and the tools
 * @property {HTMLElement} picture
 * @property {() => (Table & {caption: string, digits?: number}) | null} table what the picture shows; null while there is nothing
 * @property {() => string[]} curl the commands that fetch what the picture shows
 * @property {() => Promise<string>} [image] the picture as a PNG data address
 * @property {import("./menu.js").Command[]} [commands] more of the menu
 * @property {() => string} file the name of downloads, without ending
 * @property {() => void} stop gives up waiting
 * @property {() => void} retry asks again
 */
/** @typedef {ReturnType<typeof createPanel>} Panel */

/**
 * @param {Stage} stage
 * @param {PanelParts} parts
 */
export function createPanel({ t, signal, announce }, parts) {
  let tabular = false;
  let plotlyMissing = false;
  /** @type {Resource<any>[]} */
  let shown = [];
  const toggle = element("button", { type: "button", class: "tool", "aria-pressed": "false" });
  const tableAt = element("div", { class: "panel-table", hidden: true });
  const failureAt = element("div", { class: "panel-failure", hidden: true });
  const waiting = createWaiting({ t, signal, stop: parts.stop });
  const curlAt = element("textarea", {
    class: "panel-curl mono",
    readonly: true,
    rows: 3,
    hidden: true,
    "aria-label": t("panel.curl"),
  });
  const commands = [
    { label: t("panel.curl"), run: copyCurl },
    ...(parts.image ? [{ label: t("panel.png"), run: savePicture }] : []),
    { label: t("panel.csv"), run: saveData },
    ...(parts.commands ?? []),
  ];
  const menu = createMenu({ label: t("panel.more"), commands, signal });
  const body = element("div", { class: "panel-body" }, parts.picture, tableAt, failureAt, waiting);
  const heading = element("h2", { class: parts.head ? "unseen" : null }, parts.heading);
  const root = element(
    "section",
    { class: `panel panel-${parts.id}`, "aria-label": parts.heading },
    element(
      "header",
      {},
      heading,
      parts.head ?? null,
      ...(parts.controls ?? []),
      element("div", { class: "tools" }, toggle, menu),
    ),
    body,
    curlAt,
  );

  function arrange() {
    const failed = !failureAt.hidden;
    parts.picture.hidden = failed || tabular;
    tableAt.hidden = failed || !tabular;
    const label = t(tabular ? "panel.picture" : "panel.table");
    toggle.setAttribute("aria-pressed", String(tabular));
    toggle.setAttribute("aria-label", label);
    toggle.setAttribute("data-tip", label);
    toggle.replaceChildren(icon(tabular ? PICTURE : TABLE));
    refresh();
  }

  function refresh() {
    const table = tabular ? parts.table() : null;
    const scrolled = tableAt.firstElementChild;
    const [top, left] = scrolled ? [scrolled.scrollTop, scrolled.scrollLeft] : [0, 0];
    tableAt.replaceChildren(...(table ? [createDataTable(table)] : []));
    tableAt.firstElementChild?.scrollTo({ top, left });
  }

  function turn() {
    const inside = body.contains(document.activeElement);
    tabular = !tabular;
    arrange();
    const place = /** @type {HTMLElement | null} */ ((tabular ? tableAt : parts.picture).querySelector("[tabindex]"));
    if (inside) place?.focus(); // what had the focus is hidden now
  }

  function stand() {
    const missing = plotlyMissing ? new ApiError("lost", { detail: t("panel.plotly") }) : null;
    const error = shown.find(({ phase }) => phase === "failed")?.error ?? missing;
    waiting.hidden = Boolean(error) || !shown.some(({ phase }) => phase === "waiting");
    root.setAttribute("aria-busy", String(!waiting.hidden));
    failureAt.replaceChildren(...(error ? [createErrorBox({ t, signal, error, retry: parts.retry })] : []));
    failureAt.hidden = !error;
    arrange();
  }

  async function copyCurl() {
    const command = parts.curl().join("\n");
    try {
      await navigator.clipboard.writeText(command);
      curlAt.hidden = true;
      flash(t("panel.curl.done"));
    } catch {
      curlAt.hidden = false; // no permission, or a page without https: the reader copies it
      curlAt.value = command;
      curlAt.select();
      flash(t("panel.curl.failed"));
    }
  }

  async function savePicture() {
    if (parts.image) saveAddress(`${parts.file()}.png`, await parts.image());
  }

  function saveData() {
    const table = parts.table();
    if (table) saveText(`${parts.file()}.csv`, csv(table), "text/csv");
  }

  /** Words that stand over the panel for two seconds. @param {string} words */
  function flash(words) {
    announce(words);
    const note = element("p", { class: "flash" }, words);
    root.append(note);
    setTimeout(() => note.remove(), 2000);
  }

  toggle.addEventListener("click", turn, { signal });
  root.addEventListener(
    "keydown",
    (event) => {
      const typing = event.target instanceof Element && event.target.closest("input[type=text], textarea, select");
      if (event.key !== "t" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      turn();
    },
    { signal },
  );
  arrange();

  return {
    root,
    /** Draws the table anew, if it is on show. */
    refresh,
    /** @param {string} words */
    setHeading(words) {
      heading.textContent = words;
      root.setAttribute("aria-label", words);
    },
    /**
     * Shows how one or more answers stand: waiting when one waits, its failure when one failed.
     * @param {Resource<any>[]} resources
     */
    show(...resources) {
      shown = resources;
      stand();
    },
    /** Says that Plotly did not arrive, or that it did: what createPlot calls back. @param {boolean} missing */
    missPlotly(missing) {
      if (missing === plotlyMissing) return;
      plotlyMissing = missing;
      stand();
    },
  };
}
