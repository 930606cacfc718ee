// @sweep 1/12 (decision 086)
import { readSales, salesTotals, type Sales, type SalesTotals } from '@munjigi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../db/index.ts';
import { seedDemo } from '../../demo/seed.ts';
import { queryDatabase } from '../../testing/database.ts';
import { fakeClock, startTestServer, type Caller, type TestServer } from '../../testing/index.ts';
import { salesFaults } from '../../testing/faults/sales-faults.ts';

const NOTHING: SalesTotals = {
  grossAmount: 0,
  refundAmount: 0,
  netAmount: 0,
  supplyAmount: 0,
  vatAmount: 0,
  taxFreeAmount: 0,
  paymentCount: 0,
  refundCount: 0,
};
/** Returns the figures without the keys of their group. */
const figuresOf = (it: SalesTotals): SalesTotals => salesTotals.parse(it);
/** A whole month, and periods that begin or end within one. */
const PERIODS = [
  ['2026-10-01', '2026-10-31', 31],
  ['2026-08-15', '2026-11-10', 88],
  ['2026-10-02', '2026-10-31', 30],
] as const;
const [[FROM, TO]] = PERIODS;
type Narrowing = Readonly<Record<string, string>>;
const NARROWINGS: readonly Narrowing[] = [
  {},
  { method: 'CARD' },
  { channel: 'STAFF' },
  { method: 'TRANSFER', channel: 'STAFF' },
];
const CASES = PERIODS.flatMap(([from, to, days]) => NARROWINGS.map((narrowing) => ({ from, to, days, narrowing })));

/**
 * Compares the sales of a demo store with plain SQL on the ledger: the debit side gives what was paid and refunded, the
 * credit side its parts. The SQL uses no code of the product and none of its sums.
 */
