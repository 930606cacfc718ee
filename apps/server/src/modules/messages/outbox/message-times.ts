import type { MessageKind } from '@munjigi/contract';
import { minutesOf, minutesOfDay } from '@munjigi/rules';
import type { NotifiedStay } from '../../../db/index.ts';
import type { Stay } from '../templates/stay-facts.sql.ts';

/** When a message is sent, and until when it is worth sending. Pure functions. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A guest who books later has read the confirmation shortly before. */
const DAY_BEFORE_MS = 24 * HOUR_MS;
/** How long before the start the second reminder leaves (MS-20). */
const STARTS_SOON_MS = 2 * HOUR_MS;
/** A reminder that quiet hours delay beyond this leaves before they begin. */
const LEAST_STARTS_SOON_MS = 30 * MINUTE_MS;
/** Before the quiet hours begin, so that a delay of the job does not move it into them. */
const BEFORE_QUIET_MS = 5 * MINUTE_MS;
/** The reminder comes too late when the guest could hardly change their plans. */
const LEAST_NOTICE_MS = 3 * HOUR_MS;
/** The page of a guest takes a rating for a day after the end (GP-5). */
const RATING_MS = 20 * HOUR_MS;
const ENDING_SOON_MS = 10 * MINUTE_MS;
/** Longer than the undo that screens offer (8 s), so that an undone change makes no message (MS-16). */
export const CHANGE_SETTLES_MS = 10_000;

/**
 * `URGENT`: the guest waits for it, so it leaves at any hour. `QUIET`: it waits for the end of the quiet hours.
 * `IN_STAY`: urgent for a guest in the room, who is awake, and quiet before the stay (MS-6).
 */
type Urgency = 'URGENT' | 'QUIET' | 'IN_STAY';

const URGENCY_OF_KIND: Readonly<Record<MessageKind, Urgency>> = {
  // The guest books now, and the hold ends long before the morning.
  HELD: 'URGENT',
  PAYMENT_REMINDER: 'QUIET',
  // A person sends it.
  PAYMENT_LINK: 'URGENT',
  // The server offers nothing in the quiet hours (WL-2).
  SLOT_OFFERED: 'URGENT',
  HOLD_EXPIRED: 'URGENT',
  CONFIRMED: 'URGENT',
  // The guest, or a person in front of them, has just paid.
  PAYMENT_RECEIVED: 'URGENT',
  DAY_BEFORE: 'QUIET',
  STARTS_SOON: 'QUIET',
  CODE_ACTIVE: 'URGENT',
  CODE_CHANGED: 'URGENT',
  ACCESS_OPENS: 'URGENT',
  ENDING_SOON: 'URGENT',
  EXTENDED: 'IN_STAY',
  // The guest would go to the wrong door, or at the wrong time.
  MOVED: 'URGENT',
  CHANGED: 'IN_STAY',
  // A stay of another day can wait for the morning.
  UNAVAILABLE: 'IN_STAY',
  HELP_ANSWERED: 'URGENT',
  CANCELLED: 'URGENT',
  REFUNDED: 'URGENT',
  RATING_INVITED: 'QUIET',
};

/** What a change of a stay makes (MS-16). */
const CHANGE_KINDS: ReadonlySet<MessageKind> = new Set(['EXTENDED', 'MOVED', 'CHANGED']);

export interface MessageTimes {
  readonly sendAt: Date;
  readonly expiresAt: Date;
}

interface Queued {
  readonly kind: MessageKind;
  readonly queuedAt: Date;
}

/** Computes the times of a message from what holds for its reservation (MS-1, MS-6). */
export function computeMessageTimes({ kind, queuedAt }: Queued, stay: Stay): MessageTimes {
  const expiresAt = expiryOf(kind, queuedAt, stay);
  const wished = wishedTime(kind, queuedAt, stay);
  if (kind === 'STARTS_SOON') return { sendAt: computeReminderTime(wished, queuedAt, stay), expiresAt };
  return { sendAt: isUrgent(kind, stay, wished) ? wished : afterQuietHours(wished, stay), expiresAt };
}

