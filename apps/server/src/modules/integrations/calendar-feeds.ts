import { createHash, randomUUID } from 'node:crypto';
import type { BodyOf, CalendarFeed, createCalendarFeed, ReplyOf } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import { invalidInput, notFound, type Person, type UnitOfWork } from '../../http/index.ts';
import { recordAudit, type AuditRecord } from '../audit/index.ts';
import { shapedFeed, type FeedRow } from './calendar-feeds.sql.ts';

/**
 * Creates a feed of a store or one of its rooms. The secret is part of the returned path and stored as a hash only
 * (RV-8).
 */
export async function createFeed(
  { tx, clock, actor }: UnitOfWork,
  body: BodyOf<typeof createCalendarFeed>,
): Promise<ReplyOf<typeof createCalendarFeed>> {
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
  await recordAudit(tx, entry(actor, clock, 'calendar-feed.created', row));
  return { feed: shapedFeed(row), path: `/api/v2/${actor.productSlug}/calendar-feed/${row.id}/${secret}` };
}

/** Revokes a feed. Throws NOT_FOUND for one that was already revoked. */
export async function revokeFeed({ tx, clock, actor }: UnitOfWork, feedId: string): Promise<CalendarFeed> {
  const row = await tx
    .updateTable('calendar_feeds')
    .set({ revoked_at: clock.now() })
    .where('id', '=', feedId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  await recordAudit(tx, entry(actor, clock, 'calendar-feed.revoked', row));
  return shapedFeed(row);
}

export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function entry(actor: Person, clock: Clock, action: AuditRecord['action'], row: FeedRow): AuditRecord {
  return {
    productId: actor.productId,
    storeId: row.store_id,
    at: clock.now(),
    actor: { kind: 'PERSON', id: actor.userId, label: actor.name, address: actor.address },
    action,
    subject: { kind: 'calendar-feed', id: row.id },
    detail: { roomId: row.room_id },
  };
}
