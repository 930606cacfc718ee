import type pg from 'pg';

export interface LongAuditLog {
  readonly productId: string;
  readonly storeIds: readonly string[];
  readonly count: number;
}

/**
 * Writes so many rows for a product without any, over the last three years, as `record` would: each with its hash. Runs
 * as the table's owner. Every fifth row is of a store's door, opened by one of fifty people; one in a thousand reveals
 * a guest's data.
 */
export async function writeLongAuditLog(owner: pg.Client, { productId, storeIds, count }: LongAuditLog): Promise<void> {
  await owner.query('begin');
  await owner.query("set local timezone to 'UTC'");
  await owner.query('alter table audit_log no force row level security');
  await owner.query('alter table audit_heads no force row level security');
  await owner.query(
    `create or replace function pg_temp.link(before bytea, row_text text) returns bytea language sql immutable as $$ select sha256(before || convert_to(row_text, 'UTF8')) $$`,
  );
  await owner.query('drop aggregate if exists pg_temp.chain(text)');
  await owner.query(
    `create aggregate pg_temp.chain(text) (sfunc = pg_temp.link, stype = bytea, initcond = '\\x${'00'.repeat(32)}')`,
  );
  await owner.query(
    `insert into audit_log
       (product_id, seq, id, at, actor_kind, actor_id, actor_label, address, store_id, action, subject_kind, subject_id, detail, previous_hash, hash)
     select $1::uuid, n, id, at, 'PERSON', actor_id, label, address, store_id, action, kind, subject_id, jsonb_build_object('n', n),
       coalesce(lag(hash) over (order by n), '\\x${'00'.repeat(32)}'), hash
     from (
       select *, pg_temp.chain(format('["%s",%s,"%s","%s","PERSON","%s","%s","%s",%s,"%s","%s",%s,{"n":%s}]', $1::uuid, n, id, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         actor_id, label, address, coalesce('"' || store_id || '"', 'null'), action, kind, coalesce('"' || subject_id || '"', 'null'), n)) over (order by n) as hash
       from (
         select n, gen_random_uuid() as id, date_trunc('milliseconds', now() - ($3::bigint - n) * (interval '3 years' / $3::bigint)) as at,
           ('00000000-0000-7000-8000-' || lpad((n * 7919 % 50)::text, 12, '0'))::uuid as actor_id, 'Person ' || n * 7919 % 50 as label, '10.0.' || n * 7919 % 50 || '.7' as address,
           case when n % 5 = 0 then ($2::uuid[])[1 + n / 5 % cardinality($2::uuid[])] end as store_id,
           case when n % 1000 = 0 then 'reservation.revealed' when n % 5 = 0 then 'door.open-requested' else 'session.started' end as action,
           case when n % 1000 = 0 then 'reservation' when n % 5 = 0 then 'door' else 'session' end as kind,
           case when n % 5 = 0 then ('00000000-0000-7000-9000-' || lpad((n / 5 % 200)::text, 12, '0'))::uuid end as subject_id
         from generate_series(1, $3::bigint) as n
       ) as drawn
     ) as chained`,
    [productId, storeIds, count],
  );
  await owner.query(
    `insert into audit_heads (product_id, seq, hash, previous_hash) select product_id, seq, hash, previous_hash from audit_log where product_id = $1 order by seq desc limit 1`,
    [productId],
  );
  await owner.query('alter table audit_log force row level security');
  await owner.query('alter table audit_heads force row level security');
  await owner.query('commit');
  await owner.query('analyze audit_log');
}
