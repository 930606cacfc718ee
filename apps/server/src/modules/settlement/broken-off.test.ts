/** @module-tag engines */
// @sweep 1/12 (decision 086)
import { settlement as settlementShape, type Settlement } from '@munjigi/contract';
import { addDays, weekdayOf, zonedDate } from '@munjigi/rules';
import { sql } from 'kysely';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import { seededRandom } from '../../demo/random.ts';
import {
  fakeClock,
  HOUR_MS,
  openBookingDesk,
  startTestServer,
  until,
  type BookingDesk,
  type TestServer,
} from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { payManyAtProvider } from '../../testing/provider-payments.ts';
import { startServerProcess, type ServerProcess } from '../../testing/processes/server-process.ts';
import { callerAt } from '../../testing/server.ts';

/**
 * The tables that a closing writes, from its first step to its last. The server is killed while it waits for one of
 * them.
 */
const STOPS = ['settlement_entries', 'settlement_versions', 'ledger_entries'] as const;
/** Number of further kills, each at a random moment. */
const RANDOM_KILLS = Number(process.env['CLOSING_KILLS'] ?? 2);
const PAYMENTS = 15;
/** Weeks for all kills: a kill may come after its period was closed. */
const WEEKS = STOPS.length + RANDOM_KILLS + 1;

/**
 * `kill -9` of a built server during a closing (RN-5): the period is either closed completely, or open and closed again
 * with the same figures.
 */
