// A thing inside an SVG that follows the pointer: pointer events -> coordinates of the drawing.

/**
 * @param {SVGSVGElement} svg
 * @param {SVGElement} node what is taken hold of
 * @param {{signal: AbortSignal, onMove: (x: number, y: number) => void, onDrop?: () => void}} parts
 */
export function followDrag(svg, node, { signal, onMove, onDrop }) {
  let held = false;
  node.addEventListener(
    "pointerdown",
    (event) => {
      held = true;
      node.setPointerCapture(event.pointerId);
      node.classList.add("held");
    },
    { signal },
  );
  node.addEventListener(
    "pointermove",
    (event) => {
      const matrix = svg.getScreenCTM();
      if (!held || !matrix) return;
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      onMove(x, y);
    },
    { signal },
  );
  const drop = () => {
    if (!held) return;
    held = false;
    node.classList.remove("held");
    onDrop?.();
  };
  node.addEventListener("pointerup", drop, { signal });
  node.addEventListener("pointercancel", drop, { signal });
}
