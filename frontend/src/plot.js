// The only file that names Plotly: a figure -> a drawn picture in a node, and its events -> plain values.
// Plotly comes late, so the frame shows first. Each figure is built anew, because Plotly overlooks in-place changes and
// writes into layouts; a constant uirevision keeps what the reader did. Colours and fonts come from the page's theme.

/** @typedef {Record<string, string>} Palette colours and fonts by the names in PALETTE */
/** @typedef {{width: number, height: number, palette: Palette}} Surface */
/** @typedef {{data: Record<string, any>[], layout: Record<string, any>}} Figure */
/** @typedef {{trace: number, point: any, x: any, y: any, customdata: any}} Spot what the pointer is on */

const PALETTE = {
  ink: "--ink",
  muted: "--muted",
  line: "--line",
  surface: "--surface",
  accent: "--accent",
  vowel: "--vowel",
  consonant: "--consonant",
  boundary: "--boundary",
  low: "--scale-low",
  mid: "--scale-mid",
  high: "--scale-high",
  near: "--scale-near",
  far: "--scale-far",
};

/** @type {Promise<any> | null} */
let arriving = null;

/** Fetches Plotly once; after a failure the next call tries again. @returns {Promise<any>} */
function plotly() {
  const page = /** @type {any} */ (window);
  if (page.Plotly) return Promise.resolve(page.Plotly);
  arriving ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL("plotly.min.js", document.baseURI).href;
    script.onload = () => (page.Plotly ? resolve(page.Plotly) : reject(new Error("plotly.min.js set no Plotly")));
    script.onerror = () => reject(new Error("plotly.min.js did not arrive"));
    document.head.append(script);
  }).catch((error) => {
    arriving = null;
    throw error;
  });
  return arriving;
}

/**
 * The theme's colours as the browser resolves them for a node.
 * @param {Element} node
 * @returns {Palette}
 */
function readPalette(node) {
  const probe = document.createElement("i");
  node.append(probe);
  /** @type {Palette} */
  const palette = {};
  for (const [name, variable] of Object.entries(PALETTE)) {
    probe.style.color = `var(${variable})`;
    palette[name] = getComputedStyle(probe).color;
  }
  probe.style.fontFamily = "var(--sans)";
  palette.sans = getComputedStyle(probe).fontFamily;
  probe.style.fontFamily = "var(--mono)";
  palette.mono = getComputedStyle(probe).fontFamily;
  probe.remove();
  return palette;
}

/** @typedef {ReturnType<typeof createPlot>} Plot */

/**
 * A picture in `node`, which has its size from the style sheet. It ends with the signal.
 * @param {HTMLElement} node
 * @param {object} wishes
 * @param {AbortSignal} wishes.signal
 * @param {(spot: Spot | null) => void} [wishes.onHover] null when the pointer leaves
 * @param {(spot: Spot) => void} [wishes.onClick]
 * @param {(failed: boolean) => void} [wishes.onFailure] told true when Plotly did not arrive, false when it did
 */
export function createPlot(node, { signal, onHover, onClick, onFailure }) {
  /** @type {((surface: Surface) => Figure) | null} */
  let build = null;
  let asked = 0;
  let listening = false;
  let pressed = false; // Plotly loses a click when it redraws, or ends the hover, between press and release
  let postponed = false;
  const canvas = document.createElement("div");
  canvas.className = "plot-canvas";
  node.append(canvas);

  /** @param {any} Plotly */
  function redraw(Plotly) {
    const { clientWidth: width, clientHeight: height } = node;
    if (!build || signal.aborted || !width || !height) return;
    const palette = readPalette(node);
    const { data, layout } = build({ width, height, palette });
    Plotly.react(
      canvas,
      data,
      { ...frame(palette), ...layout, width, height },
      { displayModeBar: false, doubleClick: false },
    );
    if (!listening) listen();
  }

  function listen() {
    listening = true;
    const events = /** @type {any} */ (canvas);
    /** @param {any} event @returns {Spot} */
    const spot = (event) => {
      const { curveNumber, pointNumber, x, y, customdata } = event.points[0];
      return { trace: curveNumber, point: pointNumber, x, y, customdata };
    };
    if (onHover) {
      events.on("plotly_hover", (/** @type {any} */ event) => onHover(spot(event)));
      canvas.addEventListener("pointerleave", () => onHover(null), { signal });
      events.on("plotly_unhover", () => pressed || onHover(null));
    }
    if (onClick) events.on("plotly_click", (/** @type {any} */ event) => onClick(spot(event)));
  }

  /** Redraws in the next animation frame, however often it is asked before. */
  function soon() {
    postponed = pressed;
    if (asked || pressed || signal.aborted) return;
    asked = requestAnimationFrame(async () => {
      asked = 0;
      try {
        const Plotly = await plotly();
        onFailure?.(false);
        if (pressed) postponed = true;
        else redraw(Plotly);
      } catch (error) {
        if (/** @type {any} */ (window).Plotly) throw error; // a fault of a figure
        onFailure?.(true);
      }
    });
  }

  function release() {
    setTimeout(() => {
      pressed = false;
      if (postponed) soon();
    }); // after Plotly has had the release itself
  }

  canvas.addEventListener("pointerdown", () => (pressed = true), { signal, capture: true });
  window.addEventListener("pointerup", release, { signal, capture: true });
  window.addEventListener("pointercancel", release, { signal, capture: true });
  const sizes = new ResizeObserver(soon);
  sizes.observe(node);
  const theme = new MutationObserver(soon);
  theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", soon, { signal });
  signal.addEventListener("abort", () => {
    cancelAnimationFrame(asked);
    sizes.disconnect();
    theme.disconnect();
    /** @type {any} */ (window).Plotly?.purge(canvas);
    canvas.remove();
  });

  return {
    /** @param {(surface: Surface) => Figure} figure pure: called for each drawing with the surface as it is then */
    draw(figure) {
      build = figure;
      soon();
    },
    /** Draws the last figure again (after Plotly did not arrive). */
    again: soon,
    /** The picture as a PNG data address, on an opaque ground, at twice its size on the screen. @returns {Promise<string>} */
    async image() {
      const Plotly = await plotly();
      const { clientWidth: width, clientHeight: height } = node;
      const palette = readPalette(node);
      const { data, layout } = /** @type {NonNullable<typeof build>} */ (build)({ width, height, palette });
      const opaque = { ...frame(palette), ...layout, paper_bgcolor: palette.surface };
      return Plotly.toImage({ data, layout: opaque }, { format: "png", width, height, scale: 2 });
    },
  };
}

/** What all pictures share. @param {Palette} palette */
function frame(palette) {
  return {
    uirevision: "constant",
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: palette.sans, size: 12, color: palette.muted },
    hovermode: "closest",
    showlegend: false,
    dragmode: false,
  };
}
