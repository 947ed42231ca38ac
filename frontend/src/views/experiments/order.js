// Experiment: order. Two contexts through two networks that the server trains for this: one lays the vectors side by side,
// one takes their mean. Which of them can tell the contexts apart, what goes into W1, and what each is worth on dev.

/** @import { Lectern } from "../lesson.js" */
/** @import { Order } from "../../wire_slips.js" */
import { element } from "../../element.js";
import { curlCommand } from "../../export.js";
import { ordersOf } from "../../figures/orders.js";
import { formatNumber, sentences } from "../../i18n.js";
import catalogue from "../../i18n/lab/order.js";
import { wordsIn } from "../../i18n/lesson.js";
import { modelOnShow } from "../../state.js";
import { textLabel } from "../../token.js";
import { createPanel } from "../panel.js";
import { createMirror } from "./mirror.js";
import { drawNumbers } from "./number_strip.js";
import { besideField, createQuestion, isRefusal } from "./question.js";

const NETWORKS = /** @type {const} */ (["concatenation", "pooling"]);
const MOST_ORDERS = 12;

/** @param {Lectern} lectern */
export function create({ stage, actions }) {
  const { store, api, t, signal } = stage;
  const w = wordsIn(catalogue, store.state.language);
  /** @returns {{one: string, other: string} | null} the first words begin: the ids of a context are the model's */
  const knobs = () => {
    const card = modelOnShow(store.state);
    if (!card) return null;
    const [, first, second] = card.vocabulary;
    const K = card.context_length;
    const start = { one: `${first}${second ?? first}${first}`.slice(-K), other: `${first}${first}${second ?? first}`.slice(-K) };
    return { ...start, .../** @type {any} */ (store.state.lab.order) };
  };
  /** @type {ReturnType<typeof createQuestion<Order>>} */
  const asked = createQuestion(signal, show);
  const refusal = element("p", { class: "refusal", id: "order-refusal", role: "alert" });
  const boxes = (/** @type {const} */ (["one", "other"])).map((name) => {
    const box = element("input", { id: `order-${name}`, type: "text", class: "mono", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 40, "aria-describedby": "order-refusal" });
    box.addEventListener("input", () => actions.turnKnob("order", { [name]: box.value }), { signal });
    return { name, box, root: element("div", { class: "field" }, element("label", { for: box.id }, w(name)), box, name === "one" ? refusal : null) };
  });
  const orders = element("div", { class: "examples", role: "group", "aria-label": w("orders") });
  const said = element("p", { class: "lab-said order-said", role: "status" });
  const made = element("p", { class: "lab-said muted" });
  const parts = NETWORKS.map((network) => {
    const mirror = createMirror();
    const [facts, moved] = [element("p", { class: "lab-said muted" }), element("p", { class: "lab-said" })];
    const strips = element("div", { class: "order-strips" });
    return { network, mirror, facts, moved, strips, root: element("section", { class: `order-network order-${network}` }, element("h3", {}, w(network)), facts, strips, mirror.root, moved) };
  });
  const body = () => {
    const { one, other } = knobs() ?? { one: "", other: "" };
    return { contexts: [one, other].map((text) => text.normalize("NFC")), model: store.state.model };
  };

  /** @param {{again?: boolean}} [how] */
  function load(how) {
    const now = knobs();
    if (!now) return show();
    for (const { name, box } of boxes) if (box.value !== now[name]) box.value = now[name];
    drawOrders(now.one, now.other);
    void asked.ask(JSON.stringify(body()), (until) => api.ask("experiments/order", { body: body(), signal: until }), how);
    show();
  }

  /** @param {string} one @param {string} other */
  function drawOrders(one, other) {
    const all = ordersOf(one, MOST_ORDERS);
    const there = [...orders.children].map((node) => node.textContent);
    if (there.join() !== all.map(textLabel).join()) {
      orders.replaceChildren(
        ...all.map((text) => {
          const button = element("button", { type: "button", class: "example mono" }, textLabel(text));
          button.addEventListener("click", () => actions.turnKnob("order", { other: text }), { signal });
          return button;
        }),
      );
    }
    [...orders.children].forEach((node, at) => node.setAttribute("aria-pressed", String(all[at] === other)));
  }

  function show() {
    const { answer } = asked;
    panel.show(store.state.models, besideField(answer));
    refusal.textContent = (isRefusal(answer) && answer.error?.detail) || "";
    panel.root.classList.toggle("stale", Boolean(refusal.textContent));
    if (answer.phase === "ready" && answer.value) draw(answer.value);
  }

  /** @param {Order} order */
  function draw(order) {
    const [one, other] = order.contexts;
    const [apart] = order.apart;
    const names = { one: textLabel(one.context), other: textLabel(other.context) };
    for (const { network, mirror, facts, moved, strips } of parts) {
      const { parameters, dev_loss } = order[network];
      const key = network === "pooling" ? "vectors.pooling" : "vectors.concatenation";
      const most = Math.max(...[...one[network], ...other[network]].map(Math.abs), 1e-9);
      facts.textContent = `${w("network.parameters", { parameters, loss: formatNumber(dev_loss, 3) })} · ${w("vectors", { size: one[network].length })}`;
      strips.replaceChildren(...[one, other].map((context) => drawNumbers(context[network], most, w(key, { size: context[network].length, context: textLabel(context.context) }), order.contexts[0].concatenation.length)));
      mirror.show(one.predictions.map((row, at) => ({ token: row.token, above: row[network], below: other.predictions[at][network] })));
      const share = w("moved", { moved: formatNumber(100 * apart[network], 1) });
      moved.textContent = sentences(store.state.language, share, network === "pooling" ? inputs(apart) : "");
      moved.dataset.moved = String(apart[network]);
      mirror.root.setAttribute("aria-label", sentences(store.state.language, `${w(network)}:`, w("legend", names), share));
    }
    said.textContent = one.context === other.context ? w("equal") : apart.nearly ? w("blind", names) : w("seeing");
    const claim = store.state.claims.value?.claims.find(({ id }) => id === "S97");
    const stored = claim?.value.dev ? w("stored", { seeds: claim.computed_from?.seeds.length ?? 0, concatenation: formatNumber(claim.value.dev_of_concatenation, 3), pooling: formatNumber(claim.value.dev, 3) }) : "";
    made.textContent = sentences(store.state.language, w("legend", names), w("made", { K: order.context_length, D: order.embedding_dim, H: order.hidden_size, steps: order.steps, model: order.model }), stored);
    panel.refresh();
  }

  /** How near the means are. @param {Order["apart"][0]} apart */
  const inputs = ({ nearly, to_the_last_bit: exact, largest_difference: difference }) => (exact ? w("same") : nearly ? w("near", { difference: difference.toExponential(1) }) : w("apart", { difference: formatNumber(difference, 3) }));

  const panel = createPanel(stage, {
    id: "order",
    heading: w("title"),
    picture: element("div", { class: "lab-picture" }, element("div", { class: "lab-knobs" }, ...boxes.map(({ root }) => root)), orders, said, ...parts.map(({ root }) => root), made),
    table: () => {
      const { value } = asked.answer;
      if (!value) return null;
      const [one, other] = value.contexts;
      const columns = [t("column.token"), ...NETWORKS.flatMap((network) => [one, other].map(({ context }) => `${w(network)}: ${context}`))];
      return { caption: w("caption", { one: one.context, other: other.context }), columns, rows: one.predictions.map((row, at) => [row.token, row.concatenation, other.predictions[at].concatenation, row.pooling, other.predictions[at].pooling]), digits: 4 };
    },
    curl: () => [curlCommand(api.address("experiments/order"), body())],
    file: () => "order",
    stop: asked.stop,
    retry: () => (store.state.models.phase === "failed" ? void stage.frame.loadModels({ again: true }) : load({ again: true })),
  });

  store.subscribe(["lab", "model", "models", "claims"], () => load(), signal);
  load();
  return panel.root;
}
