// One of the two twins: its lines with the slip marked, and apart from them what it gave: values, an error, findings.

/** @import { TwinSide } from "../../wire_slips.js" */
import { element, icon } from "../../element.js";
import { writtenValue } from "../../figures/variables.js";
import { formatNumber } from "../../i18n.js";

const [CROSS, LENS] = ["M4 4l8 8M12 4l-8 8", "M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9M10.5 10.5l3.5 3.5"];
const SHARES = new Set(["share", "shown", "possible"]);

/** @param {"healthy" | "broken"} kind @param {string} heading @param {string} detector */
export function createTwinSide(kind, heading, detector) {
  const code = element("pre", { class: "mono", tabindex: 0, "aria-label": heading });
  const values = element("dl", { class: "twin-values" });
  const said = element("div", { class: "twin-said" });
  const findings = element("ul", { class: "twin-findings", "aria-label": `${heading}. ${detector}` });
  const result = element("section", { class: `twin twin-${kind}`, hidden: true }, element("h3", {}, heading), said, values, findings);
  return {
    lines: element("section", { class: "twin" }, element("h3", {}, heading), code),
    result,
    /** @param {string} lines @param {boolean[]} changed */
    write(lines, changed) {
      code.replaceChildren(...lines.trimEnd().split("\n").map((line, at) => element("span", { class: changed[at] ? "line-wrong" : null }, `${line}\n`)));
    },
    /** @param {TwinSide | null} side @param {(key: any, values?: import("../../i18n.js").Values) => string} w */
    tell(side, w) {
      result.hidden = !side;
      if (!side) return;
      values.replaceChildren(...Object.entries(side.values).map(([name, value]) => element("div", {}, element("dt", { class: "mono" }, name), element("dd", { class: "mono", "data-variable": name, "data-value": JSON.stringify(value) }, writtenValue(value)))));
      said.replaceChildren(
        ...(side.error ? [element("p", { class: "mono storage-error" }, icon(CROSS), side.error)] : []),
        ...(side.warning ? [element("p", { class: "muted" }, w("warned", { warning: side.warning }))] : []),
      );
      findings.replaceChildren(
        ...(side.findings.length ? [] : [element("li", { class: "muted" }, icon(LENS), w("quiet"))]),
        ...side.findings.map(({ rule, evidence }) => element("li", { "data-rule": rule }, icon(LENS), element("span", {}, w(`said.${rule}`, read(evidence))))),
      );
    },
  };
}

/** Evidence as words: shares as per cent, other numbers with as many digits as they need. @param {Record<string, any>} evidence */
function read(evidence) {
  return Object.fromEntries(
    Object.entries(evidence).map(([name, value]) => {
      if (SHARES.has(name)) return [name, `${formatNumber(Math.round(1000 * value) / 10)} %`];
      if (Array.isArray(value)) return [name, value.length === 1 ? `${value[0]},` : value.join(", ")];
      return [name, typeof value === "number" && !Number.isInteger(value) ? formatNumber(value, Math.abs(value) < 0.001 ? 6 : 4) : value];
    }),
  );
}
