// Two pictures of the same points -> the turn or mirror image of the one that lies closest on the other, by least squares
// (orthogonal Procrustes, Schoenemann 1966). In the plane it has a closed form: the best angle of the best of both kinds. Pure.

/** @typedef {[number, number]} Point */

/**
 * The orthogonal matrix R that makes the sum of |p R - q| squared least, as rows.
 * @param {Point[]} moving (N, 2)
 * @param {Point[]} fixed (N, 2)
 * @returns {[Point, Point]}
 */
export function bestTurn(moving, fixed) {
  let [xx, xy, yx, yy] = [0, 0, 0, 0];
  moving.forEach(([px, py], row) => {
    const [qx, qy] = fixed[row];
    xx += px * qx;
    xy += px * qy;
    yx += py * qx;
    yy += py * qy;
  });
  const turn = Math.hypot(xx + yy, xy - yx);
  const mirror = Math.hypot(xx - yy, xy + yx);
  if (turn >= mirror) {
    const angle = Math.atan2(xy - yx, xx + yy);
    return [
      [Math.cos(angle), Math.sin(angle)],
      [-Math.sin(angle), Math.cos(angle)],
    ];
  }
  const angle = Math.atan2(xy + yx, xx - yy);
  return [
    [Math.cos(angle), Math.sin(angle)],
    [Math.sin(angle), -Math.cos(angle)],
  ];
}

/**
 * @param {Point[]} moving (N, 2)
 * @param {Point[]} fixed (N, 2)
 * @returns {Point[]} `moving`, turned or mirrored about the origin onto `fixed`
 */
export function alignedTo(moving, fixed) {
  const [[a, b], [c, d]] = bestTurn(moving, fixed);
  return moving.map(([x, y]) => [x * a + y * c, x * b + y * d]);
}
