import { useEffect, useState, type RefObject } from 'react';
import type { BoardSize } from './board-size.ts';

/** What is drawn: some rows and some pixels of time more than can be seen. */
export interface BoardWindow {
  readonly firstRow: number;
  /** Not drawn any more. */
  readonly endRow: number;
  readonly fromX: number;
  readonly toX: number;
}

/** Rows and pixels that are drawn ahead on either side. */
const ROWS_AHEAD = 6;
const TIME_AHEAD = 320;
/** By how many pixels of time the window goes on at once; of rows, by one. Small steps: none takes longer than a frame has. */
const TIME_STEP = 160;

/** The window for a part of the canvas that is seen, so coarse that most scrolling leaves it as it is. */
export function windowOf(seen: { left: number; top: number; width: number; height: number }, size: BoardSize, rows: number): BoardWindow {
  return {
    firstRow: Math.max(0, Math.floor(seen.top / size.rowHeight) - ROWS_AHEAD),
    endRow: Math.min(rows, Math.ceil((seen.top + seen.height) / size.rowHeight) + ROWS_AHEAD),
    fromX: Math.max(0, Math.floor((seen.left - TIME_AHEAD) / TIME_STEP) * TIME_STEP),
    toX: Math.ceil((seen.left + seen.width + TIME_AHEAD) / TIME_STEP) * TIME_STEP,
  };
}

/** The window of a scrolled element. It changes when rows or pixels come near that are not drawn, not with each frame. */
export function useBoardWindow(scroller: RefObject<HTMLElement | null>, size: BoardSize, rows: number): BoardWindow {
  // Until the element is measured: what a large screen would see, so that the first picture is whole.
  const [shown, setShown] = useState(() => windowOf({ left: 0, top: 0, width: window.innerWidth, height: window.innerHeight }, size, rows));
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let { clientWidth: width, clientHeight: height } = element;
    const look = () => {
      const next = windowOf({ left: element.scrollLeft, top: element.scrollTop, width, height }, size, rows);
      setShown((now) => (isSame(now, next) ? now : next));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const resizes = new ResizeObserver(() => {
      ({ clientWidth: width, clientHeight: height } = element);
      look();
    });
    resizes.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resizes.disconnect();
    };
  }, [scroller, size, rows]);
  return shown;
}

function isSame(a: BoardWindow, b: BoardWindow): boolean {
  return a.firstRow === b.firstRow && a.endRow === b.endRow && a.fromX === b.fromX && a.toX === b.toX;
}
