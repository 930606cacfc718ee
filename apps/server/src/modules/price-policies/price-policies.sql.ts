import type { listPricePolicies, PricePolicy, QueryOf } from '@munjigi/contract';
import { sql, type Selectable, type Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { orderOf, readNumberedPage, type Tables, type Tx } from '../../db/index.ts';
import type { UnitOfWork } from '../../http/index.ts';

export type PolicyFields = Omit<PricePolicy, 'id' | 'storeId' | 'version'>;

/** Ordered by precedence: the winning policy first (PR-2). Without a store, the stores follow each other. */
export async function findPolicies(
  tx: Tx,
  { storeId, page, limit, sort }: QueryOf<typeof listPricePolicies>,
): Promise<{ total: number; items: PricePolicy[] }> {
  const visible = tx.selectFrom('price_policies').where('deleted_at', 'is', null);
  const found = storeId === undefined ? visible : visible.where('store_id', '=', storeId);
  const { total, rows } = await readNumberedPage(found.selectAll(), {
    page,
    limit,
    order: orderOf(
      sort,
      { priority: 'priority', name: 'name', amount: 'amount' },
      'id',
      storeId === undefined ? sql`store_id, priority desc, created_at, id` : sql`priority desc, created_at, id`,
    ),
  });
  return { total, items: rows.map(toPolicy) };
}

export async function findPolicy(tx: Tx, policyId: string): Promise<PricePolicy | null> {
  const row = await tx
    .selectFrom('price_policies')
    .selectAll()
    .where('id', '=', policyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? toPolicy(row) : null;
}

export async function insertPolicy(
  { tx, clock, actor }: UnitOfWork,
  storeId: string,
  fields: PolicyFields,
): Promise<PricePolicy> {
  const row = {
    product_id: actor.productId,
    store_id: storeId,
    id: uuidv7(),
    created_at: clock.now(),
    ...columnsOf(fields),
  };
  return toPolicy(await tx.insertInto('price_policies').values(row).returningAll().executeTakeFirstOrThrow());
}

/** Returns `null` when the policy has another version by now, or is deleted. */
export async function updatePolicy(
  tx: Tx,
  { id, storeId, version }: PricePolicy,
  change: PolicyFields | { readonly deletedAt: Date },
): Promise<PricePolicy | null> {
  const columns: Updateable<Tables['price_policies']> =
    'deletedAt' in change ? { deleted_at: change.deletedAt } : columnsOf(change);
  const row = await tx
    .updateTable('price_policies')
    .set({ ...columns, version: version + 1 })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row ? toPolicy(row) : null;
}

function columnsOf(policyFields: PolicyFields) {
  return {
    name: policyFields.name,
    room_ids: policyFields.roomIds,
    weekdays: policyFields.weekdays,
    holidays: policyFields.holidays,
    starts_on: policyFields.startsOn,
    ends_on: policyFields.endsOn,
    from_time: policyFields.fromTime,
    to_time: policyFields.toTime,
    unit: policyFields.unit,
    amount: policyFields.amount,
    package_minutes: policyFields.packageMinutes,
    included_head_count: policyFields.includedHeadCount,
    extra_person_amount: policyFields.extraPersonAmount,
    priority: policyFields.priority,
  };
}

function toPolicy(row: Selectable<Tables['price_policies']>): PricePolicy {
  return {
    id: row.id,
    storeId: row.store_id,
    name: row.name,
    roomIds: row.room_ids,
    weekdays: row.weekdays,
    holidays: row.holidays,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    fromTime: row.from_time,
    toTime: row.to_time,
    unit: row.unit,
    amount: row.amount,
    packageMinutes: row.package_minutes,
    includedHeadCount: row.included_head_count,
    extraPersonAmount: row.extra_person_amount,
    priority: row.priority,
    version: row.version,
  };
}
