import type { Reservation } from '@munjigi/contract';
import { canStartAtAnyMinute } from '@munjigi/rules';
import type { BoardSize } from '../axis/board-size.ts';
import type { BoardWords } from '../board-words.ts';
import { findConflict, isInPlace, type PlacementConflict, type Placement, type PlacementRules } from './placement.ts';
import { createPlacementPrices, type PlacementPrices, type QuotedPrice } from './placement-price.ts';
import type { BoardEntry } from '../row-blocks.ts';
import { toAxisX, type TimeScale } from '../axis/time-scale.ts';

/** The width of the texts beside a ghost. */
const WORDS_PX = 320;

/** The current state of the board, for code that changes it without rendering. */
export interface BoardContext {
  readonly product: string;
  readonly entries: readonly BoardEntry[];
  readonly open: readonly { readonly startMs: number; readonly endMs: number }[];
  readonly scale: TimeScale;
  readonly size: BoardSize;
  readonly rules: PlacementRules;
  readonly words: BoardWords;
  /** Whether the person can create and move reservations of guests. */
  readonly canWrite: boolean;
  /** Whether the person can move blocks as well. */
  readonly canMoveBlocks: boolean;
  readonly texts: { readonly pricing: string; readonly noPrice: string };
  readonly onOpen: (reservationId: string) => void;
  readonly onCreate: (placement: Placement) => void;
  /** `price`: the price shown at the drop, if it was known by then. */
  readonly onMove: (placement: Placement, price: QuotedPrice | null) => void;
}

export interface PlacementEditor {
  readonly current: () => Placement | null;
  readonly begin: (placement: Placement) => void;
  /** Shows it elsewhere. `announce` receives the text of its place, and then of its price. */
  readonly show: (placement: Placement, announce?: (words: string) => void) => void;
  /** Draws it at its time again after the axis has changed. */
  readonly redraw: () => void;
  /** Passes it to `onCreate` or `onMove`. */
  readonly drop: () => void;
  readonly cancel: () => void;
}

/**
 * One reservation (or new time) that is being moved, by pointer or by keys. Draws a ghost straight into the page: the
 * board does not render while it moves.
 */
export function createPlacementEditor(
  scroller: HTMLElement,
  ghost: HTMLElement,
  context: () => BoardContext,
): PlacementEditor {
  const drawing = createGhostDrawing(scroller, ghost, context);
  const price = createGhostPrice(drawing, context);
  let current: Placement | null = null;
  let shownConflict: PlacementConflict | null = null;

  function show(placement: Placement, announce?: (words: string) => void): void {
    const { entries, open, rules, words } = context();
    const entry = entries[placement.row];
    if (entry === undefined || (current !== null && isSame(current, placement) && drawing.isShown())) return;
    current = placement;
    const conflict = findConflict(placement, { entry, open, bufferMinutes: rules.bufferMinutes, nowMs: Date.now() });
    shownConflict = conflict;
    drawing.draw(placement, conflict);
    const where = [
      entry.room.name,
      words.span(placement.startMs, placement.endMs),
      ...(conflict === null ? [] : [words.conflict(conflict)]),
    ].join(', ');
    announce?.(where);
    price.show(placement, entry.room.id, (text) => announce?.(`${where}, ${text}`));
  }

  function end(): void {
    drawing.hide();
    price.end();
    current = null;
  }

  return {
    current: () => current,
    begin(placement) {
      end();
      price.begin();
      show(placement);
      drawing.mark(placement.reservation === null ? 'new' : 'move', current?.reservation ?? null);
    },
    show,
    redraw() {
      if (current !== null) drawing.draw(current, shownConflict);
    },
    drop() {
      const dropped = current;
      if (dropped === null) return;
      const { entries, onCreate, onMove } = context();
      const roomId = entries[dropped.row]?.room.id ?? '';
      const cachedPrice = price.findPrice(dropped, roomId);
      end();
      if (dropped.reservation === null) onCreate(dropped);
      else if (!isInPlace(dropped, roomId)) onMove(dropped, cachedPrice);
    },
    cancel: end,
  };
}

type GhostDrawing = ReturnType<typeof createGhostDrawing>;

