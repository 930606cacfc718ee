import { addDays, zonedDate, zonedInstant } from '@munjigi/rules';
import type { BoardCursor, CursorBounds } from './board-cursor.ts';
import { stopAfter, stopAt, stopBefore, stopInRow, stretchCursor } from './board-cursor.ts';
import { drawPlacement, findGrips, movePlacement, resizePlacement, type Placement } from './placement.ts';
import type { BoardContext, PlacementEditor } from './placement-editor.ts';
import { toRowContent } from '../row-blocks.ts';

/** The functions of the surrounding screen that the keys of the board use. */
export interface BoardCommands {
  readonly onDay: (step: 1 | -1) => void;
  readonly onToday: () => void;
  readonly onZoom: (step: 1 | -1) => void;
  readonly onWalkIn: () => void;
  readonly onHelp: () => void;
}

export interface KeyboardDeps {
  readonly context: BoardContext;
  readonly commands: BoardCommands;
  readonly editor: PlacementEditor;
  readonly cursor: BoardCursor;
  readonly setCursor: (cursor: BoardCursor) => void;
  /** Announces text to screen readers. */
  readonly say: (words: string) => void;
  readonly sayings: {
    readonly moveMode: string;
    readonly cancelled: string;
    readonly notMovable: string;
    readonly nothingToMove: string;
  };
}

interface Key {
  readonly key: string;
  /** The place of the key: letters stay usable while Hangul is typed. */
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Handles a key of the board. Returns false for other keys, which the browser may handle. */
export function handleKey(event: Key, deps: KeyboardDeps): boolean {
  if (event.altKey || event.metaKey) return false;
  return deps.editor.current() === null ? browse(event, deps) : carry(event, deps);
}

/** While a reservation is being moved (M): arrows move it, with Shift its end; Enter drops it. */
function carry({ key, shiftKey }: Key, { context, editor, setCursor, say, sayings }: KeyboardDeps): boolean {
  const { rules, entries } = context;
  const placement = editor.current();
  if (placement === null || placement.reservation === null) return false;
  if (key === 'Escape') {
    editor.cancel();
    say(sayings.cancelled);
    return true;
  }
  if (key === 'Enter') {
    setCursor({
      row: placement.row,
      reservationId: placement.reservation.id,
      startMs: placement.startMs,
      endMs: placement.endMs,
    });
    editor.drop();
    return true;
  }
  const slotMs = rules.slotMinutes * 60_000;
  const byX = key === 'ArrowRight' ? slotMs : key === 'ArrowLeft' ? -slotMs : 0;
  const byRow = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (byX === 0 && byRow === 0) return false;
  const canMove = findGrips(placement.reservation, context.canMoveBlocks).includes('whole');
  let next: Placement = placement;
  if (byX !== 0 && (shiftKey || !canMove)) next = resizePlacement(placement, 'end', placement.endMs + byX, rules);
  else if (canMove)
    next = movePlacement(
      placement,
      Math.min(entries.length - 1, Math.max(0, placement.row + byRow)),
      placement.startMs + byX,
      rules,
    );
  editor.show(next, say);
  setCursor({ row: next.row, reservationId: placement.reservation.id, startMs: next.startMs, endMs: next.endMs });
  return true;
}

function browse(event: Key, deps: KeyboardDeps): boolean {
  const { context, cursor, commands } = deps;
  if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') return walk(event, deps);
  switch (event.key) {
    case 'Enter':
    case ' ':
      if (cursor.reservationId !== null) context.onOpen(cursor.reservationId);
      else create(deps);
      return true;
    case 'PageDown':
      commands.onDay(1);
      return true;
    case 'PageUp':
      commands.onDay(-1);
      return true;
    case '+':
    case '=':
      commands.onZoom(1);
      return true;
    case '-':
      commands.onZoom(-1);
      return true;
    case '?':
      commands.onHelp();
      return true;
    default:
  }
  if (event.ctrlKey) return false;
  switch (event.code) {
    case 'KeyM':
      pickUp(deps);
      return true;
    case 'KeyN':
      create(deps);
      return true;
    case 'KeyT':
      commands.onToday();
      return true;
    case 'KeyW':
      if (context.canWrite) commands.onWalkIn();
      return true;
    default:
      return false;
  }
}

function walk({ key, shiftKey, ctrlKey }: Key, { context, cursor, setCursor }: KeyboardDeps): boolean {
  const { entries, scale, rules } = context;
  const bounds: CursorBounds = {
    startMs: scale.startMs,
    endMs: scale.endMs,
    slotMinutes: rules.slotMinutes,
    timeZone: scale.timeZone,
  };
  const here = entries[cursor.row];
  if (here === undefined) return false;
  const toRow = (row: number) => {
    const entry = entries[row];
    if (entry !== undefined) setCursor(stopInRow(cursor, row, toRowContent(entry), bounds));
  };
  // The start of the cursor's calendar day, or of the next.
  const midnight = (days: 0 | 1) =>
    zonedInstant(scale.timeZone, addDays(zonedDate(scale.timeZone, new Date(cursor.startMs)), days), '00:00').getTime();
  const isStretching = shiftKey && cursor.reservationId === null;
  switch (key) {
    case 'ArrowRight':
      setCursor(isStretching ? stretchCursor(cursor, 1, bounds) : stopAfter(cursor, toRowContent(here), bounds));
      return true;
    case 'ArrowLeft':
      setCursor(isStretching ? stretchCursor(cursor, -1, bounds) : stopBefore(cursor, toRowContent(here), bounds));
      return true;
    case 'ArrowDown':
      toRow(Math.min(entries.length - 1, cursor.row + 1));
      return true;
    case 'ArrowUp':
      toRow(Math.max(0, cursor.row - 1));
      return true;
    case 'Home':
      if (ctrlKey) toRow(0);
      else setCursor(stopAt(cursor.row, toRowContent(here), midnight(0), bounds));
      return true;
    case 'End':
      if (ctrlKey) toRow(entries.length - 1);
      else setCursor(stopAt(cursor.row, toRowContent(here), midnight(1) - 1, bounds));
      return true;
    default:
      return false;
  }
}

function create({ context, cursor }: KeyboardDeps): void {
  if (!context.canWrite) return;
  // If the cursor is on a reservation, the new one starts after it.
  const from = cursor.reservationId === null ? cursor.startMs : cursor.endMs;
  const last = cursor.reservationId === null ? cursor.endMs - 1 : from;
  context.onCreate(drawPlacement(cursor.row, from, last, context.rules));
}

function pickUp({ context, cursor, editor, say, sayings }: KeyboardDeps): void {
  if (!context.canWrite) return;
  const block = context.entries[cursor.row]?.reservations.find(
    (reservation) => reservation.id === cursor.reservationId,
  );
  if (block === undefined) return say(sayings.nothingToMove);
  if (findGrips(block, context.canMoveBlocks).length === 0) return say(sayings.notMovable);
  editor.begin({
    reservation: block,
    row: cursor.row,
    startMs: Date.parse(block.startsAt),
    endMs: Date.parse(block.endsAt),
  });
  say(sayings.moveMode);
}
