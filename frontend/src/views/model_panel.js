// A panel whose picture is one answer of the model on show: its waiting, failure and retry are the same everywhere.
// What the reader typed and the server refused stands at the field; here the last answer stays, paler.

/** @import { Stage } from "./stage.js" */
/** @import { PanelParts } from "./panel.js" */
import { createPanel } from "./panel.js";

/**
 * @param {Stage} stage
 * @param {{load: (how: {again: boolean}) => unknown, stop: () => void}} actions
 * @param {"trace" | "drawn" | "pairs"} key of the state that holds the answer
 * @param {Omit<PanelParts, "stop" | "retry">} parts
 */
export function createModelPanel(stage, actions, key, parts) {
  const { store, frame, signal } = stage;
  const retry = () => void (store.state.models.phase === "failed" ? frame.loadModels({ again: true }) : actions.load({ again: true }));
  const panel = createPanel(stage, { ...parts, stop: actions.stop, retry });
  const show = () => {
    const answer = store.state[key];
    const refused = answer.phase === "failed" && answer.error?.status === 422 && (answer.value || key !== "trace");
    panel.show(store.state.models, refused ? { ...answer, phase: "ready" } : answer);
    panel.root.classList.toggle("stale", Boolean(refused));
  };
  store.subscribe(["models", key], show, signal);
  show();
  return panel;
}
