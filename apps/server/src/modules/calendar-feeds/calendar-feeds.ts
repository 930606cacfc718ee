import { createHash, randomUUID } from 'node:crypto';
import type { BodyOf, CalendarFeed, createCalendarFeed, ReplyOf } from '@munjigi/contract';
import type { AuditAction } from '@munjigi/texts/audit';
import { v7 as uuidv7 } from 'uuid';
import { invalidInput, notFound, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { toCalendarFeed, type FeedRow } from './calendar-feeds.sql.ts';

/**
 * Creates a feed of a store or one of its rooms. The secret is part of the returned path and stored as a hash only
 * (RV-8).
 */
export async function createFeed(
  work: UnitOfWork,
  body: BodyOf<typeof createCalendarFeed>,
): Promise<ReplyOf<typeof createCalendarFeed>> {
  const { tx, clock, actor } = work;
  const store = await tx.selectFrom('stores').select('id').where('id', '=', body.storeId).executeTakeFirst();
  if (!store) throw notFound();
  if (body.roomId !== null) {
    const room = await tx
      .selectFrom('rooms')
      .select('id')
      .where('store_id', '=', body.storeId)
      .where('id', '=', body.roomId)
      .executeTakeFirst();
    if (!room)
      throw invalidInput([{ path: 'roomId', code: 'unknown_room', message: 'There is no such room in this store' }]);
  }
  const secret = randomUUID();
  const row: FeedRow = {
    product_id: actor.productId,
    store_id: body.storeId,
    id: uuidv7(),
    room_id: body.roomId,
    secret_hash: hashOfSecret(secret),
    created_at: clock.now(),
    last_read_at: null,
    revoked_at: null,
  };
  await tx.insertInto('calendar_feeds').values(row).execute();
  await recordFeedChange(work, 'calendar-feed.created', row);
  return { feed: toCalendarFeed(row), path: `/api/v2/${actor.productSlug}/calendar-feed/${row.id}/${secret}` };
}

/** Revokes a feed. Throws NOT_FOUND for one that was already revoked. */
export async function revokeFeed(work: UnitOfWork, feedId: string): Promise<CalendarFeed> {
  const { tx, clock } = work;
  const row = await tx
    .updateTable('calendar_feeds')
    .set({ revoked_at: clock.now() })
    .where('id', '=', feedId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  await recordFeedChange(work, 'calendar-feed.revoked', row);
  return toCalendarFeed(row);
}

export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function recordFeedChange(work: UnitOfWork, action: AuditAction, row: FeedRow): Promise<void> {
  const subject = { kind: 'calendar-feed', id: row.id };
  return recordChange(work, { storeId: row.store_id, action, subject, detail: { roomId: row.room_id } });
}
