/** @module-tag engines */
// @sweep 1/12 (decision 086)
import { settlement as settlementShape } from '@munjigi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import { seededRandom } from '../../demo/random.ts';
import { fakeClock, HOUR_MS, openBookingDesk, startTestServer, type TestServer } from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { payAtProvider } from '../../testing/provider-payments.ts';
import { salesFaults } from '../../testing/faults/sales-faults.ts';
import { SEEDS } from '../../testing/seeds.ts';

/**
 * Payments, refunds, adjustments and closings run concurrently at two processes: closed periods stay unchanged, and
 * nothing is lost or counted twice (SL-4).
 */
describe('settlement under concurrent payments', () => {
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
    'keeps closed periods and the ledger exact to the won (seed %d)',
    { timeout: 120_000 },
    async (seed) => {
      const desk = await openBookingDesk(one, { rooms: 2 });
      const reservationId = String((await desk.createReservation())['id']);
      const slug = desk.shop.slug;
      const terms = {
        storeId: desk.storeId,
        validFrom: '2026-10-25',
        royaltyRate: 777,
        royaltyBase: 'NET_OF_REFUND',
        royaltyVat: 'EXCLUSIVE',
        cycle: 'WEEKLY',
        payAfterBankDays: 2,
      };
      expect((await desk.admin.call('POST', `/${slug}/settlement/terms`, terms)).status).toBe(200);
      const closings = new Map<string, unknown>();
      const work = async (number: number) => {
        const random = seededRandom(1000 * seed + number);
        const below = (end: number) => random.int(0, end - 1);
        const call = (number % 2 ? one : two).caller(desk.admin.token);
        for (let step = 0; step < 20; step += 1) {
          clock.advance(below(4) * 6 * HOUR_MS);
          const [open] =
            (await call('GET', `/${slug}/settlement?storeId=${desk.storeId}&state=OPEN`)).body['items'] ?? [];
          const id = String(open?.['id']);
          const { body: ledger } = await call('GET', `/${slug}/payment?reservationId=${reservationId}&limit=200`);
          const payment = ledger['items']?.[below(ledger['items'].length + 3)];
          const what = below(6);
          if (what < 2) {
            const { status } = await call('POST', `/${slug}/payment`, {
              reservationId,
              method: 'CASH',
              amount: 1 + below(90_000),
              mayExceedDue: true,
            });
            expect(status).toBe(200);
          } else if (what === 2) {
            await payAtProvider(one, desk, { reservationId, amount: 1 + below(90_000), feeRate: 2530 });
          } else if (what === 3 && payment) {
            const { status } = await call('POST', `/${slug}/payment/${payment['id']}/refund`, {
              version: payment['version'],
              amount: 1 + below(5000),
              reason: 'seeded',
            });
            expect([200, 409, 422]).toContain(status);
          } else if (what === 4) {
            const { status } = await call('POST', `/${slug}/settlement/${id}/adjustment`, {
              datedOn: open?.['startsOn'],
              amount: 1 + below(9000),
              reason: 'seeded',
            });
            expect([200, 409]).toContain(status);
          } else {
            const { body: draft } = await call('GET', `/${slug}/settlement/${id}`);
            const { status, body } = await call('POST', `/${slug}/settlement/${id}/close`, {
              payoutAmount: Number(draft['figures']?.['payoutAmount']),
            });
            expect([200, 409]).toContain(status);
            if (status === 200) closings.set(id, body);
          }
        }
      };
      await Promise.all([1, 2, 3, 4].map(work));
      expect(closings.size).toBeGreaterThan(1);
      for (const [id, body] of closings) {
        const now = settlementShape.parse((await desk.admin.call('GET', `/${slug}/settlement/${id}`)).body);
        // The pay date may have passed meanwhile.
        expect(now).toEqual({ ...settlementShape.parse(body), isOverdue: now.isOverdue });
      }
      const inStore = storeActor(desk.shop.productId, desk.storeId);
      expect(await one.withActor(inStore, ledgerFaults)).toEqual([]);
      expect(await one.withActor(inStore, salesFaults)).toEqual([]);
      // Computed with plain SQL: the figures of each closed period equal the sums of its transactions and of its
      // closing entries.
      const { rows } = await one.withActor(inStore, (tx) =>
        sql<{
          number: number;
          net: number;
          fee: number;
          held: number;
          payout: number;
          royalty: number;
          royalty_in_ledger: number;
          payout_in_ledger: number;
        }>`
        select s.number, s.gross_amount - s.refund_amount as net, s.fee_amount as fee, s.payout_amount as payout,
          s.royalty_amount as royalty,
          (select coalesce(-sum(e.amount) filter (where e.account like 'SALES%'), 0)::bigint from settlement_entries m
            join ledger_entries e on e.transaction_id = m.transaction_id where m.settlement_id = s.id) as held,
          (select coalesce(sum(e.amount) filter (where e.account like 'ROYALTY%'), 0)::bigint from ledger_transactions t
            join ledger_entries e on e.transaction_id = t.id where t.settlement_id = s.id) as royalty_in_ledger,
          (select coalesce(sum(e.amount) filter (where e.account = 'PAYOUT'), 0)::bigint from ledger_transactions t
            join ledger_entries e on e.transaction_id = t.id where t.settlement_id = s.id) as payout_in_ledger
        from settlements s where s.store_id = ${desk.storeId} and s.state <> 'OPEN' order by s.number`.execute(tx),
      );
      expect(rows.map((row) => row.number)).toEqual(rows.map((_, index) => index + 1));
      for (const row of rows)
        expect([row.number, row.net, row.royalty, row.payout]).toEqual([
          row.number,
          row.held,
          row.royalty_in_ledger,
          row.payout_in_ledger,
        ]);
    },
  );
});
