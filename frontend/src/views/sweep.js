// A sweep under the Train view: which D, which H, how many seeds; how far it is; dev loss, train-dev gap and structure against D.
// The other knobs are those of the view; the sweep on show stands in the address. It is fetched when it is first opened.

/** @import { Stage } from "./stage.js" */
/** @import { Sweep } from "../wire.js" */
import { ApiError } from "../api.js";
import { createCanvas } from "../canvas.js";
import { element } from "../element.js";
import { curlCommand } from "../export.js";
import { sweepLines } from "../figures/sweep_lines.js";
import { fetchWords, formatNumber, sentences } from "../i18n.js";
import { bodyOf } from "../train_state.js";
import { createErrorBox } from "./error_box.js";
import { createPanel } from "./panel.js";

const LOOK = 500; // ms between two looks at a sweep that runs

/**
 * @param {Stage} stage
 * @returns {Promise<HTMLElement>}
 */
export async function createSweep(stage) {
  const { store, api, t, signal, announce } = stage;
  await fetchWords(store.state.language, ["sweep"]);
  /** @type {Sweep | null} */
  let sweep = null;
  /** @type {ApiError | null} */
  let error = null;
  let asking = false;
  let stopping = false;
  /** @type {() => Promise<void>} what failed, to be tried again */
  let again = start;
  const field = (/** @type {"dims" | "hidden" | "seeds"} */ name, /** @type {string} */ value) => {
    const input = element("input", {
      type: "text",
      class: "number-box",
      value,
      inputmode: "numeric",
      spellcheck: "false",
    });
    return {
      input,
      root: element(
        "label",
        { class: "sweep-field" },
        element("span", { class: "turn-name" }, t(`sweep.${name}`)),
        input,
      ),
    };
  };
  const [dims, hidden, seeds] = [
    field("dims", "1, 2, 3, 5, 10, 27"),
    field("hidden", String(store.state.H)),
    field("seeds", "3"),
  ];
  const run = element("button", { type: "submit", class: "button" }, t("sweep.run"));
  const stop = element("button", { type: "button", class: "button" }, t("sweep.stop"));
  const words = element("p", { class: "sweep-words muted", role: "status" });
  const failure = element("div");
  const form = element("form", { class: "sweep-form" }, dims.root, hidden.root, seeds.root, run, stop, words);
  const plot = element("div", { class: "plot", role: "img", tabindex: 0 });
  const legend = element("p", { class: "sweep-legend" });
  const panel = createPanel(stage, {
    id: "sweep",
    heading: t("sweep.title"),
    controls: [legend],
    picture: element("div", { class: "train-picture" }, plot),
    table,
    curl: () => [curlCommand(api.address("sweeps"), body())],
    image: () => canvas.image(),
    file: () => sweep?.id ?? "sweep",
    stop: () => {},
    retry: () => {},
  });
  const canvas = createCanvas(plot, { signal, scene: (size) => (sweep ? sweepLines(input(sweep), size) : []) });

  const numbers = (/** @type {string} */ text) =>
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(Number);

  /** The body of POST /api/sweeps: the grid, and the view's other knobs. */
  function body() {
    const { embedding_dim: _, hidden_size: __, seed: ___, from: ____, ...knobs } = bodyOf(store.state);
    return {
      ...knobs,
      embedding_dims: numbers(dims.input.value),
      hidden_sizes: numbers(hidden.input.value),
      seeds: Number(seeds.input.value),
    };
  }

  /** @param {Sweep} told */
  function input({ table: rows, grid }) {
    const titles = { dev: t("sweep.dev"), gap: t("sweep.gap"), structure: t("sweep.structure") };
    return { table: rows, dims: grid.embedding_dims, sizes: grid.hidden_sizes, titles, axis: "D" };
  }

  function show() {
    run.disabled = asking || sweep?.state === "running";
    stop.hidden = sweep?.state !== "running";
    stop.disabled = stopping; // asked again of a sweep at rest, the server would forget it
    failure.replaceChildren(...(error ? [createErrorBox({ t, signal, error, retry: () => void again() })] : []));
    panel.root.hidden = !sweep;
    if (!sweep) return;
    const { done, total, failed } = sweep.runs;
    const said = sentences(
      store.state.language,
      t(`sweep.${sweep.state}`, { done, total }),
      failed ? t("sweep.failed", { failed }) : "",
      sweep.message ?? "",
    );
    if (sweep.state !== "running" && said !== words.textContent) announce(said);
    words.textContent = said;
    legend.replaceChildren(
      ...sweep.grid.hidden_sizes.map((size, at) =>
        element("span", {}, element("i", { class: `line-dev run-${at % 6}` }), `H ${size}`),
      ),
    );
    const best = [...sweep.table].sort((one, other) => Number(one.dev.mean) - Number(other.dev.mean))[0];
    plot.setAttribute(
      "aria-label",
      best
        ? t("sweep.finding", {
            dim: best.embedding_dim,
            hidden: best.hidden_size,
            dev: formatNumber(best.dev.mean, 3),
            runs: best.runs,
          })
        : said,
    );
    canvas.soon();
    panel.refresh();
  }

  function table() {
    if (!sweep) return null;
    const cells = sweep.table.map((row) => [
      String(row.embedding_dim),
      row.hidden_size,
      row.runs,
      ...[row.dev, row.gap, row.structure].flatMap(({ mean, spread }) => [mean, spread]),
    ]);
    const titles = [t("sweep.dev"), t("sweep.gap"), t("sweep.structure")].flatMap((title) => [title, `± ${title}`]);
    return { caption: t("sweep.caption"), columns: ["D", "H", t("sweep.runs"), ...titles], rows: cells, digits: 4 };
  }

  /** @param {() => Promise<Sweep>} call */
  async function ask(call) {
    asking = true;
    show();
    try {
      sweep = await call();
      error = null;
    } catch (fault) {
      error = fault instanceof ApiError ? fault : new ApiError("garbled");
    }
    asking = false;
    if (!signal.aborted) show();
  }

  async function start() {
    await ask(() => api.ask("sweeps", { body: body(), signal }));
    if (!error && sweep) {
      const { id } = sweep;
      store.change({ sweep: id });
      again = () => open(id);
    }
    await follow();
  }

  /** The sweep that the address names, and its grid in the form. @param {string} id */
  async function open(id) {
    again = () => open(id);
    await ask(() => api.ask(`sweeps/${id}`, { signal }));
    if (!sweep || signal.aborted) return;
    dims.input.value = sweep.grid.embedding_dims.join(", ");
    hidden.input.value = sweep.grid.hidden_sizes.join(", ");
    seeds.input.value = String(sweep.grid.seeds.length);
    await follow();
  }

  async function follow() {
    while (!signal.aborted && !error && sweep?.state === "running") {
      await new Promise((resolve) => setTimeout(resolve, LOOK));
      const id = sweep?.id ?? "";
      if (!signal.aborted) await ask(() => api.ask(`sweeps/${id}`, { signal }));
    }
    stopping = false;
    if (!signal.aborted) show();
  }

  /** Asks the server to stop what is on show; how far that is, the looks that go on tell. */
  async function end() {
    stopping = true;
    show();
    try {
      await api.ask(`sweeps/${sweep?.id}`, { method: "DELETE" });
    } catch (fault) {
      stopping = false;
      error = fault instanceof ApiError ? fault : new ApiError("garbled");
      if (!signal.aborted) show();
    }
  }

  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      again = start;
      void start();
    },
    { signal },
  );
  stop.addEventListener("click", () => void end(), { signal });
  words.textContent = t("sweep.story");
  show();
  if (store.state.sweep) void open(store.state.sweep);
  return element("div", { class: "sweep" }, form, failure, panel.root);
}
