import type { DepositRelay, listDepositRelays, QueryOf, ReplyOf } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { orderOf, readNumberedPage, type Tables, type Tx } from '../../db/index.ts';

export type RelayRow = Selectable<Tables['deposit_relays']>;

export function toDepositRelay(row: RelayRow): DepositRelay {
  return {
    id: row.id,
    storeId: row.store_id,
    name: row.name,
    mostAutomaticAmount: row.most_automatic_amount,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/** Finds relays that are not revoked, newest first. */
export async function findRelays(
  tx: Tx,
  { storeId, page, limit, sort }: QueryOf<typeof listDepositRelays>,
): Promise<ReplyOf<typeof listDepositRelays>> {
  const living = tx
    .selectFrom('deposit_relays')
    .where('revoked_at', 'is', null)
    .$if(storeId !== undefined, (query) => query.where('store_id', '=', storeId ?? ''));
  const { total, rows } = await readNumberedPage(living.selectAll(), {
    page,
    limit,
    order: orderOf(sort, { createdAt: 'created_at', name: 'name' }, 'id', sql`created_at desc, id`),
  });
  return { total, items: rows.map(toDepositRelay) };
}

/** Finds a relay by its id in the product of this slug. Runs as the system, because the sender is not signed in. */
export async function findRelayOf(tx: Tx, productSlug: string, relayId: string): Promise<RelayRow | null> {
  const { rows } = await sql<RelayRow>`
    select r.* from deposit_relays r join products p on p.id = r.product_id where r.id = ${relayId}
      and p.slug = ${productSlug}`.execute(tx);
  return rows[0] ?? null;
}

const MINUTES_A_DAY = 24 * 60;

/**
 * Counts a message. Returns how many came in this minute of the clock and on this day (UTC), at all processes together;
 * `null` when the relay was revoked.
 */
export async function countRelayMessage(
  tx: Tx,
  { store_id: storeId, id }: RelayRow,
  now: Date,
): Promise<{ ofMinute: number; ofDay: number } | null> {
  const minute = Math.floor(now.getTime() / 60_000);
  const day = Math.floor(minute / MINUTES_A_DAY);
  const row = await tx
    .updateTable('deposit_relays')
    .set({
      minute,
      minute_count: sql<number>`case when minute = ${minute} then minute_count + 1 else 1 end`,
      day,
      day_count: sql<number>`case when day = ${day} then day_count + 1 else 1 end`,
      last_used_at: now,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['minute_count', 'day_count'])
    .executeTakeFirst();
  return row ? { ofMinute: row.minute_count, ofDay: row.day_count } : null;
}
