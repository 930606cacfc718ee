/** @module-tag engines */
// @sweep 1/12 (decision 086)
import { readFile } from 'node:fs/promises';
import { readSales } from '@munjigi/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import { seededRandom } from '../../demo/random.ts';
import {
  fakeClock,
  HOUR_MS,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  type TestServer,
} from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { salesFaults } from '../../testing/faults/sales-faults.ts';
import { SEEDS } from '../../testing/seeds.ts';

const METHODS = ['CASH', 'TRANSFER', 'CARD', 'ON_SITE'] as const;
const CHANNELS = ['STAFF', 'WALK_IN'] as const;
/** Combinations of each method or none with each channel or none. */
const NARROWINGS = [undefined, ...METHODS].flatMap((method) =>
  [undefined, ...CHANNELS].map((channel) => ({ method, channel })),
);

/** The sums of sales equal the ledger after any payments, refunds and reversals at two processes (SL-3). */
describe('the sums of sales', () => {
  const clock = fakeClock(new Date('2026-11-01T03:00:00Z'));
  let one: TestServer;
  let two: TestServer;
  beforeAll(async () => {
    one = await startTestServer({ clock });
    two = await startTestServer({ clock, beside: one });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  it.each(SEEDS)(
    'equal the ledger after random operations at two processes (seed %d)',
    { timeout: 120_000 },
    async (seed) => {
      const desk = await openBookingDesk(one, { rooms: 3 });
      const reservations: string[] = [];
      for (const [nth, roomId] of desk.roomIds.entries())
        reservations.push(
          String((await desk.createReservation({ roomId, channel: CHANNELS[nth % CHANNELS.length] }))['id']),
        );
      const done = { paid: 0, refunded: 0, reversed: 0, refused: 0 };
      const path = `/${desk.shop.slug}/payment`;
      const work = async (number: number) => {
        const random = seededRandom(100 * seed + number);
        const below = (end: number) => random.int(0, end - 1);
        const call = (number % 2 ? one : two).caller(desk.admin.token);
        for (let step = 0; step < 25; step += 1) {
          // All workers advance the clock, through nights and past midnight.
          clock.advance(below(6) * 30 * MINUTE_MS);
          const reservationId = reservations[below(reservations.length)] ?? '';
          const { body: ledger } = await call('GET', `${path}?reservationId=${reservationId}&limit=200`);
          const payment = ledger['items']?.[below(ledger['items'].length + 2)];
          const amount = 1 + below(below(3) === 0 ? 30 : 30_000);
          const back = { version: payment?.['version'], reason: 'seeded' };
          const [verb, answer] =
            payment === undefined
              ? ([
                  'paid',
                  await call('POST', path, {
                    reservationId,
                    method: METHODS[below(METHODS.length)],
                    amount,
                    taxFreeAmount: below(4) === 0 ? below(amount) : 0,
                    mayExceedDue: true,
                  }),
                ] as const)
              : below(3) === 0
                ? (['reversed', await call('POST', `${path}/${payment['id']}/reverse`, back)] as const)
                : ([
                    'refunded',
                    await call('POST', `${path}/${payment['id']}/refund`, below(4) === 0 ? back : { ...back, amount }),
                  ] as const);
          expect([200, 409]).toContain(answer.status);
          done[answer.status === 200 ? verb : 'refused'] += 1;
        }
      };
      await Promise.all([1, 2, 3, 4].map(work));
      for (const [verb, times] of Object.entries(done)) expect([verb, times > 0]).toEqual([verb, true]);
      expect(await one.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
      expect(await one.withActor(desk.admin.actor, salesFaults)).toEqual([]);
      // The paid amounts of the reservations sum to the net amount of the screen.
      const paid = await one.withActor(desk.admin.actor, (tx) =>
        tx.selectFrom('reservations').select('paid_amount').execute(),
      );
      const screen = async (query: Readonly<Record<string, string>>) =>
        readSales.reply.parse(
          (
            await desk.admin.call(
              'GET',
              `/${desk.shop.slug}/sales?${new URLSearchParams({ from: '2026-10-30', to: '2027-10-30', ...query }).toString()}`,
            )
          ).body,
        );
      expect((await screen({})).totals.netAmount).toBe(paid.reduce((sum, it) => sum + it.paid_amount, 0));
      // With every filter, the totals and every split equal the ledger.
      for (const { method, channel } of NARROWINGS) {
        const {
          rows: [ledger],
        } = await one.withActor(desk.admin.actor, (tx) =>
          sql<{ net: number; payments: number }>`
          select coalesce(-sum(e.amount), 0)::bigint as net,
            (count(distinct t.id) filter (where t.kind = 'PAYMENT') - count(distinct t.id) filter
            (where t.kind = 'REVERSAL'))::integer as payments
          from ledger_transactions t join ledger_entries e on e.store_id = t.store_id and e.transaction_id = t.id
          where e.account like 'SALES%' and (${method ?? null}::text is null or t.method = ${method ?? null})
            and (${channel ?? null}::text is null or t.channel = ${channel ?? null})`.execute(tx),
        );
        const sales = await screen({
          ...(method !== undefined && { method }),
          ...(channel !== undefined && { channel }),
        });
        expect([method, channel, sales.totals.netAmount, sales.totals.paymentCount]).toEqual([
          method,
          channel,
          ledger?.net,
          ledger?.payments,
        ]);
        const splits = [sales.days, sales.hours, sales.rooms, sales.stores, sales.methods, sales.channels];
        expect(splits.map((rows) => rows.map((row) => row.netAmount).reduce((sum, it) => sum + it, 0))).toEqual(
          splits.map(() => ledger?.net),
        );
      }
    },
  );

  it('are the same when a migration fills them from an existing ledger', async () => {
    const desk = await openBookingDesk(one);
    const guest = await desk.createReservation();
    const path = `/${desk.shop.slug}/payment`;
    for (const method of ['CASH', 'CARD']) {
      const { body } = await desk.admin.call('POST', path, { reservationId: guest['id'], method, amount: 3000 });
      await desk.admin.call('POST', `${path}/${body['id']}/refund`, {
        version: body['version'],
        amount: 777,
        reason: 'test',
      });
      clock.advance(HOUR_MS);
    }
    const client = new pg.Client({ connectionString: one.databaseUrl });
    await client.connect();
    try {
      for (const [table, name] of [
        ['sales_hours', '0020-sales'],
        ['sales_sums', '0026-sums-above-hours'],
        ['sales_sums_narrowed', '0028-narrowed-sums'],
      ] as const) {
        const migration = await readFile(new URL(`../../db/migrations/${name}.sql`, import.meta.url), 'utf8');
        const fill =
          /^(?:alter table \w+ no force row level security;\n)+insert into[\s\S]*?(?=^select protect_store_table)/m.exec(
            migration,
          )?.[0];
        if (!fill) throw new Error(`${name} fills no table`);
        await client.query('begin');
        await client.query(`alter table ${table} no force row level security, disable trigger user`);
        const rows = async () =>
          (await client.query<{ row: string }>(`select row_to_json(s)::text as row from ${table} s order by 1`)).rows;
        const kept = await rows();
        expect(kept.length).toBeGreaterThan(1);
        await client.query(`delete from ${table}`);
        expect(await rows()).toEqual([]);
        await client.query(fill);
        expect(await rows()).toEqual(kept);
        await client.query('rollback');
      }
    } finally {
      await client.end();
    }
  });

  it('reject direct writes with 42501', async () => {
    const desk = await openBookingDesk(one);
    await desk.admin.call('POST', `/${desk.shop.slug}/payment`, {
      reservationId: (await desk.createReservation())['id'],
      method: 'CASH',
      amount: 3000,
    });
    const inStore = storeActor(desk.shop.productId, desk.storeId);
    const attempts = ['sales_hours', 'sales_sums', 'sales_sums_narrowed'].flatMap((it) => [
      `update ${it} set gross_amount = gross_amount`,
      `insert into ${it} select * from ${it}`,
      `delete from ${it}`,
      `truncate ${it}`,
    ]);
    for (const statement of attempts) {
      for (const actor of [desk.admin.actor, inStore]) {
        await expect(
          one.withActor(actor, (tx) => sql.raw(statement).execute(tx)),
          statement,
        ).rejects.toMatchObject({ code: '42501' });
      }
      const client = new pg.Client({ connectionString: one.databaseUrl });
      await client.connect();
      await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' });
      await client.end();
    }
  });
});