function wishedTime(kind: MessageKind, queuedAt: Date, stay: Stay): Date {
  if (kind === 'ACCESS_OPENS') return latest(queuedAt, stay.accessFrom);
  if (kind === 'DAY_BEFORE') return latest(queuedAt, new Date(stay.startsAt.getTime() - DAY_BEFORE_MS));
  if (kind === 'STARTS_SOON') return latest(queuedAt, new Date(stay.startsAt.getTime() - STARTS_SOON_MS));
  if (kind === 'ENDING_SOON') return latest(queuedAt, new Date(stay.endsAt.getTime() - ENDING_SOON_MS));
  if (kind === 'PAYMENT_REMINDER' && stay.holdExpiresAt)
    return latest(queuedAt, new Date((stay.createdAt.getTime() + stay.holdExpiresAt.getTime()) / 2));
  // A payment that was recorded by mistake is reversed within seconds.
  if (CHANGE_KINDS.has(kind) || kind === 'PAYMENT_RECEIVED') return new Date(queuedAt.getTime() + CHANGE_SETTLES_MS);
  return queuedAt;
}

function expiryOf(kind: MessageKind, queuedAt: Date, stay: Stay): Date {
  switch (kind) {
    case 'HELD':
    case 'PAYMENT_REMINDER':
    case 'SLOT_OFFERED':
      return stay.holdExpiresAt ?? queuedAt;
    case 'PAYMENT_LINK':
      return stay.holdExpiresAt ?? stay.endsAt;
    case 'HOLD_EXPIRED':
    case 'HELP_ANSWERED':
    case 'CANCELLED':
    case 'PAYMENT_RECEIVED':
      return new Date(queuedAt.getTime() + 24 * HOUR_MS);
    case 'DAY_BEFORE':
      return new Date(stay.startsAt.getTime() - LEAST_NOTICE_MS);
    case 'STARTS_SOON':
      return stay.startsAt;
    case 'RATING_INVITED':
      return new Date(stay.endsAt.getTime() + RATING_MS);
    case 'REFUNDED':
      return new Date(queuedAt.getTime() + 72 * HOUR_MS);
    default:
      return stay.endsAt;
  }
}

/** The time itself, or the end of the quiet hours that it is in. */
export function afterQuietHours(
  at: Date,
  { timeZone, quietFrom, quietUntil }: Pick<Stay, 'timeZone' | 'quietFrom' | 'quietUntil'>,
): Date {
  if (quietFrom === null || quietUntil === null || quietFrom === quietUntil) return at;
  const [now, from, until] = [minutesOfDay(timeZone, at), minutesOf(quietFrom), minutesOf(quietUntil)];
  const isQuiet = from < until ? from <= now && now < until : now >= from || now < until;
  if (!isQuiet) return at;
  const minutes = (until - now + 24 * 60) % (24 * 60);
  return new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS);
}

/** Two hours before the start; after quiet hours, or before them when they end too late for the guest (MS-20). */
function computeReminderTime(wished: Date, queuedAt: Date, stay: Stay): Date {
  const after = afterQuietHours(wished, stay);
  if (after.getTime() <= stay.startsAt.getTime() - LEAST_STARTS_SOON_MS) return after;
  const before = beforeQuietHours(wished, stay);
  return before >= queuedAt ? before : after;
}

/** The time itself, or some minutes before the quiet hours that it is in. */
function beforeQuietHours(at: Date, stay: Pick<Stay, 'timeZone' | 'quietFrom' | 'quietUntil'>): Date {
  if (stay.quietFrom === null || afterQuietHours(at, stay) === at) return at;
  const minutes = (minutesOfDay(stay.timeZone, at) - minutesOf(stay.quietFrom) + 24 * 60) % (24 * 60);
  return new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS - minutes * MINUTE_MS - BEFORE_QUIET_MS);
}

