// What the pointer or a cursor key is on, among pictures of the same things: every node whose data-at tells of it is lit.

/** @typedef {ReturnType<typeof createSpotlight>} Spotlight */

/**
 * A place is "k0" (a position), "k0d1" (a number of it), "h17" (a hidden unit) or "v5" (a token). A number lights its
 * position too, and a position all its numbers.
 * @param {HTMLElement} node
 * @param {AbortSignal} signal
 */
export function createSpotlight(node, signal) {
  let now = "";
  /** @type {((at: string) => void)[]} */
  const listeners = [];

  /** @param {string} at "" puts it out */
  function show(at) {
    now = at;
    for (const lit of node.querySelectorAll(".lit")) lit.classList.remove("lit");
    if (at) {
      const position = at.replace(/d\d+$/, "");
      for (const one of node.querySelectorAll(`[data-at~="${at}"], [data-at="${position}"]`)) one.classList.add("lit");
    }
    for (const listener of listeners) listener(at);
  }

  const placeOf = (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest("[data-at]")?.getAttribute("data-at")?.split(" ")[0] ?? "";
  const point = (/** @type {Event} */ event) => {
    const at = placeOf(event);
    if (at !== now) show(at);
  };
  node.addEventListener("pointerover", point, { signal });
  node.addEventListener("pointerleave", () => show(""), { signal });
  node.addEventListener("focusin", point, { signal });
  node.addEventListener("focusout", () => show(""), { signal });

  return {
    show,
    /** Lights anew after a picture was drawn anew. */
    again: () => show(now),
    /** @param {(at: string) => void} listener told of every change */
    listen: (listener) => listeners.push(listener),
  };
}