/** Draws the ghost at a placement, and marks the block that is being moved. */
function createGhostDrawing(scroller: HTMLElement, ghost: HTMLElement, context: () => BoardContext) {
  const write = (part: 'time' | 'room' | 'price' | 'conflict', text: string) => {
    const element = ghost.querySelector<HTMLElement>(`[data-part=${part}]`);
    if (element !== null && element.textContent !== text) element.textContent = text;
  };
  const unmark = () => {
    for (const element of scroller.querySelectorAll('[data-lifted]')) element.removeAttribute('data-lifted');
  };
  return {
    write,
    isShown: () => !ghost.hidden,
    draw(placement: Placement, conflict: PlacementConflict | null): void {
      const { scale, size, words, entries } = context();
      const left = Math.max(0, toAxisX(scale, placement.startMs));
      const right = Math.min(toAxisX(scale, scale.endMs), toAxisX(scale, placement.endMs));
      ghost.style.left = `${left}px`;
      ghost.style.top = `${placement.row * size.rowHeight + 4}px`;
      ghost.style.width = `${Math.max(6, right - left)}px`;
      ghost.dataset['conflict'] = conflict ?? '';
      // The text is above the ghost, except where the head would cover it.
      const isHigh = placement.row * size.rowHeight - scroller.scrollTop < 48;
      ghost.dataset['side'] = isHigh ? 'below' : 'above';
      const seenUntil = scroller.scrollLeft + scroller.clientWidth - size.labelWidth;
      ghost.dataset['align'] = left > seenUntil - WORDS_PX ? 'end' : 'start';
      write('time', words.span(placement.startMs, placement.endMs));
      write('room', entries[placement.row]?.room.name ?? '');
      write('conflict', conflict === null ? '' : words.conflict(conflict));
      ghost.hidden = false;
    },
    mark(editing: 'new' | 'move', reservation: Reservation | null): void {
      scroller.dataset['editing'] = editing;
      unmark();
      if (reservation !== null)
        scroller.querySelector(`[data-id="${CSS.escape(reservation.id)}"]`)?.setAttribute('data-lifted', '');
    },
    hide(): void {
      unmark();
      ghost.hidden = true;
      delete scroller.dataset['editing'];
    },
  };
}

/** The price beside the ghost; one reader for each move, so that no price is outdated. */
function createGhostPrice(drawing: GhostDrawing, context: () => BoardContext) {
  let prices: PlacementPrices | null = null;
  return {
    begin(): void {
      prices = createPlacementPrices(context().product);
    },
    /** Requests the price, except for a block and for the reservation's own place. `announce` receives it in words. */
    show(placement: Placement, roomId: string, announce: (words: string) => void): void {
      const question = questionOf(placement, roomId);
      if (question === null || prices === null || isInPlace(placement, roomId)) {
        prices?.stop();
        return drawing.write('price', '');
      }
      drawing.write('price', context().texts.pricing);
      prices.ask(question, (price) => {
        const text = priceText(placement, price, context());
        drawing.write('price', text);
        announce(text);
      });
    },
    /** The price if it is known by now. */
    findPrice(placement: Placement, roomId: string): QuotedPrice | null {
      const question = questionOf(placement, roomId);
      return question === null ? null : (prices?.findCached(question) ?? null);
    },
    end(): void {
      prices?.stop();
      prices = null;
    },
  };
}

/** `null`: a block has no price. */
function questionOf({ reservation, startMs, endMs }: Placement, roomId: string) {
  if (reservation?.kind === 'BLOCK') return null;
  return {
    roomId,
    startMs,
    endMs,
    headCount: reservation?.headCount ?? 1,
    isWalkIn: reservation !== null && canStartAtAnyMinute(reservation.channel),
    onlineStayId: reservation?.channel === 'ONLINE' ? reservation.id : null,
  };
}

function priceText({ reservation }: Placement, { amount }: QuotedPrice, { words, texts }: BoardContext): string {
  if (amount === null) return texts.noPrice;
  if (reservation === null) return words.money(amount);
  return `${words.money(amount)} (${words.difference(amount - reservation.priceAmount)})`;
}

function isSame(a: Placement, b: Placement): boolean {
  return a.row === b.row && a.startMs === b.startMs && a.endMs === b.endMs;
}
