/** @module-tag engines */
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor, type Tx } from '../../db/index.ts';
import {
  connectOwner,
  fakeClock,
  openBookingDesk,
  startTestServer,
  until,
  type BookingDesk,
  type TestServer,
} from '../../testing/index.ts';
import { selectPaymentForUpdate } from '../payments/index.ts';
import { changeReservation, selectReservationForUpdate } from './stay/change.ts';
import { SERVER_ACTOR } from './stay/history.ts';

describe('a row that another transaction has locked', () => {
  let server: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock: fakeClock(new Date('2026-11-21T06:00:00Z')) });
    desk = await openBookingDesk(server);
  });
  afterAll(() => server.close());

  /** Begins `second` while `first` holds its locks, and commits the first once the second waits for them. */
  async function overlap<Result>(first: (tx: Tx) => Promise<void>, second: (tx: Tx) => Promise<Result>) {
    const actor = storeActor(desk.shop.productId, desk.storeId);
    let commit = () => {};
    const mayCommit = new Promise<void>((resolve) => (commit = resolve));
    let isLocked = false;
    const ended = server.withActor(actor, async (tx) => {
      await first(tx);
      isLocked = true;
      await mayCommit;
    });
    await until('the first transaction has its locks', async () => isLocked);
    const result = server.withActor(actor, second);
    const owner = await connectOwner(server.databaseUrl);
    try {
      await until('the second transaction waits', async () => {
        const { rows } = await owner.query<{ waits: boolean }>(
          `select exists (select from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock') as waits`,
        );
        return rows[0]?.waits === true;
      });
    } finally {
      await owner.end();
      commit();
    }
    await ended;
    return result;
  }

  it('is read with the history that the other transaction has added', async () => {
    const { id } = await desk.createReservation();
    const kinds = await overlap(
      async (tx) => {
        const record = await selectReservationForUpdate(tx, String(id));
        await changeReservation(tx, server.clock, record, { kind: 'EDITED', by: SERVER_ACTOR, set: { memo: 'first' } });
      },
      async (tx) => {
        const { row, history } = await selectReservationForUpdate(tx, String(id));
        expect(row.memo).toBe('first');
        return history.map(({ kind }) => kind);
      },
    );
    expect(kinds).toEqual(['CREATED', 'EDITED']);
  });

  it('is read with the refunds that the other transaction has added', async () => {
    const { id: reservationId } = await desk.createReservation(desk.time(5));
    const payment = { reservationId, method: 'CASH', amount: 20_000 };
    const { body: paid } = await desk.admin.call('POST', `/${desk.shop.slug}/payment`, payment);
    const paymentId = String(paid['id']);
    const refunds = await overlap(
      async (tx) => {
        await selectPaymentForUpdate(tx, paymentId);
        await tx
          .insertInto('payment_refunds')
          .values({
            product_id: desk.shop.productId,
            store_id: desk.storeId,
            id: uuidv7(),
            payment_id: paymentId,
            amount: 5000,
            supply_amount: 4545,
            vat_amount: 455,
            tax_free_amount: 0,
            reason: 'test',
            state: 'OWED',
            at: server.clock.now(),
            made_by: null,
            made_by_name: 'test',
            provider_key: null,
          })
          .execute();
      },
      async (tx) => (await selectPaymentForUpdate(tx, paymentId)).refunds,
    );
    expect(refunds.map(({ amount }) => amount)).toEqual([5000]);
  });
});
