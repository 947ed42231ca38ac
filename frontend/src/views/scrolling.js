// How the page scrolls to what it speaks of: smoothly, at once where the system asks for less motion.

/** @param {Element | undefined} node @param {ScrollIntoViewOptions} [how] by default no further than needed */
export function bring(node, how = { block: "nearest", inline: "nearest" }) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  node?.scrollIntoView({ ...how, behavior: calm ? "auto" : "smooth" });
}
