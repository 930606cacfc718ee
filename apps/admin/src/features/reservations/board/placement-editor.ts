import type { BoardSize } from './board-size.ts';
import type { BoardWords } from './board-words.ts';
import { conflictOf, isInPlace, type Conflict, type Placement, type Rules } from './placement.ts';
import { createPriceTeller, type PriceTeller, type QuotedPrice } from './placement-price.ts';
import type { BoardEntry } from './row-blocks.ts';
import { xOf, type TimeScale } from './time-scale.ts';

/** The current state of the board, for code that changes it without rendering. */
export interface BoardContext {
  readonly product: string;
  readonly entries: readonly BoardEntry[];
  readonly open: readonly { readonly startMs: number; readonly endMs: number }[];
  readonly scale: TimeScale;
  readonly size: BoardSize;
  readonly rules: Rules;
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

/** The texts beside a ghost. */
const WORDS_PX = 320;

export interface PlacementEditor {
  readonly current: () => Placement | null;
  readonly begin: (placement: Placement) => void;
  /** Shows it elsewhere. `tell` receives the words for its place, and then for its price. */
  readonly show: (placement: Placement, tell?: (words: string) => void) => void;
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
  let current: Placement | null = null;
  let shownConflict: Conflict | null = null;
  let prices: PriceTeller | null = null;

  const part = (name: string) => ghost.querySelector<HTMLElement>(`[data-part=${name}]`);
  const write = (name: string, text: string) => {
    const element = part(name);
    if (element !== null && element.textContent !== text) element.textContent = text;
  };
  const lift = (isLifted: boolean) => {
    for (const element of scroller.querySelectorAll('[data-lifted]')) element.removeAttribute('data-lifted');
    if (isLifted && current?.reservation)
      scroller.querySelector(`[data-id="${CSS.escape(current.reservation.id)}"]`)?.setAttribute('data-lifted', '');
  };

  function question(placement: Placement) {
    const { entries } = context();
    const { reservation, row, startMs, endMs } = placement;
    if (reservation?.kind === 'BLOCK') return null;
    return {
      roomId: entries[row]?.room.id ?? '',
      startMs,
      endMs,
      headCount: reservation?.headCount ?? 1,
      isWalkIn: reservation?.channel === 'WALK_IN',
    };
  }

  function priceWords(placement: Placement, price: QuotedPrice): string {
    const { words, texts } = context();
    if (price.amount === null) return texts.noPrice;
    if (placement.reservation === null) return words.money(price.amount);
    return `${words.money(price.amount)} (${words.difference(price.amount - placement.reservation.priceAmount)})`;
  }

  function draw(placement: Placement, conflict: Conflict | null): void {
    const { scale, size, words, entries } = context();
    const left = Math.max(0, xOf(scale, placement.startMs));
    const right = Math.min(xOf(scale, scale.endMs), xOf(scale, placement.endMs));
    ghost.style.left = `${left}px`;
    ghost.style.top = `${placement.row * size.rowHeight + 4}px`;
    ghost.style.width = `${Math.max(6, right - left)}px`;
    ghost.dataset['conflict'] = conflict ?? '';
    // Above it, except where the head would hide it.
    const isHigh = placement.row * size.rowHeight - scroller.scrollTop < 48;
    ghost.dataset['side'] = isHigh ? 'below' : 'above';
    const seenUntil = scroller.scrollLeft + scroller.clientWidth - size.labelWidth;
    ghost.dataset['align'] = left > seenUntil - WORDS_PX ? 'end' : 'start';
    write('time', words.span(placement.startMs, placement.endMs));
    write('room', entries[placement.row]?.room.name ?? '');
    write('conflict', conflict === null ? '' : words.conflict(conflict));
    ghost.hidden = false;
  }

  function show(placement: Placement, tell?: (words: string) => void): void {
    const { entries, open, rules, words, texts } = context();
    const entry = entries[placement.row];
    if (entry === undefined || (current !== null && isSame(current, placement) && !ghost.hidden)) return;
    current = placement;
    const conflict = conflictOf(placement, { entry, open, bufferMinutes: rules.bufferMinutes, nowMs: Date.now() });
    shownConflict = conflict;
    draw(placement, conflict);
    const where = [
      entry.room.name,
      words.span(placement.startMs, placement.endMs),
      ...(conflict === null ? [] : [words.conflict(conflict)]),
    ].join(', ');
    tell?.(where);
    const asked = question(placement);
    if (asked === null || prices === null || isInPlace(placement, entry.room.id)) {
      prices?.stop();
      return write('price', '');
    }
    write('price', texts.pricing);
    prices.ask(asked, (price) => {
      const text = priceWords(placement, price);
      write('price', text);
      tell?.(`${where}, ${text}`);
    });
  }

  function end(): void {
    lift(false);
    ghost.hidden = true;
    prices?.stop();
    delete scroller.dataset['editing'];
    current = null;
    prices = null;
  }

  return {
    current: () => current,
    begin(placement) {
      end();
      prices = createPriceTeller(context().product);
      show(placement);
      scroller.dataset['editing'] = placement.reservation === null ? 'new' : 'move';
      lift(true);
    },
    show,
    redraw() {
      if (current !== null) draw(current, shownConflict);
    },
    drop() {
      const dropped = current;
      if (dropped === null) return;
      const asked = question(dropped);
      const price = asked === null ? null : (prices?.known(asked) ?? null);
      const { entries, onCreate, onMove } = context();
      end();
      if (dropped.reservation === null) onCreate(dropped);
      else if (!isInPlace(dropped, entries[dropped.row]?.room.id ?? '')) onMove(dropped, price);
    },
    cancel: end,
  };
}

function isSame(a: Placement, b: Placement): boolean {
  return a.row === b.row && a.startMs === b.startMs && a.endMs === b.endMs;
}