export function isUrgent(
  kind: MessageKind,
  stay: Pick<Stay, 'startsAt' | 'endsAt' | 'timeZone' | 'quietFrom' | 'quietUntil'>,
  at: Date,
): boolean {
  const urgency = URGENCY_OF_KIND[kind];
  if (urgency !== 'IN_STAY') return urgency === 'URGENT';
  // After the quiet hours the stay would have begun.
  const begins = kind === 'CHANGED' || kind === 'UNAVAILABLE' ? afterQuietHours(at, stay) : at;
  return stay.startsAt <= begins && at < stay.endsAt;
}

const STATES_OF_KIND: Readonly<Record<MessageKind, readonly string[]>> = {
  HELD: ['PENDING'],
  PAYMENT_REMINDER: ['PENDING'],
  PAYMENT_LINK: ['PENDING', 'CONFIRMED', 'IN_USE'],
  SLOT_OFFERED: ['PENDING'],
  HOLD_EXPIRED: ['EXPIRED'],
  CONFIRMED: ['CONFIRMED', 'IN_USE'],
  PAYMENT_RECEIVED: ['PENDING', 'CONFIRMED', 'IN_USE', 'COMPLETED', 'NO_SHOW'],
  DAY_BEFORE: ['CONFIRMED'],
  STARTS_SOON: ['CONFIRMED'],
  CODE_ACTIVE: ['CONFIRMED', 'IN_USE'],
  CODE_CHANGED: ['CONFIRMED', 'IN_USE'],
  ACCESS_OPENS: ['CONFIRMED', 'IN_USE'],
  ENDING_SOON: ['CONFIRMED', 'IN_USE'],
  EXTENDED: ['CONFIRMED', 'IN_USE'],
  MOVED: ['PENDING', 'CONFIRMED', 'IN_USE'],
  CHANGED: ['PENDING', 'CONFIRMED', 'IN_USE'],
  UNAVAILABLE: ['PENDING', 'CONFIRMED', 'IN_USE'],
  HELP_ANSWERED: ['PENDING', 'CONFIRMED', 'IN_USE', 'COMPLETED'],
  CANCELLED: ['CANCELLED'],
  REFUNDED: ['PENDING', 'CONFIRMED', 'IN_USE', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'NO_SHOW'],
  RATING_INVITED: ['COMPLETED'],
};

interface About {
  readonly kind: string;
  readonly dedupe_key: string;
  readonly before: NotifiedStay | null;
}

/** Why a message is not sent: it says nothing true any more, or the guest refuses it. `null`: it is sent. */
export function findWithdrawal({ kind, dedupe_key: cause, before }: About, stay: Stay): string | null {
  if (stay.refusedKinds.includes(kind)) return 'OPTED_OUT';
  if (!STATES_OF_KIND[kind as MessageKind].includes(stay.state)) return `RESERVATION_${stay.state}`;
  if (kind === 'PAYMENT_LINK' && stay.paidAmount + stay.waivedAmount >= stay.priceAmount + stay.extensionAmount)
    return 'NOTHING_DUE';
  if (before !== null && isSameStay(before, stay)) return 'CHANGE_UNDONE';
  const isOfFormerEnd =
    (kind === 'ENDING_SOON' || (kind === 'EXTENDED' && before === null)) &&
    !cause.startsWith('RESEND:') &&
    !cause.endsWith(`:${Math.round(stay.endsAt.getTime() / 1000)}`);
  return isOfFormerEnd ? 'END_CHANGED' : null;
}

function isSameStay(existing: NotifiedStay, stay: Stay): boolean {
  return (
    existing.roomId === stay.roomId &&
    Date.parse(existing.startsAt) === stay.startsAt.getTime() &&
    Date.parse(existing.endsAt) === stay.endsAt.getTime() &&
    existing.headCount === stay.headCount &&
    existing.priceAmount === stay.priceAmount
  );
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}
