/** The distance from an edge at which scrolling starts, in pixels, and the speed at the edge, in pixels per frame. */
const NEAR_PX = 44;
const FASTEST_PX = 16;

/** Scrolls while the pointer is near an edge. `inset`: the part of the view that the head and the room column cover. */
export function autoScroll(
  scroller: HTMLElement,
  held: { readonly x: number; readonly y: number },
  inset: { readonly left: number; readonly top: number },
): void {
  const box = scroller.getBoundingClientRect();
  const byX = speed(held.x - box.left - inset.left, box.right - held.x);
  const byY = speed(held.y - box.top - inset.top, box.bottom - held.y);
  if (byX !== 0 || byY !== 0) scroller.scrollBy(byX, byY);
}

function speed(fromStart: number, fromEnd: number): number {
  if (fromStart < NEAR_PX && fromStart <= fromEnd) return -stepOf(fromStart);
  return fromEnd < NEAR_PX ? stepOf(fromEnd) : 0;
}

function stepOf(distance: number): number {
  return Math.round(FASTEST_PX * Math.min(1, Math.max(0.1, 1 - distance / NEAR_PX)));
}
