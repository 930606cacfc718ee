import type { GuestPermission, GuestProof, GuestReservation, NoGuestMove } from '@munjigi/contract';
import { LEAST_ONLINE_WON, refundStepsOf } from '@munjigi/rules';
import type { ReservationDoors } from '../access-codes/index.ts';
import { codesOf } from '../devices/index.ts';
import { dueAmountOf } from '../payments/index.ts';
import {
  coveredAmountOf,
  heldUntilOf,
  isHoldingMore,
  type ReservationRecord,
  type ReservationRow,
} from '../reservations/index.ts';
import { isPhoneAbroad } from '@munjigi/typed-text';
import { canReceiveSms } from '../staff-messages/index.ts';

/** What a guest may do at a time (GT-5). Pure functions; the acts themselves check the same periods. */

const NEVER: GuestPermission = { isAllowed: false, from: null, until: null };

const MINUTE_MS = 60_000;

/** How long before and after a stay its guest may enter, in a store without doors. */
interface AccessTimes {
  readonly access_before_minutes: number;
  readonly access_after_minutes: number;
}

interface Period {
  readonly from: Date | null;
  readonly until: Date;
}

function permitIn({ from, until }: Period, now: Date): GuestPermission {
  return {
    isAllowed: (from === null || now >= from) && now < until,
    from: from?.toISOString() ?? null,
    until: until.toISOString(),
  };
}

/** Cancelling: before the start, and while an unpaid reservation is held. */
export function permitCancelling(row: ReservationRow, now: Date): GuestPermission {
  if (row.state === 'CONFIRMED') return permitIn({ from: null, until: row.starts_at }, now);
  if (row.state !== 'PENDING') return NEVER;
  const heldUntil = row.hold_expires_at ?? row.starts_at;
  return permitIn({ from: null, until: heldUntil < row.starts_at ? heldUntil : row.starts_at }, now);
}

/** What the guest needs beside the link for an act that takes the stay or its money away (GT-14). */
export function proofOf({ isLinkShared }: { readonly isLinkShared: boolean }, row: ProvableRow): GuestProof {
  return isLinkShared ? proofOfAccount(row) : 'NONE';
}

/**
 * What the guest needs to name an account for the refund: always a code, because no payment names the account that it
 * came from (GT-20).
 */
export function proofOfAccount({
  guest_phone: phone,
  guest_email: email,
  is_email_of_link: isEmailOfLink,
}: ProvableRow): Exclude<GuestProof, 'NONE'> {
  if (canReceiveSms(phone)) return 'PHONE_CODE';
  // A friend with the link can set an address, and must not confirm with it.
  return isPhoneAbroad(phone) && email !== '' && !isEmailOfLink ? 'EMAIL_CODE' : 'STORE';
}

type ProvableRow = Pick<ReservationRow, 'guest_phone' | 'guest_email' | 'is_email_of_link'>;

/** Paying: while something is due, and what is held only while it is held (GT-10, GT-12). */
export function permitPaying(
  row: ReservationRow,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
): GuestPermission {
  const dueAmount = dueAmountOf(row);
  if (dueAmount === null || dueAmount < LEAST_ONLINE_WON) return NEVER;
  return permitIn({ from: null, until: heldUntilOf(row) ?? expiresAt }, now);
}

/** How long before the end of a short stay its guest can extend it, even before the start. */
const EXTENDING_AHEAD_MS = 2 * 60 * MINUTE_MS;

/**
 * Extending: from the start to the end of a stay that is paid, for one extension at a time (GT-12). A channel's guest
 * extends through the channel, which collects the money.
 */
export function permitExtending(row: ReservationRow, now: Date): GuestPermission {
  const isStay = row.kind === 'GUEST' && row.channel !== 'CHANNEL' && ['CONFIRMED', 'IN_USE'].includes(row.state);
  if (!isStay || isHoldingMore(row) || coveredAmountOf(row) < row.price_amount) return NEVER;
  // Money that the store owes the guest goes back, and does not pay for more time meanwhile (GT-13).
  if ((row.refund_due_amount ?? 0) > 0) return NEVER;
  const from = new Date(Math.min(row.starts_at.getTime(), row.ends_at.getTime() - EXTENDING_AHEAD_MS));
  return permitIn({ from, until: row.ends_at }, now);
}

/** How often a guest moves a stay, and how often a held move can be returned since the last one (GT-30). */
const MOST_MOVES = 3;

interface MoveFacts {
  readonly now: Date;
  /** Whether the store takes online bookings: moves have the times and the prices of its booking page. */
  readonly sellsOnline: boolean;
}

