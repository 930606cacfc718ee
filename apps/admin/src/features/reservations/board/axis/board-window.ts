import { useEffect, useState, type RefObject } from 'react';
import type { BoardSize } from './board-size.ts';

/** The rendered part: some rows and some pixels of time more than visible. */
export interface BoardWindow {
  readonly firstRow: number;
  /** Exclusive. */
  readonly endRow: number;
  readonly fromX: number;
  readonly toX: number;
}

/** Rows and pixels that are rendered beyond the visible part on each side. */
const ROWS_AHEAD = 6;
const TIME_AHEAD = 320;
/**
 * The step of the window in pixels of time; in rows it is one. Steps are small, so that none takes longer than a frame.
 */
const TIME_STEP = 160;

/** The window for the visible part of the canvas, so coarse that most scrolling does not change it. */
export function toBoardWindow(
  seen: { left: number; top: number; width: number; height: number },
  size: BoardSize,
  rows: number,
): BoardWindow {
  return {
    firstRow: Math.max(0, Math.floor(seen.top / size.rowHeight) - ROWS_AHEAD),
    endRow: Math.min(rows, Math.ceil((seen.top + seen.height) / size.rowHeight) + ROWS_AHEAD),
    fromX: Math.max(0, Math.floor((seen.left - TIME_AHEAD) / TIME_STEP) * TIME_STEP),
    toX: Math.ceil((seen.left + seen.width + TIME_AHEAD) / TIME_STEP) * TIME_STEP,
  };
}

/** The window of a scrolled element. It changes when rows or pixels outside of it come near, not with each frame. */
export function useBoardWindow(scroller: RefObject<HTMLElement | null>, size: BoardSize, rows: number): BoardWindow {
  // Until the element is measured: the visible part of a large screen, so that the first paint is complete.
  const [shown, setShown] = useState(() =>
    toBoardWindow({ left: 0, top: 0, width: window.innerWidth, height: window.innerHeight }, size, rows),
  );
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let { clientWidth: width, clientHeight: height } = element;
    const updateWindow = () => {
      const next = toBoardWindow({ left: element.scrollLeft, top: element.scrollTop, width, height }, size, rows);
      setShown((now) => (isSame(now, next) ? now : next));
    };
    updateWindow();
    element.addEventListener('scroll', updateWindow, { passive: true });
    const resizes = new ResizeObserver(() => {
      ({ clientWidth: width, clientHeight: height } = element);
      updateWindow();
    });
    resizes.observe(element);
    return () => {
      element.removeEventListener('scroll', updateWindow);
      resizes.disconnect();
    };
  }, [scroller, size, rows]);
  return shown;
}

function isSame(a: BoardWindow, b: BoardWindow): boolean {
  return a.firstRow === b.firstRow && a.endRow === b.endRow && a.fromX === b.fromX && a.toX === b.toX;
}
