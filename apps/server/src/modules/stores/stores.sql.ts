import type { listStores, QueryOf, Store } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { orderOf, readNumberedPage, type Tables, type Tx } from '../../db/index.ts';
import { notFound } from '../../http/index.ts';

export type StoreRow = Selectable<Tables['stores']>;

export async function findStores(
  tx: Tx,
  { page, limit, sort }: QueryOf<typeof listStores>,
): Promise<{ total: number; items: Store[] }> {
  const { total, rows } = await readNumberedPage(tx.selectFrom('stores').selectAll(), {
    page,
    limit,
    order: orderOf(sort, { name: 'name', createdAt: 'created_at' }, 'id', sql`created_at, id`),
  });
  return { total, items: rows.map(toStore) };
}

/** Returns `null` for a store that does not exist or that the person cannot see. */
export async function findStore(tx: Tx, storeId: string): Promise<StoreRow | null> {
  return (await tx.selectFrom('stores').selectAll().where('id', '=', storeId).executeTakeFirst()) ?? null;
}

/** Like `findStore`, but throws NOT_FOUND. */
export async function readStore(tx: Tx, storeId: string): Promise<Store> {
  const row = await findStore(tx, storeId);
  if (!row) throw notFound();
  return toStore(row);
}

/**
 * Locks the store until the transaction ends. Changes of its settings, its rooms, and their parts and order run one
 * after the other. Rows that only refer to the store do not wait.
 */
export async function selectStoreForUpdate(tx: Tx, storeId: string): Promise<StoreRow | null> {
  return (
    (await tx.selectFrom('stores').selectAll().where('id', '=', storeId).forNoKeyUpdate().executeTakeFirst()) ?? null
  );
}

export function toStore(row: StoreRow): Store {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    phone: row.phone,
    businessNumber: row.business_number,
    hours: row.hours,
    slotMinutes: row.slot_minutes,
    minMinutes: row.min_minutes,
    maxMinutes: row.max_minutes,
    horizonDays: row.horizon_days,
    bufferMinutes: row.buffer_minutes,
    holdMinutes: row.hold_minutes,
    waitlistOfferMinutes: row.waitlist_offer_minutes,
    accessBeforeMinutes: row.access_before_minutes,
    accessAfterMinutes: row.access_after_minutes,
    prepareMinutes: row.prepare_minutes,
    warningMinutes: row.warning_minutes,
    overrunWatts: row.overrun_watts,
    dayCutoff: row.day_cutoff,
    cancellationTiers: row.cancellation_tiers,
    settlementTerms: row.settlement_terms,
    timeZone: row.time_zone,
    mqttPrefix: row.mqtt_prefix,
    closedAt: row.closed_at?.toISOString() ?? null,
    version: row.version,
  };
}

/** Updates everything that a person can set of a store, and its version, to the given values. */
export async function updateStore(tx: Tx, store: Store): Promise<StoreRow> {
  return tx
    .updateTable('stores')
    .set({
      name: store.name,
      address: store.address,
      phone: store.phone,
      business_number: store.businessNumber,
      hours: JSON.stringify(store.hours),
      slot_minutes: store.slotMinutes,
      min_minutes: store.minMinutes,
      max_minutes: store.maxMinutes,
      horizon_days: store.horizonDays,
      buffer_minutes: store.bufferMinutes,
      hold_minutes: store.holdMinutes,
      waitlist_offer_minutes: store.waitlistOfferMinutes,
      access_before_minutes: store.accessBeforeMinutes,
      access_after_minutes: store.accessAfterMinutes,
      prepare_minutes: store.prepareMinutes,
      warning_minutes: store.warningMinutes,
      overrun_watts: store.overrunWatts,
      day_cutoff: store.dayCutoff,
      cancellation_tiers: JSON.stringify(store.cancellationTiers),
      settlement_terms: JSON.stringify(store.settlementTerms),
      version: store.version,
    })
    .where('id', '=', store.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns which of these ids are rooms of the store. */
export async function findRoomIds(tx: Tx, storeId: string, roomIds: readonly string[]): Promise<Set<string>> {
  if (roomIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('rooms')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', 'in', roomIds)
    .execute();
  return new Set(rows.map((row) => row.id));
}
