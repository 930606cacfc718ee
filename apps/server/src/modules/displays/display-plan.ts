import { createHash } from 'node:crypto';
import { displayPlan, SERVER_TIME_HEADER, type DisplayPlan, type RoomState } from '@munjigi/contract';
import { openPeriods, subtractPeriods, type Period } from '@munjigi/rules';
import { drawQrPath } from '@munjigi/rules/qr-code';
import type { Clock } from '../../clock.ts';
import { storeActor, type Database } from '../../db/index.ts';
import { Problem, requestLimits, type CredentialLookups, type FileReply } from '../../http/index.ts';
import { bookingUrl } from '../booking/index.ts';
import { findRoom } from '../rooms/index.ts';
import { hashOfDisplayToken, isDisplayToken } from './display-token.ts';
import { readDisplayedRoom, useDisplay, type DisplayedRoom, type UsedDisplay } from './displays.sql.ts';
import { readStartOffer } from './start-offer.ts';

/** Reads of one tablet per minute. */
const MOST_READS_A_MINUTE = 30;
const HOUR_MS = 3600_000;
/** Without a connection a tablet knows at least the next seven days. */
const DAY_MS = 24 * HOUR_MS;
const PLANNED_MS = 8 * DAY_MS;
const STARTS_EVERY_MS = 6 * HOUR_MS;

export interface DisplayDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly lookups: CredentialLookups;
  /** The origin of the server; `null`: it does not know its own address. */
  readonly publicUrl: string | null;
  /** False: the operator has switched off the limits of requests. */
  readonly isLimited: boolean;
}

interface PlanRequest {
  /** The header Authorization. */
  readonly authorization: string | null;
  readonly ifNoneMatch: string | null;
  readonly address: string;
}

/**
 * Creates the function that answers tablets (DP-2). An unknown, a revoked and a malformed token, an archived room and a
 * store that is closed for good get the same refusal. Wrong tokens count by address and do not block those that were valid
 * before, because all tablets of a store share one address.
 */
export function createPlanReader({ db, clock, lookups, publicUrl, isLimited }: DisplayDeps) {
  const limitsOfReads = requestLimits(isLimited ? MOST_READS_A_MINUTE : 0);

  return async ({ authorization, ifNoneMatch, address }: PlanRequest): Promise<FileReply> => {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
    const now = clock.now();
    const hash = isDisplayToken(token) ? hashOfDisplayToken(token) : null;
    const display = await lookups.find({ kind: 'display', address, hash }, async () =>
      hash ? useDisplay(db, { hash, now }) : null,
    );
    if (!display) throw new Problem('DISPLAY_TOKEN_INVALID');
    limitsOfReads.countRequest(display.id);
    const time = timeOfPlan(now);
    const place = { storeId: display.store_id, roomId: display.room_id };
    const read = await db.withActor(storeActor(display.product_id, display.store_id), async (tx) => {
      const room = await readDisplayedRoom(tx, place, { ...aroundPlan(time), now });
      if (!room) return null;
      const present = presentOf((await findRoom(tx, now, place.roomId))?.state);
      const isBookable = publicUrl !== null && room.bookingIsOpen && present === null;
      return { room, present, offer: isBookable ? await readStartOffer(tx, { ...place, now }) : null };
    });
    if (!read) throw new Problem('DISPLAY_TOKEN_INVALID');
    const { room, present, offer } = read;
    const link = publicUrl !== null && room.bookingIsOpen ? { url: urlOf(publicUrl, display), offer } : null;
    return replyWith({ ...composePlan(display.id, room, time), present, link }, { ifNoneMatch, now });
  };
}

interface PlanTime {
  readonly from: Date;
  readonly until: Date;
}

/** Begins at a border of six hours, so that the plan does not change with every request. */
function timeOfPlan(now: Date): PlanTime {
  const from = now.getTime() - (now.getTime() % STARTS_EVERY_MS);
  return { from: new Date(from), until: new Date(from + PLANNED_MS) };
}

