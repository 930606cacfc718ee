import type { BodyOf, closeStore, createStore, reopenStore, Store } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { notFound, Problem, staleProblem, type UnitOfWork } from '../../http/index.ts';
import { recordChange, type AuditRecord } from '../audit/index.ts';
import { nameStaysOne } from './store-names.ts';
import { toStore, selectStoreForUpdate, type StoreRow } from './stores.sql.ts';
import { refuseToStrand, strandedBy } from './stranded.ts';

/** The end of a permanent closure: the last date that the product accepts. */
const FOR_GOOD = new Date('2198-12-31T00:00:00Z');

/**
 * Creates a store; fields that are not given get the defaults of the database (0006). Its devices use topics below
 * `<product>/<code>/` (decision 041).
 */
export async function openStore(work: UnitOfWork, body: BodyOf<typeof createStore>): Promise<Store> {
  const { tx, clock, actor } = work;
  const { slug } = await tx
    .selectFrom('products')
    .select('slug')
    .where('id', '=', actor.productId)
    .executeTakeFirstOrThrow();
  const row = await nameStaysOne(() =>
    tx
      .insertInto('stores')
      .values({
        product_id: actor.productId,
        id: uuidv7(),
        name: body.name,
        address: body.address,
        phone: body.phone,
        business_number: body.businessNumber,
        hours: JSON.stringify(body.hours.toSorted((a, b) => a.weekday - b.weekday)),
        mqtt_prefix: `${slug}/${body.code}`,
        created_at: clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  return publishStoreChange(work, row, 'store.created', { ...body });
}

/**
 * Closes a store permanently. Locks its rooms first, so that it waits for concurrent bookings and later ones find it
 * closed. Refuses while guests have reservations that have not ended (ST-2).
 */
export async function closeForGood(
  work: UnitOfWork,
  storeId: string,
  { version, reason }: BodyOf<typeof closeStore>,
): Promise<Store> {
  const { tx, clock, actor } = work;
  await lockStoreAs(tx, storeId, version, { isClosed: false });
  const now = clock.now();
  await sql`select take_rooms(array(select id from rooms where store_id = ${storeId}))`.execute(tx);
  refuseToStrand(await strandedBy(tx, { storeId, now, hit: sql`true` }), false);
  await tx
    .insertInto('closures')
    .values({
      product_id: actor.productId,
      store_id: storeId,
      id: uuidv7(),
      room_ids: [],
      starts_at: now,
      ends_at: FOR_GOOD,
      reason,
      created_at: now,
      is_for_good: true,
    })
    .execute();
  return publishStoreChange(
    work,
    await setClosed(tx, storeId, { closed_at: now, closed_reason: reason }),
    'store.closed',
    {
      reason,
    },
  );
}

export async function reopenClosedStore(
  work: UnitOfWork,
  storeId: string,
  { version }: BodyOf<typeof reopenStore>,
): Promise<Store> {
  const { tx, clock } = work;
  const before = await lockStoreAs(tx, storeId, version, { isClosed: true });
  await tx
    .updateTable('closures')
    .set({ withdrawn_at: clock.now() })
    .where('store_id', '=', storeId)
    .where('is_for_good', '=', true)
    .where('withdrawn_at', 'is', null)
    .execute();
  return publishStoreChange(
    work,
    await setClosed(tx, storeId, { closed_at: null, closed_reason: null }),
    'store.reopened',
    {
      closedAt: before.closedAt,
      reason: before.reason,
    },
  );
}

async function lockStoreAs(
  tx: Tx,
  storeId: string,
  version: number,
  { isClosed }: { readonly isClosed: boolean },
): Promise<{ closedAt: string | null; reason: string | null }> {
  const row = await selectStoreForUpdate(tx, storeId);
  if (!row) throw notFound();
  const store = toStore(row);
  if (store.version !== version) throw staleProblem(store);
  if ((row.closed_at !== null) !== isClosed)
    throw new Problem('STATE_NOT_ALLOWED', {
      detail: isClosed ? 'The store is not closed' : 'The store is closed already',
    });
  return { closedAt: store.closedAt, reason: row.closed_reason };
}

async function setClosed(
  tx: Tx,
  storeId: string,
  closed: Pick<StoreRow, 'closed_at' | 'closed_reason'>,
): Promise<StoreRow> {
  return tx
    .updateTable('stores')
    .set((eb) => ({ ...closed, version: eb('version', '+', 1) }))
    .where('id', '=', storeId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function publishStoreChange(
  work: UnitOfWork,
  row: StoreRow,
  action: AuditRecord['action'],
  detail: AuditRecord['detail'],
): Promise<Store> {
  const { tx, actor } = work;
  const store = toStore(row);
  const item = { productId: actor.productId, storeId: store.id };
  await publish(tx, { ...item, name: 'store.changed', data: store });
  if (action !== 'store.created') await publish(tx, { ...item, name: 'calendar.changed', data: { storeId: store.id } });
  await recordChange(work, { storeId: store.id, action, subject: { kind: 'store', id: store.id }, detail });
  return store;
}
