import type pg from 'pg';

/**
 * A year of payments of 300 stores with ten rooms each, in any number, with their ledger entries: half of the amount of
 * three in a hundred was refunded. The measured store has 3,000 payments in the latest whole month, regardless of the
 * total.
 */

const STORES = 300;
const ROOMS = 10;
const MEASURED_STORE_PAYMENTS = 3000;
const DAYS = 365;
const CHUNK = 250_000;
const MIGRATIONS = ['0020-sales.sql', '0026-sums-above-hours.sql', '0028-narrowed-sums.sql'];

export interface LargeSales {
  readonly storeId: string;
  /** Periods: a year, its last whole month, and the three months that end with it, all of whole months. */
  readonly year: Period;
  readonly month: Period;
  readonly quarter: Period;
  /** The id of a room in another store, which has as many payments as any. */
  readonly roomId: string;
}

/** A type and not an interface, so that it can be passed as the query of an address. */
type Period = { readonly from: string; readonly to: string };

/** Creates further stores up to 300. All payments of a room belong to its one reservation, if it has one. */
export async function makeSalesStores(client: pg.Client): Promise<LargeSales> {
  await client.query("set session_replication_role = 'replica'");
  await client.query(`
    create table bench_stores as
      select row_number() over (order by s.id)::integer - 1 as number, s.product_id, s.id from stores s;
    insert into stores (product_id, id, name, mqtt_prefix, created_at, hours, slot_minutes, min_minutes, max_minutes, horizon_days)
      select s.product_id, gen_random_uuid(), 'Store ' || n, 'measured/further-' || n, now(), s.hours, 30, 30, 720, 400
      from generate_series((select count(*) from stores) + 1, ${STORES}) as n, (select * from stores order by id limit 1) as s;
    insert into bench_stores select (select count(*) from bench_stores)::integer + row_number() over ()::integer - 1, s.product_id, s.id
      from stores s where s.id not in (select id from bench_stores);
    insert into rooms (product_id, store_id, id, name, capacity, sort_order, created_at)
      select b.product_id, b.id, gen_random_uuid(), 'Room ' || n, 8, n, now() from bench_stores b, generate_series(1, ${ROOMS}) as n
      where not exists (select from rooms r where r.store_id = b.id);
    create table bench_rooms as
      select b.number as store_number, r.number, b.product_id, b.id as store_id, r.id, (select v.id from reservations v where v.store_id = b.id and v.room_id = r.id limit 1) as reservation_id
      from bench_stores b join lateral (
        select id, row_number() over (order by sort_order)::integer - 1 as number from rooms where store_id = b.id order by sort_order limit ${ROOMS}) as r on true;
    create unique index on bench_rooms (store_number, number);
    analyze bench_rooms`);
  const {
    rows: [item],
  } = await client.query<{
    storeId: string;
    roomId: string;
    today: string;
    first: string;
    monthFrom: string;
    monthTo: string;
    quarterFrom: string;
  }>(`
    select (select id from bench_stores where number = 0) as "storeId", (select id from bench_rooms where store_number = 1 and number = 0) as "roomId", to_char(now() at time zone 'Asia/Seoul', 'YYYY-MM-DD') as today,
      to_char(now() at time zone 'Asia/Seoul' - interval '${DAYS} days', 'YYYY-MM-DD') as first,
      to_char(date_trunc('month', now() at time zone 'Asia/Seoul') - interval '1 month', 'YYYY-MM-DD') as "monthFrom",
      to_char(date_trunc('month', now() at time zone 'Asia/Seoul') - interval '1 day', 'YYYY-MM-DD') as "monthTo",
      to_char(date_trunc('month', now() at time zone 'Asia/Seoul') - interval '3 months', 'YYYY-MM-DD') as "quarterFrom"`);
  if (!item) throw new Error('There are no stores');
  const yesterday = (days: number) => new Date(Date.parse(item.today) - days * 86_400_000).toISOString().slice(0, 10);
  return {
    storeId: item.storeId,
    roomId: item.roomId,
    year: { from: item.first, to: yesterday(1) },
    month: { from: item.monthFrom, to: item.monthTo },
    quarter: { from: item.quarterFrom, to: item.monthTo },
  };
}

