/** @module-tag engines */
import type { NotificationKind } from '@munjigi/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  itemsOf,
  makeReservation,
  startTestServer,
  type Caller,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';
import { addNotification } from './index.ts';

const NOON = Date.parse('2026-11-20T03:00:00Z');

interface NotificationEntry {
  readonly store?: number;
  readonly kind?: NotificationKind;
  readonly amount?: number | null;
  readonly text?: string;
  readonly minute?: number;
  readonly reservationId?: string;
}

describe('the lookup of payment notifications (NT-1, NT-2)', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    shop = await server.makeShop({ stores: 2 });
    admin = await server.signIn(shop, ['ADMIN']);
  });
  afterAll(() => server.close());

  const storeOf = (number: number) => shop.stores[number]?.id ?? '';
  /** Adds notifications and returns their ids in the order of the arguments. */
  async function addNotifications(...entries: NotificationEntry[]): Promise<string[]> {
    const ids: string[] = [];
    for (const [number, it] of entries.entries()) {
      const [productId, storeId] = [shop.productId, storeOf(it.store ?? 0)];
      const at = new Date(NOON + (it.minute ?? number) * 60_000);
      ids.push(
        await server.withActor(storeActor(productId, storeId), (tx) =>
          addNotification(tx, {
            productId,
            storeId,
            kind: it.kind ?? 'PAID',
            reservationId: it.reservationId ?? null,
            amount: it.amount === undefined ? 10_000 : it.amount,
            text: it.text ?? 'Paid',
            at,
          }),
        ),
      );
    }
    return ids;
  }
  const list = async (query: Readonly<Record<string, string | number>> = {}, by: Caller = admin) => {
    const { status, body } = await by.call(
      'GET',
      `/${shop.slug}/payments/notification?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()}`,
    );
    expect([status, body['code'] ?? null]).toEqual([200, null]);
    return body;
  };
  /** Returns the ids after checking that the counts match the items. */
  const found = async (query: Readonly<Record<string, string | number>> = {}, by: Caller = admin) => {
    const body = await list({ limit: 200, ...query }, by);
    const items = itemsOf(body);
    expect([Number(body['total']), Number(body['unconfirmedCount'])], JSON.stringify(query)).toEqual([
      items.length,
      items.filter((item) => item['confirmedAt'] === null).length,
    ]);
    return items.map((item) => String(item['id']));
  };
  const confirm = async (ids: string[], by: Caller = admin) =>
    (await by.call('POST', `/${shop.slug}/payment/notification/confirm`, { ids })).body['confirmed'];
  const confirmAll = async (body: Readonly<Record<string, string>>, by: Caller = admin) =>
    by.call('POST', `/${shop.slug}/payment/notification/confirm-all`, body);

  it('filters by store, state, kind, text, amount and time, with exact counts', async () => {
    const [a = '', b = '', c = '', d = ''] = await addNotifications(
      { text: '김서연 님이 카드로 35,000원을 결제했습니다', amount: 35_000 },
      { kind: 'UNMATCHED_DEPOSIT', text: 'Deposit of 50%_off', amount: 350 },
      { store: 1, kind: 'REFUND_FAILED', text: '박민수 님에게 환불하지 못했습니다', amount: 135_000 },
      { store: 1, text: 'Without an amount', amount: null },
    );
    await confirm([b]);
    expect(await found()).toEqual([d, c, b, a]);
    expect(await found({ storeId: storeOf(1) })).toEqual([d, c]);
    expect(await found({ state: 'unconfirmed' })).toEqual([d, c, a]);
    expect(await found({ state: 'confirmed' })).toEqual([b]);
    expect(await found({ state: 'confirmed', storeId: storeOf(1) })).toEqual([]);
    expect(await found({ kind: 'REFUND_FAILED' })).toEqual([c]);
    expect(await found({ kind: 'PAID', storeId: storeOf(0), state: 'unconfirmed' })).toEqual([a]);
    for (const q of ['서연', '김서연'.normalize('NFD'), '35,000원을']) expect(await found({ q }), q).toEqual([a]);
    for (const q of ['%_', 'DEPOSIT of']) expect(await found({ q }), q).toEqual([b]);
    for (const q of ['35', '₩35', ' 35 원']) expect(await found({ q }), q).toEqual([b, a]);
    for (const q of ['35,000', '35000원', '₩35,000']) expect(await found({ q }), q).toEqual([a]);
    for (const q of ["' or 1=1 --", '\\', '김서연아', ','])
      expect((await found({ q })).length, q).toBe(q === ',' ? 1 : 0);
    // The interval is half-open.
    expect(
      await found({ from: new Date(NOON + 60_000).toISOString(), to: new Date(NOON + 3 * 60_000).toISOString() }),
    ).toEqual([c, b]);
    expect(await found({ afterId: b })).toEqual([d, c]);
    expect(await found({ upToId: b })).toEqual([b, a]);
    expect(await found({ ids: [d, a].join() })).toEqual([d, a]);
    expect(await found({ ids: [d, a].join(), kind: 'PAID', storeId: storeOf(1) })).toEqual([d]);
  });

  it('sorts unconfirmed first and newest first within each half, across pages', async () => {
    const [a = '', b = '', c = '', d = '', e = ''] = await addNotifications({}, {}, { store: 1 }, { store: 1 }, {});
    await confirm([b, d]);
    expect(await found({ sort: 'unconfirmed-first' })).toEqual([e, c, a, d, b]);
    expect(await found({ sort: 'unconfirmed-first', storeId: storeOf(1) })).toEqual([c, d]);
    const pages = await Promise.all(
      [0, 1, 2, 3].map(async (page) => list({ sort: 'unconfirmed-first', page, limit: 2 })),
    );
    expect(pages.map((page) => itemsOf(page).map((item) => item['id']))).toEqual([[e, c], [a, d], [b], []]);
    expect(pages.map((page) => [page['total'], page['unconfirmedCount']])).toEqual(pages.map(() => [5, 3]));
  });

  it('returns the store, the reservation, the confirming person and the newest id with include=details', async () => {
    const room = shop.stores[1]?.rooms[0];
    const startsAt = new Date(NOON + 3_600_000);
    const reservationId = await makeReservation(server, shop, storeOf(1), {
      roomId: room?.id ?? '',
      startsAt,
      endsAt: new Date(NOON + 2 * 3_600_000),
    });
    const [a = '', b = '', newest = ''] = await addNotifications({ store: 1, reservationId }, {}, {});
    await confirm([a]);
    const body = await list({ include: 'details', upToId: b });
    const code = String(itemsOf(body)[1]?.['details']?.['reservation']?.['code']);
    expect(body['newestId']).toBe(newest);
    expect(itemsOf(body).map((item) => item['details'])).toEqual([
      { storeName: 'Store 1', reservation: null, confirmedByName: null },
      {
        storeName: 'Store 2',
        reservation: { code, roomId: room?.id, roomName: 'Room 1', startsAt: startsAt.toISOString() },
        confirmedByName: 'ADMIN',
      },
    ]);
    expect(await found({ q: code.toLowerCase() })).toEqual([a]);
    expect(await list({ include: 'details', q: 'nothing' })).toEqual({
      total: 0,
      isTotalExact: true,
      unconfirmedCount: 0,
      items: [],
      newestId: newest,
    });
    // Without `include` the response has only the original fields.
    const plain = await list();
    expect([Object.keys(plain), Object.keys(itemsOf(plain)[0] ?? {})]).toEqual([
      ['total', 'unconfirmedCount', 'items'],
      ['id', 'kind', 'storeId', 'reservationId', 'amount', 'text', 'createdAt', 'confirmedAt', 'confirmedBy'],
    ]);
  });

  it('rejects unknown and malformed parameters with INVALID_INPUT', async () => {
    for (const query of [
      'state=lost',
      'kind=GHOST',
      'kind=PAID,DEPOSIT',
      'q=',
      'sort=oldest',
      'include=all',
      'ids=1',
      'ids=',
      'afterId=x',
      'from=2026-02-30T00:00:00Z',
      'limit=201',
      'unknown=1',
    ]) {
      expect((await admin.call('GET', `/${shop.slug}/payment/notification?${query}`)).body['code'], query).toBe(
        'INVALID_INPUT',
      );
    }
    const [upToId = ''] = await addNotifications({});
    for (const more of [{ kind: 'GHOST' }, { q: '' }, { state: 'unconfirmed' }, { ids: [upToId] }])
      expect(
        (await admin.call('POST', `/${shop.slug}/payment/notification/confirm-all`, { upToId, ...more })).body['code'],
      ).toBe('INVALID_INPUT');
    expect(await found({ state: 'unconfirmed' })).toEqual([upToId]);
  });

  it('finds only notifications of a franchisee’s own stores, with every filter (AC-2)', async () => {
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    const [mine = '', foreign = ''] = await addNotifications({ text: 'Kim' }, { store: 1, text: 'Kim' });
    const all: Readonly<Record<string, string>>[] = [
      {},
      { q: 'Kim' },
      { kind: 'PAID' },
      { state: 'unconfirmed' },
      { sort: 'unconfirmed-first' },
      { ids: [mine, foreign].join() },
      { upToId: foreign },
    ];
    for (const query of all) expect(await found(query, owner), JSON.stringify(query)).toEqual([mine]);
    expect(await found({ storeId: storeOf(1), q: 'Kim' }, owner)).toEqual([]);
    expect((await list({ include: 'details' }, owner))['newestId']).toBe(mine);
  });

  it('confirms all shown notifications of the filter and no others (NT-2)', async () => {
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = await addNotifications(
      { text: 'Kim' },
      { kind: 'DEPOSIT', text: 'Kim' },
      { store: 1, text: 'Kim' },
      { text: 'Lee' },
      { text: 'Kim', minute: 600 },
      { text: 'Kim' },
    );
    const filter = {
      storeId: storeOf(0),
      kind: 'PAID',
      q: 'kim',
      from: new Date(NOON).toISOString(),
      to: new Date(NOON + 3_600_000).toISOString(),
    };
    expect((await confirmAll({ upToId: e, ...filter })).body).toEqual({ confirmed: 1 });
    expect(await found({ state: 'confirmed' })).toEqual([a]);
    expect((await confirmAll({ upToId: c, kind: 'DEPOSIT' })).body).toEqual({ confirmed: 1 });
    expect(await found({ state: 'unconfirmed' })).toEqual([f, e, d, c]);
    expect((await confirmAll({ upToId: c, storeId: storeOf(1) })).body).toEqual({ confirmed: 1 });
    expect((await confirmAll({ upToId: c, storeId: storeOf(1) })).body).toEqual({ confirmed: 0 });
    expect((await confirmAll({ upToId: e })).body).toEqual({ confirmed: 2 });
    expect(await found({ state: 'unconfirmed' })).toEqual([f]);
    expect(await found({ ids: b })).toEqual([b]);
  });

  it('confirms nothing for the wrong role, a foreign store, or an upToId that was never shown', async () => {
    const [care, owner, other] = [
      await server.signIn(shop, ['CUSTOMER_MANAGER']),
      await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1)),
      await server.makeShop(),
    ];
    const stranger = await server.signIn(other, ['ADMIN']);
    const [mine = '', foreign = ''] = await addNotifications({}, { store: 1 });
    expect([
      (await confirmAll({ upToId: foreign }, care)).status,
      (await care.call('POST', `/${shop.slug}/payments/notification/confirm`, { ids: [mine] })).body['capability'],
    ]).toEqual([403, 'notifications:confirm']);
    expect((await confirmAll({ upToId: foreign }, stranger)).status).toBe(404);
    expect(
      (await stranger.call('POST', `/${other.slug}/payment/notification/confirm-all`, { upToId: foreign })).body,
    ).toEqual({ confirmed: 0 });
    expect((await confirmAll({ upToId: foreign }, owner)).body).toEqual({ confirmed: 0 });
    expect((await confirmAll({ upToId: 'ffffffff-ffff-7fff-bfff-ffffffffffff' })).body).toEqual({ confirmed: 0 });
    expect((await confirmAll({ upToId: mine, storeId: storeOf(1) }, owner)).body).toEqual({ confirmed: 0 });
    expect(await found({ state: 'unconfirmed' })).toEqual([foreign, mine]);
    expect((await confirmAll({ upToId: mine }, owner)).body).toEqual({ confirmed: 1 });
    expect(await found({ state: 'unconfirmed' })).toEqual([foreign]);
  });

  it('keeps the person who confirmed first', async () => {
    const second = await server.signIn(shop, ['SUB_ADMIN']);
    const [one = ''] = await addNotifications({});
    expect([await confirm([one]), await confirm([one], second)]).toEqual([1, 0]);
    expect((await confirmAll({ upToId: one }, second)).body).toEqual({ confirmed: 0 });
    const [before] = itemsOf(await list({ include: 'details' }));
    expect([before?.['confirmedBy'], before?.['details']?.['confirmedByName']]).toEqual([admin.userId, 'ADMIN']);
    // Exactly one of many concurrent requests confirms it.
    const [another = ''] = await addNotifications({});
    const people = [admin, second, await server.signIn(shop, ['ADMIN']), await server.signIn(shop, ['ADMIN'])];
    const done = await Promise.all(people.map((by) => confirm([another], by)));
    const first = people.filter((_, index) => Number(done[index]) === 1);
    expect(first).toHaveLength(1);
    expect(itemsOf(await list({ ids: another }))[0]?.['confirmedBy']).toBe(first[0]?.userId);
  });
});
