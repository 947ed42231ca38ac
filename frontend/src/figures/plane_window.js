// What part of the plane a picture shows, how large its letters can be, and which letter lies where from another. Pure.

export const MARGIN = { l: 34, r: 10, t: 8, b: 26 };

/**
 * The part of the plane that fills the picture at one scale on both axes; with rays the origin is in it.
 * @param {{coordinates: [number, number][], selected: number | null, rays: boolean, zoom: number}} input
 * @param {{width: number, height: number}} surface px
 * @returns {{x: [number, number], y: [number, number]}}
 */
export function mapWindow({ coordinates, selected, rays, zoom }, { width, height }) {
  const points = rays ? [...coordinates, /** @type {[number, number]} */ ([0, 0])] : coordinates;
  const inner = [width - MARGIN.l - MARGIN.r, height - MARGIN.t - MARGIN.b];
  const spans = [0, 1].map((axis) => {
    const values = points.map((point) => point[axis]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return { middle: (low + high) / 2, extent: high - low };
  });
  const room = inner.map((pixels) => Math.max(pixels - 48, pixels / 2));
  const perPixel = Math.max(spans[0].extent / room[0], spans[1].extent / room[1]) || 1 / room[0];
  const range = (/** @type {0 | 1} */ axis) => {
    const middle = zoom > 1 && selected !== null ? coordinates[selected][axis] : spans[axis].middle;
    const half = (perPixel * inner[axis]) / 2 / zoom;
    return /** @type {[number, number]} */ ([middle - half, middle + half]);
  };
  return { x: range(0), y: range(1) };
}

/**
 * The row to step to from another: the nearest in that direction of the picture, straight ahead before aside.
 * @param {[number, number][]} coordinates
 * @param {number} from row
 * @param {[number, number]} direction one of (1, 0), (-1, 0), (0, 1), (0, -1)
 * @returns {number} row; `from` where there is none
 */
export function nextInDirection(coordinates, from, [right, up]) {
  let best = from;
  let least = Infinity;
  const [x, y] = coordinates[from];
  coordinates.forEach(([otherX, otherY], row) => {
    const ahead = (otherX - x) * right + (otherY - y) * up;
    const aside = Math.abs((otherX - x) * up) + Math.abs((otherY - y) * right);
    if (ahead <= 0 || aside > 2 * ahead) return;
    const cost = Math.hypot(ahead, 2 * aside);
    if (cost < least) [best, least] = [row, cost];
  });
  return best;
}

/**
 * As large as the crowd allows: three in four letters keep clear of their nearest, within what is read easily.
 * @param {[number, number][]} coordinates
 * @param {number} perPixel units of the table in one px
 * @returns {number} px
 */
export function letterSize(coordinates, perPixel) {
  const nearest = coordinates.map(([x, y], row) =>
    Math.min(
      ...coordinates.map(([otherX, otherY], other) => (other === row ? Infinity : Math.hypot(otherX - x, otherY - y))),
    ),
  );
  const quarter = nearest.sort((a, b) => a - b)[Math.floor(nearest.length / 4)] / perPixel;
  return Math.max(14, Math.min(26, 1.15 * quarter));
}
