import type { Reservation, Store } from '@munjigi/contract';
import { MINUTE_MS } from '@munjigi/rules';
import { toRowContent, isHolding, type BoardEntry } from '../row-blocks.ts';
import { snapToSlot } from '../axis/time-scale.ts';

/** The place to which a reservation is moved, or at which a new one would be. */
export interface Placement {
  /** `null`: a new one. */
  readonly reservation: Reservation | null;
  /** Index of the room's row. */
  readonly row: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** The part of a reservation that is moved. */
export type Grip = 'whole' | 'start' | 'end';

export type PlacementRules = Pick<Store, 'slotMinutes' | 'minMinutes' | 'maxMinutes' | 'bufferMinutes' | 'timeZone'>;

/** Why a placement is not possible, as far as this screen knows; the server decides. */
export type PlacementConflict = 'taken' | 'closure' | 'capacity' | 'closed' | 'past';

/** What can be changed in each state: the start of a stay in use is fixed, and a completed stay cannot change. */
export function findGrips(reservation: Reservation, canMoveBlocks: boolean): readonly Grip[] {
  if (reservation.kind === 'BLOCK' && !canMoveBlocks) return [];
  if (reservation.state === 'PENDING' || reservation.state === 'CONFIRMED') return ['whole', 'start', 'end'];
  return reservation.state === 'IN_USE' ? ['end'] : [];
}

/** Moves the whole reservation so that it starts nearest to `startMs` on the slot grid; its length stays. */
export function movePlacement(from: Placement, row: number, startMs: number, rules: PlacementRules): Placement {
  const start = snapToSlot(startMs, rules.slotMinutes, rules.timeZone);
  return { ...from, row, startMs: start, endMs: start + (from.endMs - from.startMs) };
}

/** Moves one end to the slot nearest to `ms`, within the store's shortest and longest time. */
export function resizePlacement(from: Placement, grip: 'start' | 'end', ms: number, rules: PlacementRules): Placement {
  const { shortest, longest } = lengths(from, rules);
  const at = snapToSlot(ms, rules.slotMinutes, rules.timeZone);
  if (grip === 'end') return { ...from, endMs: clamp(at, from.startMs + shortest, from.startMs + longest) };
  return { ...from, startMs: clamp(at, from.endMs - longest, from.endMs - shortest) };
}

/** A new one from the slot where the pointer went down to the slot where it is. */
export function drawPlacement(row: number, anchorMs: number, ms: number, rules: PlacementRules): Placement {
  const slot = rules.slotMinutes * MINUTE_MS;
  const anchor = snapToSlot(anchorMs, rules.slotMinutes, rules.timeZone, 'before');
  const here = snapToSlot(ms, rules.slotMinutes, rules.timeZone, 'before');
  const { shortest, longest } = lengths(null, rules);
  if (here >= anchor)
    return { reservation: null, row, startMs: anchor, endMs: clamp(here + slot, anchor + shortest, anchor + longest) };
  const endMs = anchor + slot;
  return { reservation: null, row, startMs: clamp(here, endMs - longest, endMs - shortest), endMs };
}

/** The shortest and the longest length in milliseconds; a block has no limits except a slot. */
function lengths(from: Placement | null, { slotMinutes, minMinutes, maxMinutes }: PlacementRules) {
  if (from?.reservation?.kind === 'BLOCK')
    return { shortest: slotMinutes * MINUTE_MS, longest: Number.MAX_SAFE_INTEGER / 4 };
  const shortest = Math.ceil(Math.max(minMinutes, slotMinutes) / slotMinutes) * slotMinutes * MINUTE_MS;
  const longest = Math.floor(maxMinutes / slotMinutes) * slotMinutes * MINUTE_MS;
  return { shortest, longest: Math.max(shortest, longest) };
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(Math.max(value, lowest), highest);
}

interface Surroundings {
  readonly entry: BoardEntry;
  /** When the store is open. */
  readonly open: readonly { readonly startMs: number; readonly endMs: number }[];
  readonly bufferMinutes: number;
  readonly nowMs: number;
}

/** The worst conflict that this screen knows; `null` without any. */
export function findConflict(
  { reservation, startMs, endMs }: Placement,
  { entry, open, bufferMinutes, nowMs }: Surroundings,
): PlacementConflict | null {
  const { blocks, closures } = toRowContent(entry);
  const isBlock = reservation?.kind === 'BLOCK';
  const keptUntil = endMs + (isBlock ? 0 : bufferMinutes * MINUTE_MS);
  const isTaken = blocks.some(
    (block) =>
      block.reservation.id !== reservation?.id &&
      isHolding(block.reservation) &&
      block.startMs < keptUntil &&
      startMs < block.bufferEndMs,
  );
  if (isTaken) return 'taken';
  const hit = closures.find(
    (closure) => closure.reservationId !== reservation?.id && closure.startMs < endMs && startMs < closure.endMs,
  );
  if (hit !== undefined && !(isBlock && hit.reservationId === null))
    return hit.reservationId === null ? 'closure' : 'taken';
  if (reservation !== null && reservation.headCount > entry.room.capacity) return 'capacity';
  const isStartKept = reservation !== null && Date.parse(reservation.startsAt) === startMs;
  if (!isStartKept && startMs < nowMs) return 'past';
  if (isBlock || open.some((item) => item.startMs <= startMs && endMs <= item.endMs)) return null;
  return 'closed';
}

/** Whether the placement equals the reservation's current place. */
export function isInPlace({ reservation, startMs, endMs }: Placement, roomId: string): boolean {
  return (
    reservation !== null &&
    reservation.roomId === roomId &&
    Date.parse(reservation.startsAt) === startMs &&
    Date.parse(reservation.endsAt) === endMs
  );
}
