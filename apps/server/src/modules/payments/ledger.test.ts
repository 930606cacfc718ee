/** @module-tag engines */
import type { Selectable } from 'kysely';
import type { DatabaseError } from 'pg';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor, type Tables, type Tx } from '../../db/index.ts';
import {
  fakeClock,
  fillStore,
  openBookingDesk,
  startTestServer,
  type BookingDesk,
  type StoreContents,
  type TestServer,
} from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { SEEDS } from '../../testing/seeds.ts';

/** All database roles of the product: the login (null) and the two roles that it assumes. */
const ROLES = [null, 'munjigi_app', 'munjigi_system'] as const;

type RefundState = Selectable<Tables['payment_refunds']>['state'];

describe('the ledger in the database (SL-3)', () => {
  let server: TestServer;
  let desk: BookingDesk;
  let filled: StoreContents;
  let client: pg.Client;
  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBookingDesk(server, { rooms: 3 });
    const [store] = desk.shop.stores;
    if (!store) throw new Error('no store');
    filled = await fillStore(server, desk.shop, store);
    client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await server.close();
  });

  const inStore = () => ({ product_id: desk.shop.productId, store_id: desk.storeId });
  const work = <T>(what: (tx: Tx) => Promise<T>) =>
    server.withActor(storeActor(desk.shop.productId, desk.storeId), what);
  const add = async (tx: Tx, amounts: readonly number[]) => {
    const id = uuidv7();
    await tx
      .insertInto('ledger_transactions')
      .values({
        ...inStore(),
        id,
        kind: 'PAYMENT',
        payment_id: null,
        refund_id: null,
        reverses_id: null,
        reservation_id: null,
        room_id: null,
        method: null,
        provider: null,
        channel: null,
        occurred_at: new Date(),
        business_date: '2026-11-21',
      })
      .execute();
    if (amounts.length > 0)
      await tx
        .insertInto('ledger_entries')
        .values(amounts.map((amount, line) => entry(id, line + 1, amount)))
        .execute();
    return id;
  };
  const entry = (id: string, line: number, amount: number) => ({
    ...inStore(),
    transaction_id: id,
    line,
    account: 'MONEY_AT_STORE' as const,
    amount,
  });

  it.each([
    ['no line', []],
    ['one line', [5]],
    ['lines that do not sum to zero', [5, -4]],
    ['a line of nothing', [0, 0]],
    ['a line beyond all reason', [2_000_000_000_000, -2_000_000_000_000]],
  ])('rejects a transaction with %s', async (_name, amounts) => {
    await expect(work((tx) => add(tx, amounts))).rejects.toMatchObject({ code: '23514' });
  });

  it('checks the sum at commit and rejects lines that are added later', async () => {
    const id = await work(async (tx) => {
      const created = await add(tx, [5, -4]);
      await tx
        .insertInto('ledger_entries')
        .values(entry(created, 3, -1))
        .execute();
      return created;
    });
    for (const late of [[entry(id, 4, 7)], [entry(id, 4, 7), entry(id, 5, -7)]]) {
      await expect(work((tx) => tx.insertInto('ledger_entries').values(late).execute())).rejects.toMatchObject({
        code: '23514',
      });
    }
  });

  /** Runs a statement as a role that sees the row, and rolls it back. Returns the error code or the number of rows. */
  async function attempt(role: string | null, statement: string): Promise<string | number> {
    await client.query('begin');
    try {
      await client.query("select set_config('app.product_id', $1, true), set_config('app.store_ids', $2, true)", [
        desk.shop.productId,
        `{${desk.storeId}}`,
      ]);
      if (role !== null) await client.query(`set local role ${role}`);
      return (await client.query(statement)).rowCount ?? 0;
    } catch (error) {
      return (error as DatabaseError).code ?? 'no code';
    } finally {
      await client.query('rollback');
    }
  }

  it.each(ROLES)('rejects updates, deletes and truncates with 42501: %s', async (role) => {
    const { rows } = await client.query<{ table: string; name: string }>(
      `select table_name as table, column_name as name from information_schema.columns where table_name in ('ledger_transactions', 'ledger_entries')`,
    );
    expect(rows.length).toBeGreaterThan(15);
    for (const { table, name } of rows) {
      expect(Number(await attempt(role, `select from ${table}`)), table).toBeGreaterThan(0);
      expect([name, await attempt(role, `update ${table} set ${name} = ${name}`)]).toEqual([name, '42501']);
    }
    for (const table of ['ledger_transactions', 'ledger_entries', 'payments', 'payment_refunds']) {
      for (const statement of [`delete from ${table}`, `truncate ${table} cascade`])
        expect([statement, await attempt(role, statement)]).toEqual([statement, '42501']);
    }
  });

  it.each(ROLES)('rejects updates of payment facts and illegal state changes: %s', async (role) => {
    const set = (what: string) => attempt(role, `update payments set ${what} where id = '${filled.paymentId}'`);
    for (const what of [
      'amount = 2, supply_amount = 2, vat_amount = 0',
      "provider = 'TOSS'",
      'refunded_amount = 5, refunded_supply_amount = 5',
      'id = gen_random_uuid()',
      'reservation_id = null',
    ]) {
      expect([what, await set(what)]).toEqual([what, '42501']);
    }
    for (const state of ['READY', 'ABORTED', 'EXPIRED'])
      expect([state, await set(`state = '${state}'`)]).toEqual([state, '23514']);
    // These changes are legal, because a bank can take a deposit back.
    for (const state of ['WAITING_FOR_DEPOSIT', 'PARTIAL_CANCELED', 'CANCELED'])
      expect([state, await set(`state = '${state}'`)]).toEqual([state, 1]);
  });

  const refund = (tx: Tx, amount: number, state: RefundState = 'DONE', id = uuidv7()) =>
    tx
      .insertInto('payment_refunds')
      .values({
        ...inStore(),
        id,
        payment_id: filled.paymentId,
        amount,
        supply_amount: amount,
        vat_amount: 0,
        tax_free_amount: 0,
        reason: 'test',
        state,
        at: new Date(),
        made_by: null,
        made_by_name: 'test',
      })
      .execute();
  const refunded = () =>
    work((tx) =>
      tx.selectFrom('payments').select('refunded_amount').where('id', '=', filled.paymentId).executeTakeFirstOrThrow(),
    );

  it('rejects concurrent refunds beyond the paid amount', async () => {
    const before = (await refunded()).refunded_amount;
    // The payment is 10,000 won with a supply value of 9,091 won.
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => work((tx) => refund(tx, 2000))));
    expect(outcomes.filter((it) => it.status === 'fulfilled')).toHaveLength(4);
    for (const it of outcomes) if (it.status === 'rejected') expect(it.reason).toMatchObject({ code: '23514' });
    expect((await refunded()).refunded_amount).toBe(before + 8000);
    // The refunds have no ledger lines, and the check of the ledger reports that.
    expect(await work(ledgerFaults)).toContain(`paid is not what the ledger received: ${filled.paymentId}`);
  });

  it('counts a refund in refunded_amount from its request until it fails', async () => {
    const before = (await refunded()).refunded_amount;
    const id = uuidv7();
    await work((tx) => refund(tx, 500, 'REQUESTED', id));
    expect((await refunded()).refunded_amount).toBe(before + 500);
    const become = (state: RefundState) =>
      work((tx) => tx.updateTable('payment_refunds').set({ state }).where('id', '=', id).execute());
    await become('FAILED');
    expect((await refunded()).refunded_amount).toBe(before);
    await expect(become('DONE')).rejects.toMatchObject({ code: '42501' });
    await expect(
      work((tx) =>
        tx.updateTable('payment_refunds').set({ amount: 1, supply_amount: 1 }).where('id', '=', id).execute(),
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

/** A seeded pseudo-random generator, so that every run makes the same steps. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

describe('any sequence of payments, refunds and reversals', () => {
  it.each(SEEDS)('keeps the ledger consistent under every grouping (seed %d)', { timeout: 120_000 }, async (seed) => {
    const server = await startTestServer({ clock: fakeClock() });
    try {
      const next = seeded(seed);
      const desk = await openBookingDesk(server, { rooms: 4 });
      const reservations = [];
      for (const roomId of desk.roomIds)
        reservations.push(await desk.createReservation({ roomId, state: next(2) ? 'PENDING' : 'CONFIRMED' }));
      const path = `/${desk.shop.slug}/payment`;
      const counts: Record<string, number> = {};
      for (let step = 0; step < 60; step += 1) {
        const reservationId = reservations[next(reservations.length)]?.['id'];
        const { body: ledger } = await desk.admin.call('GET', `${path}?reservationId=${reservationId}&limit=200`);
        const payment = ledger['items']?.[next(ledger['items'].length + 1)];
        const method = ['CASH', 'TRANSFER', 'CARD', 'ON_SITE'][next(4)];
        const amount = 1 + next(next(3) === 0 ? 30 : 30_000);
        const back = { version: payment?.['version'], reason: 'seeded' };
        const answer =
          payment === undefined
            ? await desk.admin.call('POST', path, {
                reservationId,
                method,
                amount,
                taxFreeAmount: next(4) === 0 ? next(amount) : 0,
                mayExceedDue: next(2) === 0,
              })
            : next(4) === 0
              ? await desk.admin.call('POST', `${path}/${payment['id']}/reverse`, back)
              : await desk.admin.call(
                  'POST',
                  `${path}/${payment['id']}/refund`,
                  next(5) === 0 ? back : { ...back, amount },
                );
        const what = `${payment === undefined ? 'payment' : 'back'} ${answer.status}`;
        counts[what] = (counts[what] ?? 0) + 1;
        expect([200, 409]).toContain(answer.status);
      }
      // Each kind of outcome occurred.
      for (const what of ['payment 200', 'back 200', 'back 409'])
        expect([what, (counts[what] ?? 0) > 0]).toEqual([what, true]);
      expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
      const sums = async (by: 'room_id' | 'method' | 'business_date' | 'channel' | 'kind') => {
        const rows = await server.withActor(desk.admin.actor, (tx) =>
          tx
            .selectFrom('ledger_transactions as t')
            .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
            .where('e.account', 'in', ['SALES_SUPPLY', 'SALES_VAT', 'SALES_TAX_FREE'])
            .select(({ fn }) => [`t.${by} as key`, fn.sum<string>('e.amount').as('total')])
            .groupBy(`t.${by}`)
            .execute(),
        );
        return rows.reduce((sum, { total }) => sum - Number(total), 0);
      };
      const paid = await Promise.all(reservations.map(async (it) => Number((await desk.read(it))['paidAmount'])));
      const total = paid.reduce((sum, amount) => sum + amount, 0);
      expect(Math.min(...paid)).toBeGreaterThanOrEqual(0);
      for (const by of ['room_id', 'method', 'business_date', 'channel', 'kind'] as const)
        expect([by, await sums(by)]).toEqual([by, total]);
    } finally {
      await server.close();
    }
  });
});