/** Returns the latest dates whose file has at least so many lines, or all dates, with the number of lines. */
export async function findLines(
  client: pg.Client,
  atLeast: number,
  { year }: LargeSales,
): Promise<Period & { readonly lines: number }> {
  const { rows } = await client.query<{ from: string; lines: number }>(
    `
    select to_char(business_date, 'YYYY-MM-DD') as from, (sum(count(*)) over (order by business_date desc))::integer as lines
    from ledger_transactions where business_date between $1 and $2 group by business_date order by 1 desc`,
    [year.from, year.to],
  );
  const found = rows.find(({ lines }) => lines >= atLeast) ?? rows.at(-1);
  if (!found) throw new Error('Nothing is stored');
  return { from: found.from, to: year.to, lines: found.lines };
}

/**
 * Adds payments of all stores until there are `count`, and rebuilds the sums of sales with the statements of the
 * migration that creates them.
 */
export async function fillSales(
  client: pg.Client,
  count: number,
  { month }: LargeSales,
  migration: (name: string) => string,
): Promise<void> {
  await client.query("set session_replication_role = 'replica'"); // Disables triggers and foreign keys.
  await client.query("set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '512MB'");
  await client.query('truncate payments, payment_refunds, ledger_transactions, ledger_entries cascade');
  const indexes = await dropIndexes(client);
  await insert(client, {
    from: 0,
    to: MEASURED_STORE_PAYMENTS,
    of: MEASURED_STORE_PAYMENTS,
    stores: 'number = 0',
    first: month.from,
    days: 28,
  });
  const rest = count - MEASURED_STORE_PAYMENTS;
  for (let from = 0; from < rest; from += CHUNK) {
    await insert(client, {
      from,
      to: Math.min(rest, from + CHUNK),
      of: rest,
      stores: 'number > 0',
      first: null,
      days: DAYS,
    });
  }
  for (const index of indexes) await client.query(index);
  for (const table of ['payments', 'payment_refunds', 'ledger_transactions', 'ledger_entries'])
    await client.query(`vacuum (analyze) ${table}`);
  await sumUp(client, migration);
}

/** Fills the sums from the existing ledger as the migration does. */
async function sumUp(client: pg.Client, migration: (name: string) => string): Promise<void> {
  for (const name of MIGRATIONS) {
    const fill =
      /^-- What is in the ledger already[\s\S]*?(?=^select protect_store_table)/m.exec(migration(name))?.[0] ?? '';
    const table = /^insert into (\w+)/m.exec(fill)?.[1];
    if (table === undefined) throw new Error(`${name} sums nothing up`);
    await client.query(`truncate ${table}`);
    await client.query(fill);
    await client.query(`vacuum (analyze) ${table}`);
  }
  await client.query('checkpoint');
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly of: number;
  readonly stores: string;
  readonly first: string | null;
  readonly days: number;
}

