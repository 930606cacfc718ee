// @sweep 1/12 (decision 086)
import { SALES_KINDS } from '@munjigi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SYSTEM, type Tx } from '../../db/index.ts';
import { queryDatabase } from '../../testing/database.ts';
import { fakeClock, headOffice, startTestServer, type TestServer } from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { until } from '../../testing/until.ts';
import { addDemoDeposits } from '../deposits.ts';
import { seedDemo } from '../seed.ts';

let server: TestServer;
let productId: string;
beforeAll(async () => {
  server = await startTestServer({ clock: fakeClock(), config: { demo: true } });
  await seedDemo(server.app.db, server.clock);
  // Without statistics PostgreSQL uses nested loops to join the payments, which takes up to a minute.
  await queryDatabase(server.databaseUrl, 'analyze');
  productId = (
    await server.withActor(SYSTEM, (tx) =>
      tx.selectFrom('products').select('id').where('slug', '=', 'playroom').executeTakeFirstOrThrow(),
    )
  ).id;
}, 120_000);
afterAll(() => server.close());

const count = (tx: Tx, table: 'payments' | 'payment_refunds') =>
  tx
    .selectFrom(table)
    .select((it) => it.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
// All rows: only the demo writes to this product.
const readState = () =>
  server.withActor(headOffice(productId), async (tx) => ({
    faults: await ledgerFaults(tx),
    payments: (await count(tx, 'payments')).count,
    refunds: (await count(tx, 'payment_refunds')).count,
    transactions: (
      await tx
        .selectFrom('ledger_transactions')
        .select((it) => it.fn.countAll<number>().as('count'))
        .where('kind', 'in', SALES_KINDS)
        .executeTakeFirstOrThrow()
    ).count,
    settlements: await tx
      .selectFrom('settlements')
      .select(['store_id', 'number', 'state', 'payout_amount'])
      .orderBy('store_id')
      .orderBy('number')
      .execute(),
  }));

it('the demo seeds past payments and refunds that its ledger proves, once (RN-1, SL-3)', async () => {
  const first = await readState();
  expect(first.faults).toEqual([]);
  expect(first.payments).toBeGreaterThan(3000);
  expect(first.refunds).toBeGreaterThan(50);
  expect(first.transactions).toBe(first.payments + first.refunds);
  // Each store has months that are paid and the current one open; the last month of one store is not yet paid (SL-4).
  const states = new Map<string, string[]>();
  for (const it of first.settlements) states.set(it.store_id, [...(states.get(it.store_id) ?? []), it.state]);
  expect([...states.values()].map((of) => of.join()).toSorted()).toEqual([
    'PAID,PAID,CLOSED,OPEN',
    'PAID,PAID,PAID,OPEN',
    'PAID,PAID,PAID,OPEN',
  ]);
  expect(first.settlements.filter((it) => it.state !== 'OPEN' && (it.payout_amount ?? 0) <= 0)).toEqual([]);
  await seedDemo(server.app.db, server.clock);
  expect(await readState()).toEqual(first);
}, 120_000);

it('the demo seeds notifications of payments and refunds that exist, and none that needs a person (RN-1, NT-1)', async () => {
  // All rows: only the demo writes to this product.
  const notifications = () =>
    server.withActor(headOffice(productId), async (tx) => {
      const { rows } = await sql<{ store_id: string; kind: string; is_confirmed: boolean; is_real: boolean }>`
        select n.store_id, n.kind, n.confirmed_at is not null as is_confirmed, exists (
          select from payments p left join payment_refunds b on b.store_id = p.store_id and b.payment_id = p.id
          where p.store_id = n.store_id and p.reservation_id = n.reservation_id
            and case when n.kind = 'CANCELED' then b.amount = n.amount and b.at = n.created_at else p.amount = n.amount
              and p.paid_at = n.created_at end) as is_real
        from notifications n order by n.store_id, n.id`.execute(tx);
      return rows;
    });
  const first = await notifications();
  expect(new Set(first.map((row) => row.store_id)).size).toBe(3);
  expect(new Set(first.map((row) => row.kind))).toEqual(new Set(['PAID', 'DEPOSIT', 'CANCELED']));
  expect(first.filter((row) => !row.is_confirmed || !row.is_real)).toEqual([]);
  await seedDemo(server.app.db, server.clock);
  expect(await notifications()).toEqual(first);
}, 120_000);

// All rows: only the demo writes to this product.
const readDeposits = () =>
  server.withActor(headOffice(productId), async (tx) => ({
    waiting: (
      await tx
        .selectFrom('deposit_messages')
        .select((it) => it.fn.countAll<number>().as('count'))
        .where('outcome', 'is', null)
        .executeTakeFirstOrThrow()
    ).count,
    deposits: await tx.selectFrom('deposits').select(['store_id', 'state', 'withheld']).orderBy('id').execute(),
    faults: await ledgerFaults(tx),
  }));

it('the demo seeds transfers for each store once: some match automatically, and three are pending with candidates (RN-1, PY-3)', async () => {
  await addDemoDeposits(server.app, server.clock.now());
  const first = await until('every transfer of the demo is worked', async () => {
    const found = await readDeposits();
    return found.waiting === 0 && found;
  });
  expect(first.faults).toEqual([]);
  const states = new Map<string, string[]>();
  for (const it of first.deposits) states.set(it.store_id, [...(states.get(it.store_id) ?? []), it.state]);
  expect([...states.values()].map((of) => of.toSorted())).toEqual(
    [1, 2, 3].map(() => ['MATCHED_AUTO', 'MATCHED_AUTO', 'MATCHED_AUTO', 'SUGGESTED', 'SUGGESTED', 'SUGGESTED']),
  );
  expect(new Set(first.deposits.flatMap((it) => it.withheld))).toEqual(new Set(['NAME_DIFFERS', 'AMOUNT_DIFFERS']));
  await addDemoDeposits(server.app, server.clock.now());
  expect(await readDeposits()).toEqual(first);
}, 120_000);

it('the demo seeds a week of help-desk cases once, from a fixed seed (RN-1, NX-2)', async () => {
  // All rows: only the demo writes to this product.
  const cases = () =>
    server.withActor(headOffice(productId), (tx) =>
      tx
        .selectFrom('help_desk_cases')
        .select([
          'store_id',
          'reservation_id',
          'person_name',
          'opened_at',
          'resolved_at',
          'outcome',
          'note',
          'business_date',
        ])
        .orderBy('opened_at')
        .orderBy('reservation_id')
        .execute(),
    );
  const first = await cases();
  const today = '2026-11-21';
  expect(new Set(first.map((it) => it.store_id)).size).toBe(3);
  expect(new Set(first.map((it) => it.business_date)).size).toBeGreaterThanOrEqual(7);
  expect(new Set(first.map((it) => it.outcome)).size).toBeGreaterThanOrEqual(4);
  expect(new Set(first.map((it) => it.person_name))).toEqual(new Set(['정상담', '이부장']));
  for (const it of first) {
    const seconds = ((it.resolved_at?.getTime() ?? 0) - it.opened_at.getTime()) / 1000;
    expect([seconds >= 20, seconds <= 600, it.resolved_at !== null && it.resolved_at < server.clock.now()]).toEqual([
      true,
      true,
      true,
    ]);
  }
  // The screen of the help desk shows the cases of today.
  expect(first.filter((it) => it.business_date === today).length).toBeGreaterThan(0);
  await seedDemo(server.app.db, server.clock);
  expect(await cases()).toEqual(first);
});