describe('closing a settlement while the server is killed', () => {
  // The server processes use the real time, so the test does too.
  const present = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const clock = fakeClock(new Date(present));
  let first: TestServer;
  let desk: BookingDesk;
  let locker: pg.Client;
  let running: Promise<ServerProcess> | null = null;
  beforeAll(async () => {
    first = await startTestServer({ clock });
    locker = new pg.Client({ connectionString: first.databaseUrl });
    await locker.connect();
  });
  // Each attempt gets a new store.
  beforeEach(async () => {
    await kill();
    await locker.query('rollback');
    clock.set(new Date(present));
    desk = await openBookingDesk(first);
  });
  afterAll(async () => {
    await (await running)?.stop();
    await locker.end();
    await first.close();
  });

  const path = (rest: string) => `/${desk.shop.slug}/settlement${rest}`;
  const inStore = () => storeActor(desk.shop.productId, desk.storeId);

  /** Fills past weeks, each from Monday to Sunday. */
  async function fillWeeks(): Promise<number[]> {
    const reservationId = String((await desk.createReservation())['id']);
    const today = zonedDate('Asia/Seoul', new Date(present));
    const monday = addDays(today, 1 - weekdayOf(today) - 7 * (WEEKS + 1));
    const terms = {
      storeId: desk.storeId,
      validFrom: monday,
      royaltyRate: 550,
      royaltyBase: 'NET_OF_REFUND',
      royaltyVat: 'EXCLUSIVE',
      cycle: 'WEEKLY',
      payAfterBankDays: 3,
    };
    expect((await desk.admin.call('POST', path('/terms'), terms)).status).toBe(200);
    const random = seededRandom(4);
    const grossAmounts: number[] = [];
    for (let week = 0; week < WEEKS; week += 1) {
      clock.set(new Date(`${addDays(monday, 7 * week + 2)}T03:00:00Z`));
      const paid = Array.from({ length: PAYMENTS }, () => ({ amount: random.int(1000, 90_000), feeRate: 2530 }));
      await payManyAtProvider(first, desk, reservationId, paid);
      grossAmounts.push(paid.reduce((sum, { amount }) => sum + amount, 0));
    }
    clock.set(new Date(present));
    await locker.query('analyze ledger_entries, ledger_transactions, settlement_entries');
    return grossAmounts;
  }

  const serving = () => (running ??= startServerProcess(first));
  const caller = async () => callerAt((await serving()).url, desk.admin.token);
  const read = async (id: string): Promise<Settlement> =>
    settlementShape.parse((await (await caller())('GET', path(`/${id}`))).body);
  const open = async (): Promise<Settlement> => {
    const { body } = await (await caller())('GET', path(`?storeId=${desk.storeId}&state=OPEN`));
    return read(String(body['items']?.[0]?.['id']));
  };
  /** Requests the closing. Resolves with `null` when there is no answer. */
  const ask = async ({ id, figures }: Settlement) => {
    const call = await caller();
    return call('POST', path(`/${id}/close`), { payoutAmount: figures.payoutAmount }).then(
      (it) => it.status,
      () => null,
    );
  };
  async function kill(): Promise<void> {
    await (await running)?.kill();
    running = null;
  }

  /** Reads all traces of a closing in one statement. */
  async function traces(id: string) {
    const {
      rows: [row],
    } = await first.withActor(desk.admin.actor, (tx) =>
      sql<{ state: string; held: number; posted: number; sum: number; versions: number; next: number; told: number }>`
      select s.state, (select count(*)::integer from settlement_entries m where m.settlement_id = s.id) as held,
        (select count(*)::integer from ledger_transactions t where t.settlement_id = s.id) as posted,
        (select coalesce(sum(e.amount), 0)::bigint from ledger_transactions t join ledger_entries e
          on e.store_id = t.store_id and e.transaction_id = t.id where t.settlement_id = s.id) as sum,
        (select count(*)::integer from settlement_versions v where v.settlement_id = s.id) as versions,
        (select count(*)::integer from settlements n where n.store_id = s.store_id and n.number = s.number + 1) as next,
        (select count(*)::integer from audit_log a where a.subject_id = s.id and a.action = 'settlement.closed') as told
      from settlements s where s.id = ${id}`.execute(tx),
    );
    return row;
  }
  const NOTHING = { state: 'OPEN', held: 0, posted: 0, sum: 0, versions: 0, next: 0, told: 0 };
  const WHOLE = { state: 'CLOSED', held: PAYMENTS, posted: 1, sum: 0, versions: 1, next: 1, told: 1 };

  /** Checks that nothing is half done: an open period has no traces of a closing, and a closed one has all of them. */
  async function isWhole(before: Settlement): Promise<boolean> {
    // No transaction of the killed process is running any more.
    await until('its transactions have ended', async () => {
      const { rows } = await locker.query(
        `select from pg_stat_activity where datname = current_database() and state <> 'idle' and query ~ 'settlement' and pid <> pg_backend_pid()`,
      );
      return rows.length === 0;
    });
    const found = await traces(before.id);
    const isClosed = found?.state === 'CLOSED';
    expect(found).toEqual(isClosed ? WHOLE : NOTHING);
    const { lines, figures } = await read(before.id);
    expect({ lines, figures }).toEqual({ lines: before.lines, figures: before.figures });
    return isClosed;
  }

  it(
    'leaves the period completely closed or open, and closes it again with the same figures',
    // A server starts after each kill.
    { timeout: 300_000 + RANDOM_KILLS * 60_000 },
    async () => {
      const grossAmounts = await fillWeeks();
      let period = await open();
      const closed: Settlement[] = [];
      const outcomes: string[] = [];
      const checkPeriod = async (moment: string) => {
        const isClosed = await isWhole(period);
        outcomes.push(`${moment}: ${isClosed ? 'closed' : 'open'}`);
        if (!isClosed) return;
        closed.push(period);
        period = await open();
      };
      for (const table of STOPS) {
        await serving();
        await locker.query('begin');
        await locker.query(`lock table ${table} in share mode`);
        const answer = ask(period);
        await until(`it waits for ${table}`, async () => {
          const { rows } = await locker.query(`select from pg_locks where not granted and relation = $1::regclass`, [
            table,
          ]);
          return rows.length > 0;
        });
        await kill();
        expect(await answer).toBeNull();
        await locker.query('commit');
        await checkPeriod(table);
      }
      const startedAt = performance.now();
      expect(await ask(period)).toBe(200);
      const tookMs = performance.now() - startedAt;
      expect(await isWhole(period)).toBe(true);
      closed.push(period);
      period = await open();
      const random = seededRandom(Date.now());
      for (let kills = 0; kills < RANDOM_KILLS; kills += 1) {
        await serving();
        const answer = ask(period);
        const afterMs = random.int(0, Math.ceil(tookMs));
        await sleep(afterMs);
        await kill();
        await answer;
        await checkPeriod(`after ${afterMs} of ${Math.round(tookMs)} ms`);
      }
      if (closed.length < WEEKS) {
        expect(await ask(period)).toBe(200);
        expect(await isWhole(period)).toBe(true);
        closed.push(period);
      }
      // Each period was closed once, in order, with all of its money.
      expect(closed.map((it) => [it.number, it.figures.grossAmount])).toEqual(
        grossAmounts.slice(0, closed.length).map((gross, index) => [index + 1, gross]),
      );
      expect(await first.withActor(inStore(), ledgerFaults)).toEqual([]);
    },
  );
});
