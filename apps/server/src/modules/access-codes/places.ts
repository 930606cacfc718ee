import type { CodeError, CodeState, RequestedCodeState } from '@munjigi/contract';
import type { Selectable } from 'kysely';
import type { Tables } from '../../db/index.ts';

/** The wanted state of a code in a lock at a time, and when the next action is due. Pure functions. */

export type PlaceRow = Omit<Selectable<Tables['access_code_places']>, 'acknowledged' | 'pushed' | 'error'> & {
  acknowledged: CodeState;
  pushed: RequestedCodeState | null;
  error: CodeError | null;
};

/**
 * How long before its window a code is written to the lock, disabled. The server then knows a day before the guest
 * arrives whether the lock has it (NX-1).
 */
const AHEAD_MS = 25 * 3600_000;
/** The value of `due_at` that means "due at once". */
export const DUE_AT_ONCE = new Date(0);
const LONGEST_PAUSE_MS = 5 * 60_000;
/** A lock that does not answer in a lockdown may still open, so it is asked again more often. */
const LONGEST_PAUSE_SUSPENDED_MS = 30_000;

/** The columns of a place without a push under way. */
export const NO_PUSH = {
  pushed: null,
  push_until: null,
  is_written: false,
  attempts: 0,
  retry_at: null,
  error: null,
} as const;

type Times = Pick<PlaceRow, 'is_wanted' | 'opens_at' | 'closes_at'>;

/** What the state of the codes in a lock depends on beside their rows. */
export interface CodeTime {
  readonly now: Date;
  /** The door of the lock is locked down: its codes stay in the lock, and none of them opens (DR-8). */
  readonly isSuspended: boolean;
}

export function requestedCodeState(
  { is_wanted: isRequested, opens_at: opensAt, closes_at: closesAt }: Times,
  { now, isSuspended }: CodeTime,
): RequestedCodeState {
  if (!isRequested || now >= closesAt) return 'ABSENT';
  if (now >= opensAt) return isSuspended ? 'DISABLED' : 'ENABLED';
  return now.getTime() >= opensAt.getTime() - AHEAD_MS ? 'DISABLED' : 'ABSENT';
}

/** Whether it is a spare code, given to a guest whose own code cannot reach the lock (NX-3). */
export function isSpare({ reservation_id: reservationId }: Pick<PlaceRow, 'reservation_id'>): boolean {
  return reservationId === null;
}

/** Creates the place of a code that was not sent to its lock yet. */
export function newPlace(
  of: Pick<
    PlaceRow,
    | 'product_id'
    | 'store_id'
    | 'id'
    | 'code_id'
    | 'reservation_id'
    | 'door_id'
    | 'link_id'
    | 'fingerprint'
    | 'opens_at'
    | 'closes_at'
  >,
  now: Date,
): PlaceRow {
  const row: PlaceRow = {
    ...of,
    is_wanted: true,
    acknowledged: 'ABSENT',
    acknowledged_at: null,
    slot: null,
    ...NO_PUSH,
    due_at: null,
    gone_at: null,
  };
  return { ...row, due_at: nextDue(row, { now, isSuspended: false }) };
}

/** Whether the lock may open for the code, as far as it has acknowledged. */
export function canOpen({ acknowledged, pushed }: Pick<PlaceRow, 'acknowledged' | 'pushed'>): boolean {
  return acknowledged === 'ENABLED' || acknowledged === 'UNKNOWN' || pushed === 'ENABLED';
}

/** Whether the code is no longer wanted and the lock does not hold it. */
export function isGone(row: Times & Pick<PlaceRow, 'acknowledged' | 'pushed'>, now: Date): boolean {
  return row.acknowledged === 'ABSENT' && row.pushed === null && (!row.is_wanted || now >= row.closes_at);
}

/** When to review the place next. `null`: never. */
export function nextDue(row: PlaceRow, at: CodeTime): Date | null {
  const { now } = at;
  if (row.gone_at !== null) return null;
  if (row.push_until !== null) return row.push_until;
  if (requestedCodeState(row, at) !== row.acknowledged) return row.retry_at ?? DUE_AT_ONCE;
  if (isGone(row, now)) return DUE_AT_ONCE;
  const borders = [new Date(row.opens_at.getTime() - AHEAD_MS), row.opens_at, row.closes_at];
  return borders.find((border) => border > now) ?? null;
}

/** Exponential backoff after failed pushes: 2 s, 4 s, up to five minutes, and up to half a minute in a lockdown. */
export function pauseMs(attempts: number, { isSuspended }: Pick<CodeTime, 'isSuspended'>): number {
  const longest = isSuspended ? LONGEST_PAUSE_SUSPENDED_MS : LONGEST_PAUSE_MS;
  return Math.min(longest, 1000 * 2 ** Math.min(attempts, 12));
}

/**
 * The push order of a lock: in a lockdown the codes that still open, then codes to enable, to delete, spare codes,
 * codes for later; earliest window first.
 */
export function byUrgency(at: CodeTime): (a: PlaceRow, b: PlaceRow) => number {
  const rank = (row: PlaceRow) => {
    if (at.isSuspended && canOpen(row)) return -1;
    const requested = requestedCodeState(row, at);
    return ['ENABLED', 'ABSENT', 'SPARE', 'DISABLED'].indexOf(
      isSpare(row) && requested === 'ENABLED' ? 'SPARE' : requested,
    );
  };
  return (a, b) => rank(a) - rank(b) || a.opens_at.getTime() - b.opens_at.getTime();
}

/** Slots that are reserved for guests whose window is open. */
const KEPT_FREE = 2;

/** The lowest free slot. `null`: none is available. `isUrgent`: may use reserved slots, for a guest at the door. */
export function freeSlot(
  slots: { readonly first: number; readonly count: number },
  used: ReadonlySet<number>,
  { isUrgent }: { readonly isUrgent: boolean },
): number | null {
  const free = Array.from({ length: slots.count }, (_, index) => slots.first + index).filter((slot) => !used.has(slot));
  const isEnough = isUrgent || free.length > Math.min(KEPT_FREE, Math.floor(slots.count / 4));
  return isEnough ? (free[0] ?? null) : null;
}
