import type { RowContent } from '../row-blocks.ts';
import { snapToSlot } from '../axis/time-scale.ts';

/** The keyboard cursor: on a reservation, or on free time. */
export interface BoardCursor {
  readonly row: number;
  /** `null`: free time from `startMs` to `endMs`. */
  readonly reservationId: string | null;
  readonly startMs: number;
  readonly endMs: number;
  /** The instant that vertical moves keep, also across a reservation that began earlier. */
  readonly columnMs?: number;
}

export interface CursorBounds {
  readonly startMs: number;
  readonly endMs: number;
  readonly slotMinutes: number;
  readonly timeZone: string;
}

/** The stop of a row at an instant: the reservation there, or the slot. */
export function stopAt(row: number, content: RowContent, ms: number, bounds: CursorBounds): BoardCursor {
  const inside = Math.min(Math.max(ms, bounds.startMs), bounds.endMs - 1);
  const block = content.blocks.findLast((block) => block.startMs <= inside && inside < block.endMs);
  return block === undefined
    ? free(row, snapToSlot(inside, bounds.slotMinutes, bounds.timeZone, 'before'), bounds)
    : on(row, block);
}

/** The stop of another row at the same time, which further vertical moves keep. */
export function stopInRow(cursor: BoardCursor, row: number, content: RowContent, bounds: CursorBounds): BoardCursor {
  const columnMs = cursor.columnMs ?? cursor.startMs;
  return { ...stopAt(row, content, columnMs, bounds), columnMs };
}

/** The next stop to the right: reservation by reservation, and slot by slot between them; unchanged at the end. */
export function stopAfter(cursor: BoardCursor, { blocks }: RowContent, bounds: CursorBounds): BoardCursor {
  const slotMs = bounds.slotMinutes * 60_000;
  const index = blocks.findIndex((block) => block.reservation.id === cursor.reservationId);
  if (index !== -1) {
    const end = Math.max(...blocks.slice(0, index + 1).map((block) => block.endMs));
    const at = onGridFrom(end, bounds);
    const next = blocks[index + 1];
    if (next !== undefined && next.startMs < at + slotMs) return on(cursor.row, next);
    return at >= bounds.endMs ? cursor : free(cursor.row, at, bounds);
  }
  const at = cursor.startMs + slotMs;
  const next = blocks.find((block) => block.startMs >= cursor.startMs && block.startMs < bounds.endMs);
  if (next !== undefined && next.startMs < at + slotMs) return on(cursor.row, next);
  return at >= bounds.endMs ? cursor : free(cursor.row, at, bounds);
}

/** The next stop to the left. */
export function stopBefore(cursor: BoardCursor, { blocks }: RowContent, bounds: CursorBounds): BoardCursor {
  const slotMs = bounds.slotMinutes * 60_000;
  const index = blocks.findIndex((block) => block.reservation.id === cursor.reservationId);
  const from = index === -1 ? cursor.startMs : (blocks[index]?.startMs ?? cursor.startMs);
  const at = index === -1 ? from - slotMs : snapToSlot(from - 1, bounds.slotMinutes, bounds.timeZone, 'before');
  const before = blocks
    .slice(0, index === -1 ? undefined : index)
    .findLast(
      (block) => block.startMs <= from && block.endMs > bounds.startMs && (index !== -1 || block.startMs < from),
    );
  if (before !== undefined && before.endMs > at) return on(cursor.row, before);
  return at < bounds.startMs ? cursor : free(cursor.row, at, bounds);
}

/** Free time with one slot more or less at its end; never less than a slot. */
export function stretchCursor(cursor: BoardCursor, slots: 1 | -1, bounds: CursorBounds): BoardCursor {
  const slotMs = bounds.slotMinutes * 60_000;
  return { ...cursor, endMs: Math.min(Math.max(cursor.startMs + slotMs, cursor.endMs + slots * slotMs), bounds.endMs) };
}

function on(row: number, { reservation, startMs, endMs }: RowContent['blocks'][number]): BoardCursor {
  return { row, reservationId: reservation.id, startMs, endMs };
}

function free(row: number, startMs: number, bounds: CursorBounds): BoardCursor {
  return { row, reservationId: null, startMs, endMs: startMs + bounds.slotMinutes * 60_000 };
}

function onGridFrom(ms: number, { slotMinutes, timeZone }: CursorBounds): number {
  const before = snapToSlot(ms, slotMinutes, timeZone, 'before');
  return before === ms ? ms : before + slotMinutes * 60_000;
}
