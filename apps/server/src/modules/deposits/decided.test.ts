/** @module-tag engines */
// @sweep 1/12 (decision 086)
import type { Deposit } from '@munjigi/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDepositDesk, type DepositDesk } from '../../testing/desks/deposit-desk.ts';
import {
  fakeClock,
  listenToEvents,
  startTestServer,
  type Answer,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';

const NOW = new Date('2026-11-21T06:00:00Z');

/** A decision about a deposit ends its notification, and undoing the decision adds a new one (NT-1, NX-6). */
describe('notifications of deposits that people decide about', () => {
  const clock = fakeClock(NOW);
  let one: TestServer;
  let two: TestServer;
  let desk: DepositDesk;
  let other: Caller;
  beforeAll(async () => {
    one = await startTestServer({ clock });
    two = await startTestServer({ beside: one });
    desk = await openDepositDesk(one);
    other = await one.signIn(desk.shop, ['SUB_ADMIN']);
  });
  beforeEach(() => clock.set(NOW));
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  const url = (rest = '') => `/${desk.shop.slug}/payment/notification${rest}`;
  const listed = async (query = 'limit=200') => (await desk.admin.call('GET', url(`?${query}`))).body;
  /** The notifications of a deposit, newest first. */
  const readNotifications = async (deposit: Pick<Deposit, 'id'>) => {
    const rows = await one.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('notifications').select('id').where('deposit_id', '=', deposit.id).execute(),
    );
    return ((await listed())['items'] ?? []).filter((it) => rows.some((row) => row.id === it['id']));
  };
  const codeOf = ({ status, body }: Answer) => [status, body['code']];
  const seen = ({ body }: Answer, { id }: Pick<Deposit, 'id'>) => ({ id, version: Number(body['version']) });
  async function doubtful(name: string, more: Partial<Parameters<DepositDesk['text']>[0]> = {}): Promise<Deposit> {
    await desk.relay(desk.text({ name, ...more }));
    const [deposit] = await desk.of(name);
    if (!deposit) throw new Error('no deposit');
    return deposit;
  }

  it('confirms the notification when the deposit is matched, and updates the count at once', async () => {
    const [held] = [await desk.held('김서연'), await desk.held('김서연')];
    const deposit = await doubtful('김서연');
    const [notification, ...more] = await readNotifications(deposit);
    expect([notification?.['kind'], notification?.['confirmedAt'], more]).toEqual(['UNMATCHED_DEPOSIT', null, []]);
    const before = Number((await listed())['unconfirmedCount']);
    // A refused match leaves the notification open.
    expect(
      codeOf(await desk.choose({ ...deposit, version: deposit.version + 1 }, 'match', { reservationId: held['id'] })),
    ).toEqual([409, 'STALE']);
    await desk.admin.call('POST', `/${desk.shop.slug}/payment`, {
      reservationId: held['id'],
      method: 'CASH',
      amount: 20_000,
    });
    expect(codeOf(await desk.choose(deposit, 'match', { reservationId: held['id'] }))).toEqual([409, 'MORE_THAN_DUE']);
    expect(await readNotifications(deposit)).toEqual([notification]);
    const stream = await listenToEvents(two.url, desk.shop.slug, desk.admin.token);
    expect((await desk.choose(deposit, 'match', { reservationId: held['id'], mayExceedDue: true })).status).toBe(200);
    expect((await stream.first('notifications.changed')).data).toMatchObject({ storeId: desk.storeId });
    stream.close();
    expect(await readNotifications(deposit)).toEqual([
      { ...notification, confirmedAt: NOW.toISOString(), confirmedBy: desk.admin.userId },
    ]);
    // This one was confirmed; those of the cash payment and the match need no person (NT-1).
    expect(Number((await listed())['unconfirmedCount'])).toBe(before - 1);
  });

  it('confirms the notification when the deposit is ignored, and adds another one, not shown yet, when that is undone', async () => {
    const deposit = await doubtful('거래처', { amount: 17_777 });
    const [notification] = await readNotifications(deposit);
    const ignored = await desk.choose(deposit, 'ignore', { reason: '월세' }, other.call);
    expect((await readNotifications(deposit)).map((it) => it['confirmedBy'])).toEqual([other.userId]);
    const shown = (await listed('include=details&limit=1'))['newestId'];
    const undone = await desk.choose(seen(ignored, deposit), 'undo');
    expect(undone.body).toMatchObject({ state: 'UNMATCHED' });
    const [second, first, ...more] = await readNotifications(deposit);
    expect([second?.['text'], second?.['confirmedAt'], first?.['id'], more]).toEqual([
      notification?.['text'],
      null,
      notification?.['id'],
      [],
    ]);
    await desk.admin.call('POST', url('/confirm-all'), { upToId: shown });
    expect((await readNotifications(deposit))[0]).toEqual(second);
    expect((await desk.choose(seen(undone, deposit), 'ignore')).status).toBe(200);
    expect((await readNotifications(deposit)).map((it) => it['confirmedBy'])).toEqual([
      desk.admin.userId,
      other.userId,
    ]);
  });

  it('keeps the person who confirmed the notification before the decision', async () => {
    const deposit = await doubtful('본사람');
    const [notification] = await readNotifications(deposit);
    await other.call('POST', url('/confirm'), { ids: [notification?.['id']] });
    expect((await desk.choose(deposit, 'ignore')).status).toBe(200);
    expect((await readNotifications(deposit)).map((it) => it['confirmedBy'])).toEqual([other.userId]);
  });

  it('adds a notification with the code of the candidate when an automatic match is undone', async () => {
    const held = await desk.held('오지호');
    const matched = await doubtful('오지호');
    expect([matched.state, await readNotifications(matched)]).toEqual(['MATCHED_AUTO', []]);
    expect((await desk.choose(matched, 'undo')).status).toBe(200);
    expect(await readNotifications(matched)).toMatchObject([
      {
        kind: 'UNMATCHED_DEPOSIT',
        text: expect.stringContaining(String(held['code'])),
        amount: 20_000,
        confirmedAt: null,
      },
    ]);
  });

  it('confirms the notification of an unreadable text when it is ignored, and adds one when that is undone', async () => {
    await desk.relay('[Web발신] 입금 알 수 없는 말');
    const open =
      (await desk.admin.call('GET', desk.url(`?state=UNREADABLE&storeId=${desk.storeId}`))).body['items'] ?? [];
    const [deposit] = open.map((it) => ({ id: String(it['id']), version: Number(it['version']) }));
    if (!deposit) throw new Error('no deposit');
    expect((await readNotifications(deposit)).map((it) => it['confirmedBy'])).toEqual([null]);
    const ignored = await desk.choose(deposit, 'ignore');
    expect((await readNotifications(deposit)).map((it) => it['confirmedBy'])).toEqual([desk.admin.userId]);
    expect((await desk.choose(seen(ignored, deposit), 'undo')).status).toBe(200);
    expect((await readNotifications(deposit)).map((it) => it['confirmedBy'])).toEqual([null, desk.admin.userId]);
  });

  it('confirms it by the first of two concurrent decisions, and adds one when two undo concurrently', async () => {
    for (const name of ['가온', '나래', '다솜']) {
      const held = await desk.held(`${name}이`);
      const deposit = await doubtful(name, { amount: 19_000 });
      const before = Number((await listed())['unconfirmedCount']);
      const [matched, ignored] = await Promise.all([
        desk.choose(deposit, 'match', { reservationId: held['id'] }),
        desk.choose(deposit, 'ignore', {}, two.caller(other.token)),
      ]);
      expect([matched, ignored].map(codeOf).sort()).toEqual([
        [200, undefined],
        [409, 'STALE'],
      ]);
      const isMatched = matched.status === 200;
      expect((await readNotifications(deposit)).map((it) => it['confirmedBy'])).toEqual([
        isMatched ? desk.admin.userId : other.userId,
      ]);
      expect(Number((await listed())['unconfirmedCount'])).toBe(before - 1);
      const decided = seen(isMatched ? matched : ignored, deposit);
      const undone = await Promise.all([
        desk.choose(decided, 'undo'),
        desk.choose(decided, 'undo', {}, two.caller(other.token)),
      ]);
      expect(undone.map(codeOf).sort()).toEqual([
        [200, undefined],
        [409, 'STALE'],
      ]);
      expect((await readNotifications(deposit)).map((it) => it['confirmedAt'] === null)).toEqual([true, false]);
    }
  });

  it('does not deadlock with confirm-all and a cash payment', async () => {
    const owner = new pg.Client({ connectionString: one.databaseUrl });
    await owner.connect();
    const deadlocks = async () =>
      Number(
        (
          await owner.query<{ deadlocks: string }>(
            'select deadlocks from pg_stat_database where datname = current_database()',
          )
        ).rows[0]?.deadlocks,
      );
    const before = await deadlocks();
    for (let round = 0; round < 8; round += 1) {
      const name = `돌아${'가나다라마바사아'[round]}`;
      const [deposit, paid] = [await doubtful(name, { amount: 18_000 }), await desk.held(`${name}라`)];
      const { newestId } = await listed('include=details&limit=1');
      const [ignored, all, decision] = await Promise.all([
        desk.choose(deposit, 'ignore'),
        two.caller(other.token)('POST', url('/confirm-all'), { upToId: newestId }),
        two.caller(desk.admin.token)('POST', `/${desk.shop.slug}/payment`, {
          reservationId: paid['id'],
          method: 'CASH',
          amount: 20_000,
        }),
      ]);
      expect([ignored.status, all.status, decision.status]).toEqual([200, 200, 200]);
      expect((await readNotifications(deposit)).every((it) => it['confirmedAt'] !== null)).toBe(true);
    }
    // PostgreSQL sessions report their statistics when they become idle.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await deadlocks()).toBe(before);
    await owner.end();
  });
});
