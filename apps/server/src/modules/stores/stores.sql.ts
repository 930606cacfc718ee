import type { listStores, QueryOf, Store } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { orderOf, type Tables, type Tx } from '../../db/index.ts';
import { notFound } from '../../http/index.ts';

export type StoreRow = Selectable<Tables['stores']>;

export async function findStores(
  tx: Tx,
  { page, limit, sort }: QueryOf<typeof listStores>,
): Promise<{ total: number; items: Store[] }> {
  const [{ total }, rows] = await Promise.all([
    tx
      .selectFrom('stores')
      .select((it) => it.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('stores')
      .selectAll()
      .orderBy(orderOf(sort, { name: 'name', createdAt: 'created_at' }, 'id', sql`created_at, id`))
      .limit(limit)
      .offset(page * limit)
      .execute(),
  ]);
  return { total, items: rows.map(shapedStore) };
}

/** Returns `null` for a store that does not exist or that the person cannot see. */
export async function findStore(tx: Tx, storeId: string): Promise<StoreRow | null> {
  return (await tx.selectFrom('stores').selectAll().where('id', '=', storeId).executeTakeFirst()) ?? null;
}

/** Like `findStore`, but throws NOT_FOUND. */
export async function readStore(tx: Tx, storeId: string): Promise<Store> {
  const row = await findStore(tx, storeId);
  if (!row) throw notFound();
  return shapedStore(row);
}

/**
 * Locks the store until the transaction ends. Changes of its settings, its rooms, and their parts and order run one
 * after the other. Rows that only refer to the store do not wait.
 */
export async function takeStore(tx: Tx, storeId: string): Promise<StoreRow | null> {
  return (
    (await tx.selectFrom('stores').selectAll().where('id', '=', storeId).forNoKeyUpdate().executeTakeFirst()) ?? null
  );
}

export function shapedStore(row: StoreRow): Store {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    phone: row.phone,
    businessNumber: row.business_number,
    hours: row.hours as Store['hours'],
    slotMinutes: row.slot_minutes,
    minMinutes: row.min_minutes,
    maxMinutes: row.max_minutes,
    horizonDays: row.horizon_days,
    bufferMinutes: row.buffer_minutes,
    holdMinutes: row.hold_minutes,
    accessBeforeMinutes: row.access_before_minutes,
    accessAfterMinutes: row.access_after_minutes,
    prepareMinutes: row.prepare_minutes,
    warningMinutes: row.warning_minutes,
    overrunWatts: row.overrun_watts,
    dayCutoff: row.day_cutoff,
    cancellationTiers: row.cancellation_tiers as Store['cancellationTiers'],
    settlementTerms: row.settlement_terms as Store['settlementTerms'],
    timeZone: row.time_zone,
    mqttPrefix: row.mqtt_prefix,
    closedAt: row.closed_at?.toISOString() ?? null,
    version: row.version,
  };
}

/** Updates everything that a person can set of a store, and its version, to the given values. */
export async function updateStore(tx: Tx, it: Store): Promise<StoreRow> {
  return tx
    .updateTable('stores')
    .set({
      name: it.name,
      address: it.address,
      phone: it.phone,
      business_number: it.businessNumber,
      hours: JSON.stringify(it.hours),
      slot_minutes: it.slotMinutes,
      min_minutes: it.minMinutes,
      max_minutes: it.maxMinutes,
      horizon_days: it.horizonDays,
      buffer_minutes: it.bufferMinutes,
      hold_minutes: it.holdMinutes,
      access_before_minutes: it.accessBeforeMinutes,
      access_after_minutes: it.accessAfterMinutes,
      prepare_minutes: it.prepareMinutes,
      warning_minutes: it.warningMinutes,
      overrun_watts: it.overrunWatts,
      day_cutoff: it.dayCutoff,
      cancellation_tiers: JSON.stringify(it.cancellationTiers),
      settlement_terms: JSON.stringify(it.settlementTerms),
      version: it.version,
    })
    .where('id', '=', it.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
