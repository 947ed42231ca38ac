// The strip as one PNG: each card's words and its picture as they stand, in the theme's colours, at twice their size.

const PAINTED = ["fill", "stroke", "stroke-width", "opacity", "font-family", "font-size", "font-weight", "dominant-baseline", "text-anchor"];
const TITLE = 18; // px a line

/**
 * @param {HTMLElement} strip holds the cards
 * @returns {Promise<string>} a data address
 */
export async function roadImage(strip) {
  const cards = [...strip.querySelectorAll(".card")];
  const pictures = await Promise.all(cards.map((card) => loaded(/** @type {SVGSVGElement} */ (card.querySelector("svg.tensor")))));
  const lines = cards.map((card) => ["h3", "code", ".card-symbols", ".card-numbers"].map((part) => /** @type {HTMLElement} */ (card.querySelector(part))));
  const canvas = document.createElement("canvas");
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const font = (/** @type {Element} */ node) => {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(node);
    return `${fontWeight} ${fontSize} ${fontFamily}`;
  };
  const widths = lines.map((parts, at) => {
    const words = parts.map((part) => {
      pen.font = font(part);
      return pen.measureText(part.textContent ?? "").width;
    });
    return Math.ceil(Math.max(pictures[at].width, ...words)) + 24;
  });
  const head = 4 * TITLE + 24;
  const width = widths.reduce((sum, one) => sum + one, 12);
  const height = head + Math.max(...pictures.map((picture) => picture.height)) + 12;
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  pen.scale(2, 2);
  pen.fillStyle = getComputedStyle(/** @type {Element} */ (strip.closest(".panel"))).backgroundColor;
  pen.fillRect(0, 0, width, height);
  let x = 12;
  cards.forEach((_, at) => {
    lines[at].forEach((part, line) => {
      pen.font = font(part);
      pen.fillStyle = getComputedStyle(part).color;
      pen.fillText(part.textContent ?? "", x, 12 + (line + 0.8) * TITLE);
    });
    const { width: wide, height: tall } = pictures[at];
    pen.drawImage(pictures[at], x, head + (height - head - 12 - tall) / 2, wide, tall);
    x += widths[at];
  });
  return canvas.toDataURL("image/png");
}

/** An SVG of the page as an image of its own, its styles written into it. @param {SVGSVGElement} svg @returns {Promise<HTMLImageElement>} */
async function loaded(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const [from, to] = [svg, copy].map((one) => [...one.querySelectorAll("*")]);
  from.forEach((node, at) => {
    const style = getComputedStyle(node);
    to[at].setAttribute("style", PAINTED.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}
