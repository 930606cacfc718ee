import type pg from 'pg';

/**
 * Messages, deposits, notifications and payments of a large chain: one of each for every stored reservation, in the past,
 * with ids in the order of their times, as the server assigns them.
 */

interface Filled {
  readonly table: string;
  /** The columns besides `product_id`, `store_id` and `id`, with their values from a reservation `r` at its time `at`. */
  readonly columns: Readonly<Record<string, string>>;
}

const FILLED: readonly Filled[] = [
  {
    table: 'messages',
    columns: {
      reservation_id: 'r.id',
      kind: "'CONFIRMED'",
      dedupe_key: "'BENCH:' || r.id",
      guest_phone: 'r.guest_phone',
      phone_mark: 'r.phone_mark',
      state: "'DELIVERED'",
      channel: "'SMS'",
      queued_at: 'at',
      planned_at: 'at',
      is_new: 'false',
      send_at: 'at',
      expires_at: "at + interval '1 day'",
      ended_at: 'at',
    },
  },
  {
    table: 'deposits',
    columns: {
      state: "'IGNORED'",
      kind: "'DEPOSIT'",
      amount: '20000',
      is_amount_clear: 'true',
      depositor_name: 'r.guest_name',
      at: 'at',
      is_time_known: 'true',
      bank_text: 'r.guest_name',
      sources: "'{SMS}'",
      settled_at: 'at',
      settled_by_name: "'Measured'",
      received_at: 'at',
    },
  },
  {
    table: 'notifications',
    columns: {
      kind: "'PAID'",
      reservation_id: 'r.id',
      amount: '20000',
      text: "'₩20,000'",
      created_at: 'at',
      confirmed_at: "at + interval '1 minute'",
    },
  },
  {
    table: 'payments',
    columns: {
      reservation_id: 'r.id',
      method: "'CASH'",
      provider: "'MANUAL'",
      state: "'DONE'",
      amount: '20000',
      supply_amount: '18182',
      vat_amount: '1818',
      tax_free_amount: '0',
      paid_at: 'at',
      business_date: 'at::date',
      created_at: 'at',
      created_by_name: "'Measured'",
    },
  },
];

/** Replaces the rows of the four tables. */
export async function fillLists(client: pg.Client): Promise<void> {
  await client.query("set session_replication_role = 'replica'"); // Disables triggers and foreign keys.
  await client.query("set synchronous_commit = off; set maintenance_work_mem = '1GB'");
  await client.query('truncate messages, deposits, notifications, notification_counts, payments cascade');
  for (const { table, columns } of FILLED) {
    // Indexes that no constraint needs are created after all rows.
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
       where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
      [table],
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query(`
      insert into ${table} (product_id, store_id, id, ${Object.keys(columns).join(', ')})
      select r.product_id, r.store_id,
        (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid,
        ${Object.values(columns).join(', ')}
      from (select *, starts_at - interval '3 years' as at, md5('${table}' || id) as h from reservations) r order by r.at`);
    for (const { made: created } of indexes) await client.query(created);
    await client.query(`vacuum (analyze) ${table}`);
  }
  // A few wait for a person, however many there are.
  await client.query(
    'update notifications set confirmed_at = null where id in (select id from notifications order by id desc limit 10)',
  );
  await client.query(`
    insert into notification_counts (product_id, store_id, total, unconfirmed)
    select product_id, store_id, count(*), count(*) filter (where confirmed_at is null) from notifications group by 1, 2`);
  await client.query('vacuum (analyze) notification_counts');
  await client.query('checkpoint');
}
