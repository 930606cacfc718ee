import { useState, type Dispatch, type RefObject, type SetStateAction } from 'react';
import { stopAt, type BoardCursor, type CursorBounds } from './board-cursor.ts';
import type { BoardContext } from './placement-editor.ts';
import { toRowContent } from '../row-blocks.ts';
import { msAt, type TimeScale } from '../axis/time-scale.ts';

/** The keyboard cursor of the board, and where it is put first. */
export interface CursorState {
  /** `null` while it was not set, or where it stood is not loaded. */
  readonly cursor: BoardCursor | null;
  readonly setCursor: Dispatch<SetStateAction<BoardCursor | null>>;
  /**
   * The first position of the cursor: in the first visible room, at the present moment or at the beginning of the view.
   */
  readonly firstStop: () => BoardCursor | null;
}

/** The keyboard cursor. It is stored by its time, and the content there decides what it is on. */
export function useBoardCursor(
  scroller: RefObject<HTMLElement | null>,
  { entries, scale, size, rules }: Pick<BoardContext, 'entries' | 'scale' | 'size' | 'rules'>,
): CursorState {
  const [kept, setCursor] = useState<BoardCursor | null>(null);
  const bounds: CursorBounds = { ...scale, slotMinutes: rules.slotMinutes };
  const isLoaded =
    kept !== null && kept.row < entries.length && kept.startMs < scale.endMs && kept.endMs > scale.startMs;

  function firstStop(): BoardCursor | null {
    const element = scroller.current;
    const row = element === null ? 0 : Math.ceil(element.scrollTop / size.rowHeight);
    const entry = entries[row];
    if (element === null || entry === undefined) return null;
    const ms = firstMoment(scale, element.scrollLeft, element.clientWidth - size.labelWidth);
    return stopAt(row, toRowContent(entry), ms, bounds);
  }

  return { cursor: isLoaded ? standingOn(kept, entries, bounds) : null, setCursor, firstStop };
}

/** The present moment if it is visible, otherwise the beginning of the view. */
function firstMoment(scale: TimeScale, scrollLeft: number, seenPx: number): number {
  const now = Date.now();
  const [from, to] = [msAt(scale, scrollLeft), msAt(scale, scrollLeft + seenPx)];
  return now >= from && now < to ? now : from;
}

/** A cursor on free time moves to a reservation that was created there since. */
function standingOn(cursor: BoardCursor, entries: BoardContext['entries'], bounds: CursorBounds): BoardCursor {
  const entry = entries[cursor.row];
  if (cursor.reservationId !== null || entry === undefined) return cursor;
  const now = stopAt(cursor.row, toRowContent(entry), cursor.startMs, bounds);
  return now.reservationId === null ? cursor : { ...cursor, ...now };
}
