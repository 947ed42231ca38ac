// A part of the page as a PNG data address, as it stands, at twice its size: its styles are written into a copy, and the
// copy is drawn as a picture of its own.

const PAINTED =
  "align-items align-self background-color border border-radius color display fill font-family font-size font-weight gap grid-column grid-row " +
  "grid-template-columns grid-template-rows height letter-spacing line-height list-style margin min-height opacity overflow padding place-items " +
  "stroke stroke-width text-align text-anchor dominant-baseline white-space width";

/** @param {HTMLElement} node */
export async function imageOf(node) {
  const { scrollWidth: width, scrollHeight: height } = node;
  const copy = /** @type {HTMLElement} */ (node.cloneNode(true));
  const [from, to] = [node, copy].map((root) => /** @type {HTMLElement[]} */ ([root, ...root.querySelectorAll("*")]));
  from.forEach((one, at) => {
    const style = getComputedStyle(one);
    to[at].setAttribute("style", PAINTED.split(" ").map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
  });
  copy.style.backgroundColor = getComputedStyle(/** @type {Element} */ (node.closest(".panel"))).backgroundColor;
  const inner = new XMLSerializer().serializeToString(copy);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="100%" height="100%">${inner}</foreignObject></svg>`)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * width, 2 * height];
  canvas.getContext("2d")?.drawImage(image, 0, 0, 2 * width, 2 * height);
  return canvas.toDataURL("image/png");
}
