import type { DailyReservations } from '@munjigi/contract';
import { useEffect, useRef, type RefObject } from 'react';
import type { BoardCursor } from '../placement/board-cursor.ts';
import type { BoardSize } from './board-size.ts';
import { toAxisX, type TimeScale } from './time-scale.ts';

/** The distance of the keyboard cursor from an edge, in pixels. */
const MARGIN_PX = 24;

/** Scrolls as little as needed to show the keyboard cursor. */
export function revealStop(
  scroller: HTMLElement,
  { row, startMs, endMs }: Pick<BoardCursor, 'row' | 'startMs' | 'endMs'>,
  scale: TimeScale,
  size: BoardSize,
): void {
  const [left, right] = [
    Math.max(0, toAxisX(scale, startMs)),
    Math.min(toAxisX(scale, scale.endMs), toAxisX(scale, endMs)),
  ];
  const width = scroller.clientWidth - size.labelWidth;
  const height = scroller.clientHeight - size.headHeight;
  let { scrollLeft, scrollTop } = scroller;
  if (right + MARGIN_PX > scrollLeft + width) scrollLeft = right + MARGIN_PX - width;
  if (left - MARGIN_PX < scrollLeft) scrollLeft = left - MARGIN_PX;
  if ((row + 1) * size.rowHeight > scrollTop + height) scrollTop = (row + 1) * size.rowHeight - height;
  if (row * size.rowHeight < scrollTop) scrollTop = row * size.rowHeight;
  scroller.scrollTo(scrollLeft, scrollTop);
}

interface OpenedInput {
  readonly openedId: string | null;
  readonly days: DailyReservations;
  readonly scale: TimeScale;
  readonly size: BoardSize;
}

/**
 * Scrolls once to each reservation that the address opens, because it may be in a row further down. Does not follow its
 * later moves.
 */
export function useOpenedInSight(
  scroller: RefObject<HTMLElement | null>,
  { openedId, days, scale, size }: OpenedInput,
): void {
  const shownId = useRef<string>(null);
  useEffect(() => {
    if (openedId === null) shownId.current = null;
    if (scroller.current === null || openedId === null || shownId.current === openedId) return;
    for (const [row, { reservations }] of days.rooms.entries()) {
      const found = reservations.find(({ id }) => id === openedId);
      if (found === undefined) continue;
      shownId.current = openedId;
      revealStop(
        scroller.current,
        { row, startMs: Date.parse(found.startsAt), endMs: Date.parse(found.endsAt) },
        scale,
        size,
      );
    }
  }, [scroller, openedId, days, scale, size]);
}

/** The scroll counts as stopped after this pause. */
const STOPPED_MS = 80;
/** A smaller visible part of a block holds no words. */
const LEAST_PX = 36;

/**
 * Moves the texts of blocks that reach out of view at the left to where they are visible, after the scroll has stopped,
 * because doing so during the scroll would be too slow. `drawn` changes when other blocks are drawn.
 */
export function useWordsInSight(scroller: RefObject<HTMLElement | null>, drawn: unknown): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null || drawn === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => placeWords(element), STOPPED_MS);
    };
    later();
    element.addEventListener('scroll', later, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', later);
    };
  }, [scroller, drawn]);
}

function placeWords(scroller: HTMLElement): void {
  const seenFrom = scroller.scrollLeft;
  for (const block of scroller.querySelectorAll<HTMLElement>('.board-block')) {
    const hidden = seenFrom - Number.parseFloat(block.style.left);
    const isCut = hidden > 0 && Number.parseFloat(block.style.width) - hidden > LEAST_PX;
    if (!isCut && !block.hasAttribute('data-tight')) continue;
    block.toggleAttribute('data-tight', isCut);
    block.style.paddingLeft = isCut ? `${hidden + 8}px` : '';
  }
}
