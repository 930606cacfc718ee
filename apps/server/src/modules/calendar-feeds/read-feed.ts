import { createHash, timingSafeEqual } from 'node:crypto';

import { CALENDAR_BLOCKS } from '@munjigi/texts/guests';
import type { Clock } from '../../clock.ts';
import { storeActor, SYSTEM, pipelineStatement, type Database, type Tx } from '../../db/index.ts';
import { notFound, Problem, type CredentialLookups } from '../../http/index.ts';
import { hashOfSecret } from './calendar-feeds.ts';
import {
  findFeedOf,
  findShown,
  readFeedState,
  type FeedRow,
  type FeedState,
  type ShownReservation,
} from './calendar-feeds.sql.ts';
import { writeCalendar, type CalendarEvent } from '../../text/ics.ts';

export interface FeedDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly lookups: CredentialLookups;
}

export interface FeedQuestion {
  readonly params: { readonly product: string; readonly feedId: string; readonly secret: string };
  /** The header If-None-Match. */
  readonly ifNoneMatch: string | null;
  readonly address: string;
}

/** `body` is `null` when nothing has changed (304). */
export interface FeedAnswer {
  readonly etag: string;
  readonly body: string | null;
}

const REFRESH_MINUTES = 15;
const READ_RECORDED_EVERY_MS = 60_000;

/**
 * Reads a feed by its secret. Throws NOT_FOUND alike for an unknown feed and a wrong secret, and FEED_REVOKED for the
 * right secret of a revoked feed.
 */
export async function readFeed(
  { db, clock, lookups }: FeedDeps,
  { params, ifNoneMatch, address }: FeedQuestion,
): Promise<FeedAnswer> {
  const hash = hashOfSecret(`${params.product} ${params.feedId} ${params.secret}`);
  const feed = await lookups.find({ kind: 'feed', address, hash }, async () => {
    const found = await db.withActor(SYSTEM, (tx) => findFeedOf(tx, params.product, params.feedId));
    // Also compares when the feed does not exist, so that the time reveals nothing.
    const isKnown = timingSafeEqual(found?.secret_hash ?? Buffer.alloc(32), hashOfSecret(params.secret));
    return isKnown ? found : null;
  });
  if (!feed) throw notFound();
  if (feed.revoked_at) throw new Problem('FEED_REVOKED');
  const now = clock.now();
  return db.withActor(storeActor(feed.product_id, feed.store_id), async (tx) => {
    noteRead(tx, feed, now);
    const scope = { storeId: feed.store_id, roomId: feed.room_id, now };
    const state = await readFeedState(tx, scope);
    const etag = `"${createHash('sha256').update(state.digest).digest('base64url').slice(0, 27)}"`;
    if (names(ifNoneMatch, etag)) return { etag, body: null };
    return { etag, body: written(state, await findShown(tx, scope)) };
  });
}

function noteRead(tx: Tx, feed: FeedRow, now: Date): void {
  if (feed.last_read_at && now.getTime() - feed.last_read_at.getTime() < READ_RECORDED_EVERY_MS) return;
  pipelineStatement(
    tx,
    tx
      .updateTable('calendar_feeds')
      .set({ last_read_at: now })
      .where('store_id', '=', feed.store_id)
      .where('id', '=', feed.id),
  );
}

/**
 * RFC 9110, 13.1.2: true if any entity tag of the list matches, by weak comparison. A proxy that compresses the calendar
 * adds a suffix to the tag, such as Apache's `-gzip`.
 */
function names(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const tagOf = (one: string) =>
    one
      .trim()
      .replace(/^W\//, '')
      .replace(/-(?:gzip|br|zstd)"$/, '"');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => tagOf(one) === etag);
}

function written({ storeName, roomName, timeZone }: FeedState, shown: readonly ShownReservation[]): string {
  const name = roomName === null ? storeName : `${storeName} · ${roomName}`;
  const events = shown.map((row): CalendarEvent => ({
    uid: `${row.id}@munjigi`,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    summary: `${row.room_name} · ${row.block_reason === null ? row.code : CALENDAR_BLOCKS[row.block_reason]}`,
    location: storeName,
    status: STATUS[row.state] ?? 'CONFIRMED',
    sequence: row.version - 1,
    changedAt: row.changed_at,
  }));
  return writeCalendar({ name, timeZone, refreshMinutes: REFRESH_MINUTES, events });
}

/**
 * The iCalendar status of each state. A client removes an event that is marked as cancelled from its calendar; many
 * keep one that is only missing.
 */
const STATUS: Readonly<Record<string, CalendarEvent['status']>> = {
  PENDING: 'TENTATIVE',
  CANCELLED: 'CANCELLED',
  EXPIRED: 'CANCELLED',
};
