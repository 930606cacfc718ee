import type { BodyOf, Closure, createClosure, deleteClosure, ParamsOf } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { publish } from '../../events/index.ts';
import { notFound, Problem, type UnitOfWork } from '../../http/index.ts';
import { recordChange, type AuditRecord } from '../audit/index.ts';
import { toClosure, type ClosureRow } from './closures.sql.ts';
import { findStore } from './stores.sql.ts';
import { refuseForeignRooms } from './foreign-rooms.ts';
import { refuseToStrand, strandedBy } from './stranded.ts';

/**
 * Closes a store or some of its rooms for a period. Refuses an invalid period, rooms of another store, and, until it is
 * accepted, a period in which guests have reservations (ST-2).
 */
export async function addClosure(
  work: UnitOfWork,
  storeId: string,
  body: BodyOf<typeof createClosure>,
): Promise<Closure> {
  const { tx, clock, actor } = work;
  if (!(await findStore(tx, storeId))) throw notFound();
  const [startsAt, endsAt] = [new Date(body.startsAt), new Date(body.endsAt)];
  refusePeriod({ startsAt, endsAt, now: clock.now() });
  const roomIds = [...new Set(body.roomIds)];
  await refuseForeignRooms(tx, storeId, body.roomIds);
  const stranded = await strandedBy(tx, {
    storeId,
    now: clock.now(),
    hit: sql`x.starts_at < ${endsAt} and stays_until > ${startsAt}
      and closes_room(x.store_id, ${roomIds}::uuid[], x.room_id)`,
  });
  refuseToStrand(stranded, body.acceptStranded);
  const row: ClosureRow = {
    product_id: actor.productId,
    store_id: storeId,
    id: uuidv7(),
    room_ids: roomIds,
    starts_at: startsAt,
    ends_at: endsAt,
    reason: body.reason,
    created_at: clock.now(),
    withdrawn_at: null,
    is_for_good: false,
  };
  await tx.insertInto('closures').values(row).execute();
  await publishClosureChange(work, 'closure.created', row, {
    ...said(row),
    ...(stranded.count > 0 ? { strandedCount: stranded.count } : {}),
  });
  return toClosure(row);
}

/**
 * Withdraws a closure. Throws NOT_FOUND for one that was already withdrawn and for the permanent closure of a closed
 * store.
 */
export async function endClosure(
  work: UnitOfWork,
  { storeId, closureId }: ParamsOf<typeof deleteClosure>,
): Promise<Closure> {
  const { tx, clock } = work;
  const row = await tx
    .updateTable('closures')
    .set({ withdrawn_at: clock.now() })
    .where('store_id', '=', storeId)
    .where('id', '=', closureId)
    .where('withdrawn_at', 'is', null)
    .where('is_for_good', '=', false)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  await publishClosureChange(work, 'closure.withdrawn', row, said(row));
  return toClosure(row);
}

/** Closures must begin within so many years. */
const MOST_YEARS_AWAY = 5;

function refusePeriod({ startsAt, endsAt, now }: { startsAt: Date; endsAt: Date; now: Date }): void {
  const refuse = (path: string, code: string, message: string) =>
    new Problem('PERIOD_INVALID', { errors: [{ path, code, message }] });
  const awayMs = MOST_YEARS_AWAY * 366 * 24 * 3600_000;
  if (endsAt <= startsAt) throw refuse('endsAt', 'ends_before_start', 'It must end after it starts');
  if (endsAt <= now) throw refuse('endsAt', 'in_the_past', 'It must not be over yet');
  if (endsAt.getTime() > now.getTime() + awayMs)
    throw refuse('endsAt', 'too_far', `It must end within ${MOST_YEARS_AWAY} years`);
  if (startsAt.getTime() < now.getTime() - awayMs)
    throw refuse('startsAt', 'too_far', `It must not have begun more than ${MOST_YEARS_AWAY} years ago`);
}

function said(row: ClosureRow): AuditRecord['detail'] {
  const { roomIds, startsAt, endsAt, reason } = toClosure(row);
  return { roomIds, startsAt, endsAt, reason };
}

async function publishClosureChange(
  work: UnitOfWork,
  action: AuditRecord['action'],
  row: ClosureRow,
  detail: AuditRecord['detail'],
): Promise<void> {
  const { tx, actor } = work;
  await publish(tx, {
    productId: actor.productId,
    storeId: row.store_id,
    name: 'calendar.changed',
    data: { storeId: row.store_id },
  });
  await recordChange(work, { storeId: row.store_id, action, subject: { kind: 'closure', id: row.id }, detail });
}
