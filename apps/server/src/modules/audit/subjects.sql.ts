import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import type { AuditRow } from './entries.sql.ts';

/** What the rows' subjects are called now, by their ids: doors, rooms and the like by name, reservations and their payments by code. */
export async function readSubjectNames(tx: Tx, of: readonly AuditRow[]): Promise<ReadonlyMap<string, string>> {
  const subjects = of.filter((row) => row.subject_id !== null);
  if (subjects.length === 0) return new Map();
  const wanted = sql`unnest(${subjects.map((row) => row.subject_kind)}::text[], ${subjects.map((row) => row.store_id)}::uuid[], ${subjects.map((row) => row.subject_id)}::uuid[]) as w (kind, store_id, id)`;
  const { rows } = await sql<{ id: string; name: string }>`
    with wanted as materialized (select distinct * from ${wanted})
    select w.id, t.name from wanted w join doors t on w.kind = 'door' and t.store_id = w.store_id and t.id = w.id
    union all select w.id, t.name from wanted w join devices t on w.kind = 'device' and t.store_id = w.store_id and t.id = w.id
    union all select w.id, t.name from wanted w join rooms t on w.kind = 'room' and t.store_id = w.store_id and t.id = w.id
    union all select w.id, t.name from wanted w join stores t on w.kind = 'store' and t.id = w.id
    union all select w.id, t.name from wanted w join modes t on w.kind = 'mode' and t.id = w.id
    union all select w.id, t.name from wanted w join price_policies t on w.kind = 'price-policy' and t.store_id = w.store_id and t.id = w.id
    union all select w.id, t.name from wanted w join api_keys t on w.kind = 'api-key' and t.id = w.id
    union all select w.id, t.name from wanted w join deposit_relays t on w.kind = 'deposit-relay' and t.store_id = w.store_id and t.id = w.id
    union all select w.id, t.code from wanted w join reservations t on w.kind = 'reservation' and t.store_id = w.store_id and t.id = w.id
    union all select w.id, t.code from wanted w join payments p on w.kind = 'payment' and p.store_id = w.store_id and p.id = w.id
      join reservations t on t.store_id = p.store_id and t.id = p.reservation_id`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