/** A day more on both sides, so that opening periods at its borders have their true ends. */
function aroundPlan({ from, until }: PlanTime): PlanTime {
  return { from: new Date(from.getTime() - DAY_MS), until: new Date(until.getTime() + DAY_MS) };
}

function urlOf(publicUrl: string, display: UsedDisplay): string {
  return bookingUrl(publicUrl, { slug: display.slug, storeId: display.store_id, roomId: display.room_id });
}

type BookingLink = NonNullable<DisplayPlan['booking']>;
type PlanWithoutBooking = Omit<DisplayPlan, 'booking'>;

/** A guest before the door reads only that the room is taken or closed. */
const PRESENT_OF: Partial<Record<RoomState, DisplayPlan['present']>> = {
  IN_USE: 'IN_USE',
  SEEN_EMPTY: 'IN_USE',
  LEAVING: 'IN_USE',
  OVERRUN: 'IN_USE',
  OCCUPIED: 'IN_USE',
  LOCKED_DOWN: 'BLOCKED',
  FIRE_RELEASED: 'BLOCKED',
};

function presentOf(state: RoomState | undefined): DisplayPlan['present'] {
  return (state && PRESENT_OF[state]) ?? null;
}

function composePlan(displayId: string, room: DisplayedRoom, time: PlanTime): Omit<PlanWithoutBooking, 'present'> {
  const around = aroundPlan(time);
  const closures = room.closures.map(periodOf);
  return {
    displayId,
    storeName: room.storeName,
    storePhone: room.storePhone,
    roomName: room.roomName,
    timeZone: room.timeZone,
    from: time.from.toISOString(),
    until: time.until.toISOString(),
    open: subtractPeriods(openPeriods(room, around.from, around.until), closures).map(({ startsAt, endsAt }) => ({
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
    busy: room.holds.flatMap(busyPeriodsOf),
  };
}

/** A stay and the buffer after it are two periods; a block is one. */
function busyPeriodsOf(hold: DisplayedRoom['holds'][number]): DisplayPlan['busy'] {
  const [startsAt, stayEndsAt, endsAt] = [hold.startsAt, hold.stayEndsAt, hold.endsAt].map((at) =>
    new Date(at).toISOString(),
  ) as [string, string, string];
  if (hold.kind === 'BLOCK')
    return [{ startsAt, endsAt, kind: hold.blockReason === 'CLEANING' ? 'CLEANING' : 'BLOCKED' }];
  return [
    ...(startsAt < stayEndsAt ? [{ startsAt, endsAt: stayEndsAt, kind: 'STAY' as const }] : []),
    ...(stayEndsAt < endsAt ? [{ startsAt: stayEndsAt, endsAt, kind: 'CLEANING' as const }] : []),
  ];
}

function periodOf({ startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string }): Period {
  return { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
}

/** Draws the QR code only for a plan that the tablet does not have yet. */
function replyWith(
  { link, ...plan }: PlanWithoutBooking & { readonly link: Omit<BookingLink, 'qr'> | null },
  { ifNoneMatch, now }: { readonly ifNoneMatch: string | null; readonly now: Date },
): FileReply {
  const digest = createHash('sha256')
    .update(JSON.stringify({ ...plan, link }))
    .digest('base64url');
  const etag = `"${digest.slice(0, 27)}"`;
  const headers = { etag, [SERVER_TIME_HEADER]: now.toISOString(), 'cache-control': 'no-store' };
  const type = 'application/json; charset=utf-8';
  if (hasEntityTag(ifNoneMatch, etag)) return { type, body: null, headers };
  const booking = link === null ? null : { ...link, qr: drawQrPath(link.url) };
  return { type, body: JSON.stringify(displayPlan.parse({ ...plan, booking })), headers };
}

/** RFC 9110, 13.1.2: weak comparison, because a proxy that compresses marks the tag as weak. */
function hasEntityTag(ifNoneMatch: string | null, etag: string): boolean {
  return ifNoneMatch !== null && ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
