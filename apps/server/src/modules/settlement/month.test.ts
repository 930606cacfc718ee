// @sweep 1/8 (decision 086)
import { settlement as settlementShape } from '@munjigi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../db/index.ts';
import { seedDemo } from '../../demo/seed.ts';
import { queryDatabase } from '../../testing/database.ts';
import { fakeClock, startTestServer, type Caller, type TestServer } from '../../testing/index.ts';

/**
 * Compares the settlement of a month of a demo store, with 40 % of the reservations from a channel that collects their
 * money (CH-2), with plain SQL on its payments and refunds. The SQL uses no code of the product, none of its sums, and
 * nothing that the period holds.
 */
describe('the settlement of a month of a demo store (SL-4)', () => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ clock: fakeClock() });
    await seedDemo(server.app.db, server.clock, { channelShare: 0.4 });
    // Without statistics PostgreSQL uses nested loops to join the payments, which takes up to a minute.
    await queryDatabase(server.databaseUrl, 'analyze');
    const { id } = await server.withActor(SYSTEM, (tx) =>
      tx.selectFrom('products').select('id').where('slug', '=', 'playroom').executeTakeFirstOrThrow(),
    );
    admin = await server.signIn({ productId: id, slug: 'playroom', stores: [] }, ['ADMIN']);
  }, 120_000);
  afterAll(() => server.close());

  it.each([
    ['2026-09-01', '2026-09-30'],
    ['2026-10-01', '2026-10-31'],
    ['2026-11-01', '2026-11-30'],
  ])('from %s to %s equals the sums of its payments, line by line', async (from, to) => {
    const stores = (await admin.call('GET', '/playroom/store')).body['items'] ?? [];
    expect(stores).toHaveLength(3);
    for (const { id: storeId } of stores) {
      const found = (await admin.call('GET', `/playroom/settlement?storeId=${storeId}`)).body['items'] ?? [];
      const item = found.find((it) => it['startsOn'] === from);
      const statement = settlementShape.parse((await admin.call('GET', `/playroom/settlement/${item?.['id']}`)).body);
      expect([statement.startsOn, statement.endsOn]).toEqual([from, to]);
      const {
        rows: [own],
      } = await server.withActor(admin.actor, (tx) =>
        sql<Record<string, number>>`
          with paid as (select * from payments where store_id = ${storeId}
            and business_date between ${from}::date and ${to}::date and reversed_at is null),
          refunded as (
            select f.*, p.method, p.provider, p.amount as paid from payment_refunds f join payments p
              on p.store_id = f.store_id and p.id = f.payment_id
            where f.store_id = ${storeId} and f.state = 'DONE'
              and ((f.at at time zone 'Asia/Seoul') - interval '6 hours')::date between ${from}::date and ${to}::date)
          select (select coalesce(sum(amount), 0) from paid)::bigint as gross,
            (select coalesce(sum(supply_amount), 0) from paid)::bigint as gross_supply,
            (select coalesce(sum(vat_amount), 0) from paid)::bigint as gross_vat,
              (select count(*) from paid)::bigint as payments,
            (select coalesce(sum(amount), 0) from refunded)::bigint as refund,
              (select coalesce(sum(supply_amount), 0) from refunded)::bigint as refund_supply,
            (select coalesce(sum(vat_amount), 0) from refunded)::bigint as refund_vat,
              (select count(*) from refunded)::bigint as refunds,
            (select count(*) from paid where provider = 'CHANNEL')::bigint as channel_payments,
            -- The channel keeps 12 %, and a tenth of VAT on top, both rounded down; a refund returns its part.
            ((select coalesce(sum(amount * 12 / 100), 0) from paid where provider = 'CHANNEL')
              - (select coalesce(sum(paid * 12 / 100 * amount / paid), 0) from refunded
                where provider = 'CHANNEL'))::bigint as commission,
            ((select coalesce(sum(amount * 12 / 100 / 10), 0) from paid where provider = 'CHANNEL')
              - (select coalesce(sum(paid * 12 / 100 / 10 * amount / paid), 0) from refunded
                where provider = 'CHANNEL'))::bigint as commission_vat,
            ((select coalesce(sum(amount), 0) from paid where provider = 'CHANNEL') -
              (select coalesce(sum(amount), 0) from refunded where provider = 'CHANNEL'))::bigint as at_channel,
            ((select coalesce(sum(amount), 0) from paid where method = 'TRANSFER') -
              (select coalesce(sum(amount), 0) from refunded where method = 'TRANSFER'))::bigint
              as transferred`.execute(tx),
      );
      if (!own) throw new Error('A sum without a row');
      const of = (name: string) => own[name] ?? Number.NaN;
      const net = of('gross') - of('refund');
      const royalty = Math.floor((net * 5) / 100);
      const royaltyVat = Math.floor(royalty / 10);
      const commission = of('commission') + of('commission_vat');
      const adjusted = ['ADJUSTMENT', 0, 0, of('transferred'), of('transferred'), 1];
      expect(
        statement.lines.map((it) => [
          it.kind,
          it.supplyAmount,
          it.vatAmount,
          it.taxFreeAmount,
          it.amount,
          it.kind === 'RECEIVED_AT_STORE' ? 0 : it.count,
        ]),
      ).toEqual([
        ['GROSS', of('gross_supply'), of('gross_vat'), 0, of('gross'), of('payments')],
        ['REFUND', 0 - of('refund_supply'), 0 - of('refund_vat'), 0, 0 - of('refund'), of('refunds')],
        ['COMMISSION', -of('commission'), -of('commission_vat'), 0, -commission, expect.any(Number)],
        ['ROYALTY', -royalty, -royaltyVat, 0, -royalty - royaltyVat, 0],
        adjusted,
        ['RECEIVED_AT_STORE', 0, 0, of('at_channel') - net, of('at_channel') - net, 0],
        ['CARRY_OVER', 0, 0, 0, 0, 0],
      ]);
      expect(of('payments')).toBeGreaterThan(100);
      expect(of('refunds')).toBeGreaterThan(0);
      expect(of('channel_payments') / of('payments')).toBeGreaterThan(0.35);
      const balance = of('at_channel') - commission + of('transferred') - royalty - royaltyVat;
      expect(statement.figures).toMatchObject({
        netAmount: net,
        royaltyAmount: royalty + royaltyVat,
        payoutAmount: Math.max(0, balance),
        carriedForwardAmount: Math.min(0, balance),
      });
    }
  });
});
