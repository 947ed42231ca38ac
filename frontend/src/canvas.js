// Paints a scene, a list of lines, dots, areas and texts in px, on a canvas: fast enough to be painted sixty times a second.
// Colours are named; the theme of the moment gives their values. The only file that draws on a canvas.

/** @typedef {{type: "line", points: [number, number][], colour: string, width?: number, dash?: number[], alpha?: number, clip?: Box}} Stroke */
/** @typedef {{type: "area", points: [number, number][], colour: string, alpha?: number, clip?: Box}} Area */
/** @typedef {{type: "dot", x: number, y: number, r: number, colour: string, alpha?: number}} Dot */
/**
 * @typedef {{type: "text", x: number, y: number, text: string, colour: string, size?: number, weight?: number, align?: CanvasTextAlign,
 *   base?: CanvasTextBaseline, halo?: boolean, alpha?: number}} Lettering
 */
/** @typedef {[number, number, number, number]} Box x, y, width, height */
/** @typedef {Stroke | Area | Dot | Lettering} Item */
/** @typedef {{width: number, height: number}} Size px */
/** @typedef {ReturnType<typeof createCanvas>} Canvas */

/**
 * A canvas as large as its node. It ends with the signal.
 * @param {HTMLElement} node
 * @param {{signal: AbortSignal, scene: (size: Size) => Item[]}} parts `scene` is asked anew for every painting
 */
export function createCanvas(node, { signal, scene }) {
  const canvas = document.createElement("canvas");
  canvas.className = "canvas";
  node.append(canvas);
  /** @type {Record<string, string>} */
  let colours = {};
  let asked = 0;

  /** @param {HTMLCanvasElement} target @param {number} density @param {Size} size @param {boolean} opaque */
  function paintOn(target, density, { width, height }, opaque) {
    const brush = /** @type {CanvasRenderingContext2D} */ (target.getContext("2d"));
    const [across, down] = [Math.round(width * density), Math.round(height * density)];
    if (target.width !== across || target.height !== down) [target.width, target.height] = [across, down];
    brush.setTransform(density, 0, 0, density, 0, 0);
    brush.clearRect(0, 0, width, height);
    if (opaque) {
      brush.fillStyle = colour("surface");
      brush.fillRect(0, 0, width, height);
    }
    for (const item of scene({ width, height })) paintItem(brush, item);
  }

  /** @param {CanvasRenderingContext2D} brush @param {Item} item */
  function paintItem(brush, item) {
    const clip = "clip" in item ? item.clip : undefined;
    if (clip) {
      brush.save();
      brush.beginPath();
      brush.rect(...clip);
      brush.clip();
    }
    brush.globalAlpha = item.alpha ?? 1;
    const paint = colour(item.colour);
    if (item.type === "text") {
      brush.font = `${item.weight ?? 400} ${item.size ?? 12}px ${colours.font}`;
      brush.textAlign = item.align ?? "left";
      brush.textBaseline = item.base ?? "middle";
      if (item.halo) {
        brush.lineJoin = "round";
        brush.lineWidth = 3;
        brush.strokeStyle = colour("surface");
        brush.strokeText(item.text, item.x, item.y);
      }
      brush.fillStyle = paint;
      brush.fillText(item.text, item.x, item.y);
    } else if (item.type === "dot") {
      brush.beginPath();
      brush.arc(item.x, item.y, item.r, 0, 2 * Math.PI);
      brush.fillStyle = paint;
      brush.fill();
    } else {
      brush.beginPath();
      item.points.forEach(([x, y], at) => (at ? brush.lineTo(x, y) : brush.moveTo(x, y)));
      if (item.type === "area") {
        brush.fillStyle = paint;
        brush.fill();
      } else {
        brush.lineWidth = item.width ?? 1;
        brush.lineJoin = brush.lineCap = "round";
        brush.setLineDash(item.dash ?? []);
        brush.strokeStyle = paint;
        brush.stroke();
        brush.setLineDash([]);
      }
    }
    brush.globalAlpha = 1;
    if (clip) brush.restore();
  }

  /** The value of a colour's name; read once a theme. @param {string} name */
  function colour(name) {
    if (!colours.font) colours.font = getComputedStyle(canvas).fontFamily;
    if (!colours[name]) {
      canvas.style.color = `var(--${name})`;
      colours[name] = getComputedStyle(canvas).color;
    }
    return colours[name];
  }

  function paint() {
    const { clientWidth: width, clientHeight: height } = node;
    if (width && height && !signal.aborted)
      paintOn(canvas, Math.min(devicePixelRatio || 1, 3), { width, height }, false);
  }

  /** Paints in the next animation frame, however often it is asked before. */
  function soon() {
    asked ||= requestAnimationFrame(() => {
      asked = 0;
      paint();
    });
  }

  function repaint() {
    colours = {};
    soon();
  }
  const sizes = new ResizeObserver(soon);
  sizes.observe(node);
  const theme = new MutationObserver(repaint);
  theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint, { signal });
  signal.addEventListener("abort", () => {
    sizes.disconnect();
    theme.disconnect();
    cancelAnimationFrame(asked);
  });

  return {
    paint,
    soon,
    /** The picture as a PNG data address, on an opaque ground, at twice its size on the screen. @returns {Promise<string>} */
    async image() {
      const copy = document.createElement("canvas");
      paintOn(copy, 2, { width: node.clientWidth, height: node.clientHeight }, true);
      return copy.toDataURL("image/png");
    },
  };
}
