import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';

/**
 * Three years of a chain's device history with any number of rows, in the order in which the server would have written
 * them.
 */

const STORES = 10;
const DOORS = 20;
const PEOPLE = 10;
const YEARS = 3;

export interface LargeHistory {
  readonly storeId: string;
  readonly doorId: string;
  /** The id of a person who opens doors in all of the stores. */
  readonly personId: string;
}

/** Creates doors for ten stores of the product. Their ids follow from their number, so that SQL can compute them. */
export async function makeHistoryDoors(client: pg.Client, slug: string): Promise<LargeHistory> {
  const { rows: stores } = await client.query<{ id: string; product_id: string }>(
    'select s.id, s.product_id from stores s join products p on p.id = s.product_id where p.slug = $1 order by s.id limit $2',
    [slug, STORES],
  );
  await client.query(
    'create table history_doors (number integer primary key, product_id uuid, store_id uuid, room_id uuid, id uuid, link_id uuid)',
  );
  let number = 0;
  for (const store of stores) {
    const { rows: rooms } = await client.query<{ id: string }>(
      'select id from rooms where store_id = $1 order by sort_order limit $2',
      [store.id, DOORS],
    );
    for (const room of rooms) {
      await client.query('insert into history_doors values ($1, $2, $3, $4, $5, $6)', [
        number,
        store.product_id,
        store.id,
        room.id,
        uuidv7(),
        uuidv7(),
      ]);
      number += 1;
    }
  }
  await client.query(
    `insert into device_links (product_id, store_id, id, driver, device_key, settings, target_kind, target_id, removed_at)
     select product_id, store_id, link_id, 'ha-mqtt', id::text, '{}', 'DOOR', id, now() from history_doors`,
  );
  await client.query(
    `insert into doors (product_id, store_id, id, room_id, name, link_id, created_at) select product_id, store_id, id, room_id, 'Door ' || number, link_id, now() from history_doors`,
  );
  const {
    rows: [first],
  } = await client.query<{ storeId: string; doorId: string; personId: string }>(
    `select store_id as "storeId", id as "doorId", '00000000-0000-7000-8000-000000000007' as "personId" from history_doors where number = 7`,
  );
  if (!first) throw new Error('There are no doors');
  return first;
}

/** Replaces the history by `count` rows. */
export async function fillHistory(client: pg.Client, count: number): Promise<void> {
  // Disables triggers, because an append-only table cannot be emptied otherwise. Indexes are created after all rows.
  await client.query("set session_replication_role = 'replica'");
  await client.query('truncate device_history, device_history_steps');
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
     where i.indrelid = 'device_history'::regclass and not i.indisprimary`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query("set maintenance_work_mem = '1GB'");
  await client.query(INSERT, [count]);
  for (const { made: created } of indexes) await client.query(created);
  await client.query('vacuum (analyze) device_history');
  await client.query('checkpoint');
}

/** Nine of 20 rows are commands, of which three in a hundred failed; the others are reports of locks. */
const INSERT = `
  insert into device_history (product_id, store_id, id, link_id, target_kind, target_id, room_id, action, status, cause_kind, cause_id, cause_label, source,
    requested_at, expires_at, sent_at, acknowledged_at, finished_at, latency_ms, error_code, error_message)
  select d.product_id, d.store_id,
    (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid,
    d.link_id, 'DOOR', d.id, d.room_id, action,
    case when not is_order then 'REPORTED' when has_failed then (array['TIMED_OUT', 'FAILED', 'REJECTED_OFFLINE'])[1 + r % 3] else 'EXECUTED' end,
    case when kind < 7 then 'PERSON' when kind < 9 then 'RESERVATION' when kind < 18 then 'UNKNOWN' else 'DEVICE' end,
    case when kind < 7 then ('00000000-0000-7000-8000-' || lpad((r % ${PEOPLE})::text, 12, '0'))::uuid
      when kind < 9 then ('00000000-0000-7000-9000-' || lpad((n / 80)::text, 12, '0'))::uuid end,
    case when kind < 7 then 'Person ' || r % ${PEOPLE} when kind < 9 then 'R-' || n / 80 else '' end,
    case when kind < 7 then 'REMOTE' when kind < 9 then 'SCHEDULE' else 'UNSPECIFIED' end,
    at, case when is_order then at + interval '10 seconds' end, case when is_order then at end,
    case when is_order and not has_failed then at + interval '0.3 seconds' end, at + interval '0.3 seconds', case when is_order and not has_failed then 300 end,
    case when is_order and has_failed then 'NO_ANSWER' end, case when is_order and has_failed then 'The device did not answer in time' end
  from (
    select n, h, r, kind, kind < 9 as is_order, r % 100 < 3 as has_failed,
      date_trunc('milliseconds', now() - interval '${YEARS} years' + n * (interval '${YEARS} years' / $1::bigint)) as at,
      case when kind < 7 then 'OPEN' when kind < 9 then 'LOCK' when kind < 13 then 'UNLOCKED' when kind < 18 then 'LOCKED' else 'ONLINE' end as action
    from (
      select n, md5(n::text) as h, (hashint8(n)::bigint + 2147483648) / 20 as r, (hashint8(n)::bigint + 2147483648) % 20 as kind
      from generate_series(0, $1::bigint - 1) as n
    ) as drawn
  ) as made
  join history_doors d on d.number = (made.r / 100) % ${STORES * DOORS}
  order by n`;