describe('a month of a demo store (SL-3)', () => {
  let server: TestServer;
  let admin: Caller;
  let storeId: string;
  beforeAll(async () => {
    server = await startTestServer({ clock: fakeClock() });
    await seedDemo(server.app.db, server.clock);
    // Without statistics PostgreSQL uses nested loops to join the payments, which takes up to a minute.
    await queryDatabase(server.databaseUrl, 'analyze');
    const { id } = await server.withActor(SYSTEM, (tx) =>
      tx.selectFrom('products').select('id').where('slug', '=', 'playroom').executeTakeFirstOrThrow(),
    );
    admin = await server.signIn({ productId: id, slug: 'playroom', stores: [] }, ['ADMIN']);
    storeId = (
      await server.withActor(admin.actor, (tx) =>
        tx.selectFrom('stores').select('id').orderBy('name').executeTakeFirstOrThrow(),
      )
    ).id;
  }, 120_000);
  afterAll(() => server.close());

  const work = async (
    by: string,
    { from, to, narrowing }: (typeof CASES)[number],
  ): Promise<Map<string, SalesTotals>> => {
    const narrowed = sql.join(
      [sql`true`, ...Object.entries(narrowing).map(([column, value]) => sql`${sql.ref(`t.${column}`)} = ${value}`)],
      sql` and `,
    );
    const { rows } = await server.withActor(admin.actor, (tx) =>
      sql<SalesTotals & { readonly key: string }>`
        select ${sql.raw(by)} as key,
          coalesce(sum(e.amount) filter (where e.amount > 0 and t.kind = 'PAYMENT'), 0)::bigint -
            coalesce(sum(e.amount) filter (where e.amount > 0 and t.kind = 'REVERSAL'), 0)::bigint as "grossAmount",
          coalesce(sum(e.amount) filter (where e.amount > 0 and t.kind = 'REFUND'), 0)::bigint as "refundAmount",
          coalesce(-sum(e.amount) filter (where e.account in ('SALES_SUPPLY', 'SALES_VAT', 'SALES_TAX_FREE')),
            0)::bigint as "netAmount",
          coalesce(-sum(e.amount) filter (where e.account = 'SALES_SUPPLY'), 0)::bigint as "supplyAmount",
          coalesce(-sum(e.amount) filter (where e.account = 'SALES_VAT'), 0)::bigint as "vatAmount",
          coalesce(-sum(e.amount) filter (where e.account = 'SALES_TAX_FREE'), 0)::bigint as "taxFreeAmount",
          (count(distinct t.id) filter (where t.kind = 'PAYMENT') - count(distinct t.id) filter
            (where t.kind = 'REVERSAL'))::integer as "paymentCount",
          (count(distinct t.id) filter (where t.kind = 'REFUND'))::integer as "refundCount"
        from ledger_entries e join ledger_transactions t on t.store_id = e.store_id and t.id = e.transaction_id
        where t.store_id = ${storeId} and t.business_date between ${from}::date and ${to}::date
          and t.kind in ('PAYMENT', 'REFUND', 'REVERSAL') and ${narrowed} group by 1`.execute(tx),
    );
    return new Map(rows.map(({ key, ...figures }) => [key, figures]));
  };
  const read = async ({
    from,
    to,
    narrowing = {},
  }: {
    readonly from: string;
    readonly to: string;
    readonly narrowing?: Narrowing;
  }): Promise<Sales> =>
    readSales.reply.parse(
      (
        await admin.call(
          'GET',
          `/playroom/sales?${new URLSearchParams({ from, to, storeId, ...narrowing }).toString()}`,
        )
      ).body,
    );

  it.each(CASES)('shows the sums of the ledger entries: $from to $to of $narrowing', async (period) => {
    const sales = await read(period);
    expect(sales.totals).toEqual((await work(`'all'::text`, period)).get('all'));
    expect(sales.totals.paymentCount).toBeGreaterThan(period.narrowing['method'] === undefined ? 100 : 10);
    expect(sales.totals.refundCount).toBeGreaterThan(0);
    const days = await work('t.business_date::text', period);
    expect(days.size).toBeGreaterThan(period.narrowing['method'] === undefined ? 20 : 5);
    expect(sales.days).toHaveLength(period.days);
    for (const it of sales.days) expect([it.date, figuresOf(it)]).toEqual([it.date, days.get(it.date) ?? NOTHING]);
    const groups: [string, [string | null, SalesTotals][]][] = [
      ['t.room_id::text', sales.rooms.map((it) => [it.roomId, figuresOf(it)])],
      ['t.store_id::text', sales.stores.map((it) => [it.storeId, figuresOf(it)])],
      ['t.method', sales.methods.map((it) => [it.method, figuresOf(it)])],
      ['t.channel', sales.channels.map((it) => [it.channel, figuresOf(it)])],
    ];
    for (const [by, lines] of groups) expect(new Map(lines)).toEqual(await work(by, period));
    const hours = await work(
      `extract(dow from t.business_date) || ' ' || extract(hour from t.occurred_at at time zone 'Asia/Seoul')`,
      period,
    );
    expect(new Map(sales.hours.map((it) => [`${it.weekday} ${it.hour}`, [it.netAmount, it.count]]))).toEqual(
      new Map([...hours].map(([key, it]) => [key, [it.netAmount, it.paymentCount]])),
    );
  });

  it('shows the sums of the payments and refunds of the month', async () => {
    const { rows } = await server.withActor(admin.actor, (tx) =>
      sql<{ paid: number; vat: number; refunded: number }>`
        select (select sum(amount) from payments where store_id = ${storeId}
          and business_date between ${FROM}::date and ${TO}::date and reversed_at is null)::bigint as paid,
          (select sum(vat_amount) from payments where store_id = ${storeId}
            and business_date between ${FROM}::date and ${TO}::date and reversed_at is null)::bigint
            - (select sum(f.vat_amount) from payment_refunds f join ledger_transactions t on t.store_id = f.store_id
              and t.refund_id = f.id
               where f.store_id = ${storeId} and t.business_date between ${FROM}::date and ${TO}::date)::bigint as vat,
          (select sum(f.amount) from payment_refunds f join ledger_transactions t on t.store_id = f.store_id
            and t.refund_id = f.id
           where f.store_id = ${storeId} and t.business_date between ${FROM}::date and ${TO}::date)::bigint
             as refunded`.execute(tx),
    );
    const { totals } = await read({ from: FROM, to: TO });
    expect({ paid: totals.grossAmount, vat: totals.vatAmount, refunded: totals.refundAmount }).toEqual(rows[0]);
  });

  it('exports each ledger transaction as a line: four months of all stores, many pages', async () => {
    const { rows } = await server.withActor(admin.actor, (tx) =>
      sql<{ line: string }>`
        select concat_ws(',', to_char(t.occurred_at at time zone 'Asia/Seoul', 'YYYY-MM-DD HH24:MI'), t.business_date,
          s.name, r.name, b.code,
          case t.kind when 'PAYMENT' then 'Payment' when 'REFUND' then 'Refund' else 'Reversal' end,
          case t.method when 'CARD' then 'Card' when 'CASH' then 'Cash' when 'TRANSFER' then 'Bank transfer'
            else 'On site' end, 'Recorded manually',
          case t.channel when 'STAFF' then 'Staff' when 'WALK_IN' then 'Walk-in' else 'Channel' end,
          x.amount, x.supply, x.vat, x.tax_free) as line
        from ledger_transactions t join stores s on s.id = t.store_id join rooms r on r.store_id = t.store_id
          and r.id = t.room_id
        join reservations b on b.store_id = t.store_id and b.id = t.reservation_id
        cross join lateral (
          select -sum(e.amount) as amount, -sum(case e.account when 'SALES_SUPPLY' then e.amount else 0 end) as supply,
            -sum(case e.account when 'SALES_VAT' then e.amount else 0 end) as vat,
              -sum(case e.account when 'SALES_TAX_FREE' then e.amount else 0 end) as tax_free
          from ledger_entries e where e.store_id = t.store_id and e.transaction_id = t.id and e.account like 'SALES%')
            as x
        where t.business_date between '2026-08-01' and '2026-11-30' order by t.business_date desc, t.id desc`.execute(
        tx,
      ),
    );
    expect(rows.length).toBeGreaterThan(2000);
    const response = await fetch(
      `${server.url}/api/v2/playroom/sales/export?from=2026-08-01&to=2026-11-30&format=csv&lng=en`,
      { headers: { authorization: `Bearer ${admin.token}` } },
    );
    expect((await response.text()).trimEnd().split('\r\n').slice(1)).toEqual(rows.map((row) => row.line));
  });

  it('agrees with the stored sums of every store, to the won', async () => {
    expect(await server.withActor(admin.actor, salesFaults)).toEqual([]);
  });
});
