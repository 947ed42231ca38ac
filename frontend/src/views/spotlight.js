// What the pointer or a cursor key is on, among pictures of the same things: every node whose data-at tells of it is lit.
// A place is "k0" (a position), "k0d1" (a number of it), "h17" (a hidden unit) or "v5" (a token).

/** @typedef {ReturnType<typeof createSpotlight>} Spotlight */

/** @param {HTMLElement} node @param {AbortSignal} signal */
export function createSpotlight(node, signal) {
  let now = "";
  /** @type {((at: string) => void)[]} */
  const listeners = [];

  /** A number lights its position too, and a position all its numbers. @param {string} at "" puts the light out */
  function show(at) {
    now = at;
    for (const lit of node.querySelectorAll(".lit")) lit.classList.remove("lit");
    const also = `[data-at~="${at}"], [data-at="${at.replace(/d\d+$/, "")}"]`;
    for (const one of at ? node.querySelectorAll(also) : []) one.classList.add("lit");
    for (const listener of listeners) listener(at);
  }

  for (const kind of ["pointerover", "pointerleave", "focusin", "focusout"]) {
    const place = (/** @type {Event} */ { type, target }) =>
      /over|in$/.test(type) ? /** @type {Element} */ (target).closest("[data-at]")?.getAttribute("data-at")?.split(" ")[0] ?? "" : "";
    node.addEventListener(kind, (event) => void (place(event) !== now && show(place(event))), { signal });
  }

  return {
    show,
    /** Lights anew after a picture was drawn anew. */
    again: () => show(now),
    /** @param {(at: string) => void} listener told of every change */
    listen: (listener) => listeners.push(listener),
  };
}