/** How often the guest can still move the stay. */
export function countMovesLeft({ history }: Pick<ReservationRecord, 'history'>): number {
  const isOwnMove = ({ kind, actorKind }: (typeof history)[number]) => kind === 'MOVED' && actorKind === 'GUEST';
  const sinceMove = history.slice(history.findLastIndex(isOwnMove) + 1);
  const returned = sinceMove.filter(({ kind }) => kind === 'MOVE_RETURNED').length;
  return returned >= MOST_MOVES ? 0 : Math.max(0, MOST_MOVES - history.filter(isOwnMove).length);
}

/**
 * Why the guest cannot move the stay; `null`: they can. They can as long as a cancellation would be refunded in full, so a
 * move never gives more than cancelling and booking again (GT-30).
 */
export function findMoveRefusal(record: ReservationRecord, { now, sellsOnline }: MoveFacts): NoGuestMove | null {
  const { row } = record;
  if (row.state === 'IN_USE' || (row.state === 'CONFIRMED' && now >= row.starts_at)) return 'STARTED';
  if (row.kind !== 'GUEST' || row.state !== 'CONFIRMED') return 'NOT_CONFIRMED';
  if (row.channel === 'CHANNEL') return 'CHANNEL';
  if (row.series_id !== null) return 'SERIES';
  if (!sellsOnline) return 'NOT_SOLD_ONLINE';
  if (findFullRefundEnd(record, now) === null) return 'TOO_LATE';
  if (row.extension_ends_at !== null) return 'HOLDING';
  if ((row.refund_due_amount ?? 0) > 0) return 'MONEY_OWED';
  return countMovesLeft(record) === 0 ? 'TOO_MANY_MOVES' : null;
}

/** Until when a cancellation is refunded in full. `null`: it is not any more. */
function findFullRefundEnd({ row, terms }: ReservationRecord, now: Date): Date | null {
  const step = refundStepsOf(terms.cancellationTiers, row.starts_at).find(({ until }) => until > now);
  return step?.refundPercent === 100 ? step.until : null;
}

/** Moving: while a cancellation is refunded in full (GT-30). */
export function permitMoving(record: ReservationRecord, facts: MoveFacts): GuestPermission {
  const until = findFullRefundEnd(record, facts.now);
  if (until === null || findMoveRefusal(record, facts) !== null) return NEVER;
  return permitIn({ from: null, until }, facts.now);
}

/** Opening a door: in its access window. */
export function permitOpening(
  { isExpected }: ReservationDoors,
  { opensAt, closesAt }: ReservationDoors['windows'][number],
  now: Date,
): GuestPermission {
  return isExpected ? permitIn({ from: opensAt, until: closesAt }, now) : NEVER;
}

export function permissionsOf(
  record: ReservationRecord,
  doors: ReservationDoors,
  { now, expiresAt, sellsOnline }: { readonly now: Date; readonly expiresAt: Date; readonly sellsOnline: boolean },
): GuestReservation['may'] {
  const { row } = record;
  const withCodes = doors.windows.filter(({ door }) => codesOf(door) !== null);
  return {
    readAccessCode: permitAnyOf({ ...doors, windows: withCodes }, now),
    openDoors: permitAnyOf(doors, now),
    cancel: permitCancelling(row, now),
    pay: permitPaying(row, { now, expiresAt }),
    extend: permitExtending(row, now),
    move: permitMoving(record, { now, sellsOnline }),
    askForHelp: permitIn({ from: null, until: expiresAt }, now),
  };
}

/**
 * Reading the Wi-Fi password: from the first opening of the access windows to the last end. In a store without doors in
 * the times of the store.
 */
export function permitReadingWifi(
  row: ReservationRow,
  doors: ReservationDoors,
  times: AccessTimes,
  now: Date,
): GuestPermission {
  if (doors.windows.length > 0) return permitAnyOf(doors, now);
  const from = new Date(row.starts_at.getTime() - times.access_before_minutes * MINUTE_MS);
  const until = new Date(row.ends_at.getTime() + times.access_after_minutes * MINUTE_MS);
  return doors.isExpected ? permitIn({ from, until }, now) : NEVER;
}

/**
 * Rating: after the end of a stay that took place, through a link that only the guest got. At its end an unused
 * reservation becomes a no-show (GP-5, RV-10).
 */
export function permitRating(
  { isLinkOfStaff }: { readonly isLinkOfStaff: boolean },
  row: ReservationRow,
  now: Date,
): boolean {
  if (isLinkOfStaff) return false;
  return row.state === 'COMPLETED' || (row.state === 'IN_USE' && now >= row.ends_at);
}

/** From the first window to the end of the last one. */
function permitAnyOf(doors: ReservationDoors, now: Date): GuestPermission {
  const [first, ...others] = doors.windows;
  if (!first) return NEVER;
  const any = others.reduce(
    (sum, { opensAt, closesAt }) => ({
      ...sum,
      opensAt: opensAt < sum.opensAt ? opensAt : sum.opensAt,
      closesAt: closesAt > sum.closesAt ? closesAt : sum.closesAt,
    }),
    first,
  );
  return permitOpening(doors, any, now);
}
