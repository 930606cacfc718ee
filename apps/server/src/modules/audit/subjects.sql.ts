import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';

/** A reference in a row: its subject, or an id in its detail. */
export interface Named {
  readonly kind: string;
  /** The store of the row. */
  readonly storeId: string | null;
  readonly id: string;
}

/** Reads the current names by id: names of doors, rooms and so on, codes of reservations and payments. */
export async function readNames(tx: Tx, of: readonly Named[]): Promise<ReadonlyMap<string, string>> {
  if (of.length === 0) return new Map();
  const subjects = sql`unnest(${of.map((named) => named.kind)}::text[], ${of.map((named) => named.storeId)}::uuid[],
    ${of.map((named) => named.id)}::uuid[])`;
  const { rows } = await sql<{ id: string; name: string }>`
    with w as materialized (select distinct * from ${subjects} as given (kind, store_id, id))
    select w.id, t.name from w join doors t on w.kind = 'door' and t.store_id = w.store_id and t.id = w.id
    union all select w.id, t.name from w join devices t on w.kind = 'device' and t.store_id = w.store_id and t.id = w.id
    union all select w.id, t.name from w join rooms t on w.kind = 'room' and t.store_id = w.store_id and t.id = w.id
    union all select w.id, t.name from w join stores t on w.kind = 'store' and t.id = w.id
    union all select w.id, t.name from w join modes t on w.kind = 'mode' and t.id = w.id
    union all select w.id, t.name from w join price_policies t on w.kind = 'price-policy' and t.store_id = w.store_id
      and t.id = w.id
    union all select w.id, t.name from w join api_keys t on w.kind = 'api-key' and t.id = w.id
    union all select w.id, t.name from w join deposit_relays t on w.kind = 'deposit-relay' and t.store_id = w.store_id
      and t.id = w.id
    union all select w.id, t.name from w join users t on w.kind = 'user' and t.id = w.id
    union all select w.id, t.name from w join coupons t on w.kind = 'coupon' and t.id = w.id
    union all select w.id, t.name from w join add_ons t on w.kind = 'add-on' and t.store_id = w.store_id and t.id = w.id
    union all select w.id, t.code from w join reservations t on w.kind = 'reservation' and t.store_id = w.store_id
      and t.id = w.id
    union all select w.id, t.code from w join payments p on w.kind = 'payment' and p.store_id = w.store_id
      and p.id = w.id
      join reservations t on t.store_id = p.store_id and t.id = p.reservation_id`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