async function insert(client: pg.Client, { from, to, of, stores, first, days }: Part): Promise<void> {
  await client.query('drop table if exists bench_made');
  await client.query(`
    create unlogged table bench_made as
    select x.*, (lpad(to_hex((extract(epoch from x.at) * 1000)::bigint), 12, '0') || '7' || substr(x.h, 1, 3) || '8' || substr(x.h, 4, 15))::uuid as id,
      (lpad(to_hex((extract(epoch from x.at) * 1000)::bigint), 12, '0') || '7' || substr(x.h, 5, 3) || '9' || substr(x.h, 8, 15))::uuid as transaction_id,
      r.product_id, r.store_id, r.id as room_id, r.reservation_id, amount - round(amount / 11.0)::bigint as supply, round(amount / 11.0)::bigint as vat,
      case when x.method in ('CARD', 'EASY_PAY', 'VIRTUAL_ACCOUNT') then 'TOSS' else 'MANUAL' end as provider
    from (
      select n, h, date, (date::timestamp + interval '8 hours' + (random % 960) * interval '1 minute') at time zone 'Asia/Seoul' as at, (5 + random / 7 % 56) * 1000::bigint as amount,
        (array['CARD', 'CARD', 'CARD', 'CARD', 'CARD', 'EASY_PAY', 'EASY_PAY', 'TRANSFER', 'CASH', 'VIRTUAL_ACCOUNT', 'ON_SITE'])[1 + random / 11 % 11] as method,
        (array['STAFF', 'STAFF', 'WALK_IN', 'CHANNEL'])[1 + random / 13 % 4] as channel, random / 17 % ${ROOMS} as room_number, n % (select count(*) from bench_stores where ${stores})::integer as nth
      from (
        select n, md5('sales' || n || '${stores}') as h, ('x' || substr(md5('random' || n), 1, 7))::bit(28)::integer as random,
          (${first === null ? `(now() at time zone 'Asia/Seoul')::date - ${DAYS}` : `'${first}'::date`} + (n::bigint * ${days} / ${of})::integer) as date
        from generate_series(${from}, ${to - 1}) as n) as numbers) as x
    join (select number, row_number() over (order by number)::integer - 1 as nth from bench_stores where ${stores}) as s on s.nth = x.nth
    join bench_rooms r on r.store_number = s.number and r.number = x.room_number`);
  await client.query('analyze bench_made');
  // Half of each 33rd payment is refunded at once.
  await client.query(`
    insert into payments (product_id, store_id, id, reservation_id, method, provider, state, amount, supply_amount, vat_amount, tax_free_amount, refunded_amount,
      refunded_supply_amount, refunded_vat_amount, paid_at, business_date, created_at, created_by_name)
    select product_id, store_id, id, reservation_id, method, provider, case when n % 33 = 0 then 'PARTIAL_CANCELED' else 'DONE' end, amount, supply, vat, 0,
      case when n % 33 = 0 then supply / 2 + vat / 2 else 0 end, case when n % 33 = 0 then supply / 2 else 0 end, case when n % 33 = 0 then vat / 2 else 0 end, at, date, at, 'bench'
    from bench_made`);
  await client.query(`
    insert into payment_refunds (product_id, store_id, id, payment_id, amount, supply_amount, vat_amount, tax_free_amount, reason, state, at, made_by_name)
    select product_id, store_id, id, id, supply / 2 + vat / 2, supply / 2, vat / 2, 0, 'bench', 'DONE', at, 'bench' from bench_made where n % 33 = 0`);
  await client.query(`
    insert into ledger_transactions (product_id, store_id, id, kind, payment_id, refund_id, reservation_id, room_id, method, provider, channel, occurred_at, business_date)
    select product_id, store_id, transaction_id, 'PAYMENT', id, null, reservation_id, room_id, method, provider, channel, at, date from bench_made
    union all
    select product_id, store_id, id, 'REFUND', id, id, reservation_id, room_id, method, provider, channel, at, date from bench_made where n % 33 = 0`);
  await client.query(`
    insert into ledger_entries (product_id, store_id, transaction_id, line, account, amount)
    select product_id, store_id, transaction_id, line, account, case line when 1 then amount when 2 then -supply else -vat end
    from bench_made, unnest(array['MONEY_AT_PROVIDER', 'SALES_SUPPLY', 'SALES_VAT']) with ordinality as lines (account, line)
    union all
    select product_id, store_id, id, line, account, case line when 1 then -(supply / 2 + vat / 2) when 2 then supply / 2 else vat / 2 end
    from bench_made, unnest(array['MONEY_AT_PROVIDER', 'SALES_SUPPLY', 'SALES_VAT']) with ordinality as lines (account, line) where n % 33 = 0`);
  await client.query('drop table bench_made');
}

/** Drops the indexes that no constraint needs, and returns the statements that create them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
     where i.indrelid in ('payments'::regclass, 'payment_refunds'::regclass, 'ledger_transactions'::regclass) and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ made: created }) => created);
}
