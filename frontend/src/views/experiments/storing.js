// Experiment: storage. A tensor of a shape of the reader's, and calls on it; the server runs PyTorch and tells of every step
// its shape, stride, whether memory is shared, the walk through the cells, and its own error where a call fails.

/** @import { Lectern } from "../lesson.js" */
/** @import { Stored, StorageStep } from "../../wire.js" */
import { element, icon } from "../../element.js";
import { curlCommand } from "../../export.js";
import { readShape, writtenShape } from "../../figures/shapes.js";
import catalogue from "../../i18n/lab/storing.js";
import { wordsIn } from "../../i18n/lesson.js";
import { createPanel } from "../panel.js";
import { besideField, createQuestion, isRefusal } from "./question.js";
import { drawMatrix, drawStrip } from "./storage_strip.js";

const QUICK = ["t()", "view(12)", "reshape(12)", "contiguous()", "transpose(0, 1)", "view(-1, 6)"];
const [MOST_CALLS, MOST_VIEWS] = [12, 18];

/** @param {Lectern} lectern */
export function create({ stage, actions }) {
  const { store, api, signal } = stage;
  const w = wordsIn(catalogue, store.state.language);
  /** @returns {{shape: string, calls: string[]}} */
  const knobs = () => ({ shape: "3, 4", calls: ["t()", "view(12)"], .../** @type {any} */ (store.state.lab.storing) });
  const turn = (/** @type {Record<string, any>} */ patch) => actions.turnKnob("storing", patch);
  /** @type {ReturnType<typeof createQuestion<Stored>>} */
  const asked = createQuestion(signal, show);
  const body = () => ({ shape: readShape(knobs().shape) ?? [], calls: knobs().calls });

  const refusal = element("p", { class: "refusal", id: "storing-refusal", role: "alert" });
  const box = (/** @type {string} */ id, /** @type {string} */ hint) => element("input", { id, type: "text", class: "mono", autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: hint, maxlength: 60, "aria-describedby": "storing-refusal" });
  const shape = box("storing-shape", "3, 4");
  const call = box("storing-call", "view(2, 6)");
  const form = element("form", { class: "indexing-form" }, element("div", { class: "field" }, element("label", { for: "storing-shape" }, w("shape")), shape, refusal), element("div", { class: "field" }, element("label", { for: "storing-call" }, w("add")), call), element("button", { type: "submit", class: "button" }, w("apply")));
  const quick = chips(w("quick"), QUICK);
  const undo = element("button", { type: "button", class: "plain" }, w("undo"));
  const steps = element("ol", { class: "storage-steps" });
  const legal = element("div", { class: "storage-legal" });

  shape.addEventListener("input", () => turn({ shape: shape.value, calls: [] }), { signal });
  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      if (call.value.trim()) add(call.value.trim());
      call.value = "";
    },
    { signal },
  );
  undo.addEventListener("click", () => turn({ calls: knobs().calls.slice(0, -1) }), { signal });

  /** A failed call is replaced, for PyTorch went no further. @param {string} text */
  function add(text) {
    const failed = asked.answer.value?.steps.some(({ error }) => error);
    const calls = failed ? knobs().calls.slice(0, -1) : knobs().calls;
    turn({ calls: [...calls, text].slice(0, MOST_CALLS) });
  }

  /** @param {string} label @param {string[]} texts */
  function chips(label, texts) {
    const buttons = texts.map((text) => {
      const button = element("button", { type: "button", class: "example mono" }, text);
      button.addEventListener("click", () => add(text), { signal });
      return button;
    });
    return element("div", { class: "examples", role: "group", "aria-label": label }, ...buttons);
  }

  /** @param {{again?: boolean}} [how] */
  function load(how) {
    if (shape.value !== knobs().shape) shape.value = knobs().shape;
    undo.disabled = !knobs().calls.length;
    const read = readShape(knobs().shape);
    if (read?.length) asked.ask(JSON.stringify(body()), (until) => api.ask("experiments/storage", { body: body(), signal: until }), how);
    show();
  }

  function show() {
    const { answer } = asked;
    const unread = !readShape(knobs().shape)?.length;
    panel.show(besideField(answer));
    refusal.textContent = unread ? w("unread") : (isRefusal(answer) && answer.error?.detail) || "";
    shape.setAttribute("aria-invalid", String(Boolean(refusal.textContent)));
    panel.root.classList.toggle("stale", Boolean(refusal.textContent));
    if (answer.phase === "ready" && answer.value && !unread) draw(answer.value);
  }

  /** @param {Stored} stored */
  function draw({ cells, steps: told, legal_views }) {
    steps.replaceChildren(...told.map((step, at) => drawStep(step, cells, at === 0)));
    const shapes = legal_views.slice(0, MOST_VIEWS).map((one) => `view(${one.join(", ")})`);
    legal.replaceChildren(element("p", { class: "muted lab-said" }, w("legal")), shapes.length ? chips(w("legal"), shapes) : element("p", { class: "lab-said" }, w("none")));
    panel.refresh();
  }

  /** @param {StorageStep} step @param {number} cells @param {boolean} first */
  function drawStep(step, cells, first) {
    const name = first ? w("start") : step.call;
    const words = w("finding", { call: name, shape: writtenShape(step.shape), stride: writtenShape(step.stride), order: step.order.join(" ") });
    const head = element("p", { class: "storage-call" }, element("b", { class: first ? null : "mono" }, first ? name : `.${step.call}`), step.error ? null : element("span", { class: "mono" }, writtenShape(step.shape)));
    if (step.error) return element("li", { class: "storage-step storage-failed" }, head, element("p", { class: "mono storage-error" }, icon("M4 4l8 8M12 4l-8 8"), step.error));
    const facts = [w("stride", { stride: writtenShape(step.stride) }), w(step.contiguous ? "contiguous" : "jumping"), first ? "" : w(step.shares_storage ? "same" : "copied")].filter(Boolean);
    const node = element(
      "li",
      { class: `storage-step${step.shares_storage ? "" : " storage-copied"}`, "data-call": step.call },
      head,
      element("p", { class: "muted lab-said" }, facts.join(" · ")),
      element("div", { class: "storage-pair" }, drawMatrix(step, `${w("logical")}. ${words}`), drawStrip(step, cells, `${w("memory")}. ${words}`)),
    );
    node.addEventListener("pointerover", (event) => light(node, event.target), { signal });
    node.addEventListener("pointerleave", () => light(node, null), { signal });
    return node;
  }

  /** Lights one element in both pictures. @param {Element} node @param {EventTarget | null} target */
  function light(node, target) {
    const logical = target instanceof Element ? target.getAttribute("data-logical") : null;
    for (const cell of node.querySelectorAll("[data-logical]")) cell.classList.toggle("lit", logical !== null && cell.getAttribute("data-logical") === logical);
  }

  const panel = createPanel(stage, {
    id: "storing",
    heading: w("title"),
    picture: element("div", { class: "lab-picture" }, form, element("div", { class: "storage-calls" }, quick, undo), steps, legal),
    table: () => {
      const rows = asked.answer.value?.steps.map((step) => [step.call, writtenShape(step.shape), writtenShape(step.stride), step.error ?? w(step.shares_storage ? "same" : "copied"), step.order.join(" ")]);
      return rows ? { caption: w("caption"), columns: [w("call"), w("column.shape"), w("column.stride"), w("column.memory"), w("column.order")], rows } : null;
    },
    curl: () => [curlCommand(api.address("experiments/storage"), body())],
    file: () => "storage",
    stop: asked.stop,
    retry: () => load({ again: true }),
  });

  store.subscribe(["lab"], () => load(), signal);
  load();
  return panel.root;
}
