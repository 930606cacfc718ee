// @sweep 1/8 (decision 086)
import { closure as closureShape, holiday as holidayShape, problemBody } from '@munjigi/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  itemsOf,
  listenToEvents,
  makeReservation,
  startTestServer,
  type Caller,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';
import { readHolidays } from './index.ts';

/** Saturday, 21 November 2026, 23:30 in Seoul. */
const clock = fakeClock(new Date('2026-11-21T14:30:00Z'));

describe('closures and holidays of a store (ST-1, ST-2)', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let storeId: string;
  let rooms: string[];

  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await server.makeShop({ stores: 2, rooms: 3 });
    admin = await server.signIn(shop, ['ADMIN']);
    storeId = shop.stores[0]?.id ?? '';
    rooms = shop.stores[0]?.rooms.map((room) => room.id) ?? [];
  });

  const path = (more: string, id = storeId) => `/${shop.slug}/store/${id}${more}`;
  const tomorrow = {
    roomIds: [] as string[],
    startsAt: '2026-11-22T10:00:00.000Z',
    endsAt: '2026-11-22T14:00:00.000Z',
    reason: 'Water pipes',
  };
  const close = (body: object, by = admin) => by.call('POST', path('/closure'), { ...tomorrow, ...body });
  async function refusal(answer: Promise<{ body: unknown }>): Promise<(string | undefined)[]> {
    const problem = problemBody.parse((await answer).body);
    return [problem.code, ...(problem.errors ?? []).flatMap((it) => [it.path, it.code])];
  }
  const actions = () =>
    server.withActor(admin.actor, async (tx) =>
      (await tx.selectFrom('audit_log').select('action').orderBy('seq').execute()).map((row) => row.action),
    );

  describe('a closure', () => {
    it('is created, listed until it ends, and withdrawn once', async () => {
      const stream = await listenToEvents(server.url, shop.slug, admin.token);
      const closure = closureShape.parse((await close({ roomIds: [rooms[0]] })).body);
      expect(closure).toEqual({ ...tomorrow, id: closure.id, storeId, roomIds: [rooms[0]] });
      expect((await stream.first('calendar.changed')).data).toEqual({ storeId });
      stream.close();
      const list = async (query = '') =>
        itemsOf((await admin.call('GET', path(`/closure${query}`))).body).map((it) => it['id']);
      expect(await list()).toEqual([closure.id]);
      expect(await list('?from=2026-11-22T14:00:00Z')).toEqual([]);
      const gone = await admin.call('DELETE', path(`/closure/${closure.id}`));
      expect([gone.status, gone.body]).toEqual([200, closure]);
      expect(await list()).toEqual([]);
      expect((await admin.call('DELETE', path(`/closure/${closure.id}`))).status).toBe(404);
      expect(await actions()).toEqual(['closure.created', 'closure.withdrawn']);
    });

    it('lists stranded guests, those of linked rooms included, and leaves them unchanged when they are accepted (ST-2)', async () => {
      const [whole = '', part = '', other = ''] = rooms;
      await server.withActor(admin.actor, (tx) =>
        tx
          .insertInto('room_parts')
          .values({ product_id: shop.productId, store_id: storeId, room_id: whole, part_room_id: part })
          .execute(),
      );
      const reserve = (roomId: string, from: string, to: string, kind: 'GUEST' | 'BLOCK' = 'GUEST') =>
        makeReservation(server, shop, storeId, {
          roomId,
          startsAt: new Date(`2026-11-22T${from}:00Z`),
          endsAt: new Date(`2026-11-22T${to}:00Z`),
          kind,
        });
      await reserve(whole, '09:00', '10:00');
      const ofWhole = await reserve(whole, '13:30', '15:00');
      await reserve(part, '10:00', '11:00', 'BLOCK');
      const elsewhere = await reserve(other, '11:00', '12:00');
      const hit = async (roomIds: string[]) =>
        problemBody.parse((await close({ roomIds })).body).stranded?.map((it) => it.id);
      expect(await hit([part])).toEqual([ofWhole]);
      expect(await hit([whole])).toEqual([ofWhole]);
      expect(await hit([])).toEqual([elsewhere, ofWhole]);
      expect(
        (
          await close({
            roomIds: [part],
            startsAt: '2026-11-22T09:00:00Z',
            endsAt: '2026-11-22T09:00:00.001Z',
            acceptStranded: true,
          })
        ).status,
      ).toBe(200);
      expect((await close({ acceptStranded: true })).status).toBe(200);
      const states = await server.withActor(admin.actor, (tx) =>
        tx.selectFrom('reservations').select('state').distinct().execute(),
      );
      expect(states).toEqual([{ state: 'CONFIRMED' }]);
    });

    it.each<[string, object, string[]]>([
      [
        'an end before the start',
        { endsAt: '2026-11-22T09:00:00Z' },
        ['PERIOD_INVALID', 'endsAt', 'ends_before_start'],
      ],
      ['no length', { endsAt: tomorrow.startsAt }, ['PERIOD_INVALID', 'endsAt', 'ends_before_start']],
      [
        'what is over',
        { startsAt: '2026-11-20T09:00:00Z', endsAt: '2026-11-21T14:30:00Z' },
        ['PERIOD_INVALID', 'endsAt', 'in_the_past'],
      ],
      ['the end of time', { endsAt: '9999-12-31T23:59:59-12:00' }, ['INVALID_INPUT', 'endsAt', 'custom']],
      ['an end in a hundred years', { endsAt: '2126-11-22T00:00:00Z' }, ['PERIOD_INVALID', 'endsAt', 'too_far']],
      ['the beginning of time', { startsAt: '0000-01-01T00:00:00+14:00' }, ['INVALID_INPUT', 'startsAt', 'custom']],
      ['a start a hundred years ago', { startsAt: '1926-11-22T00:00:00Z' }, ['PERIOD_INVALID', 'startsAt', 'too_far']],
      [
        'the 30th of February',
        { startsAt: '2027-02-30T00:00:00Z', endsAt: '2027-03-01T00:00:00Z' },
        ['INVALID_INPUT', 'startsAt', 'invalid_format'],
      ],
      ['no reason', { reason: '' }, ['INVALID_INPUT', 'reason', 'too_small']],
      [
        'a room that is none',
        { roomIds: ['018f0000-0000-7000-8000-000000000001'] },
        ['INVALID_INPUT', 'roomIds.0', 'unknown_room'],
      ],
    ])('rejects %s', async (_what, body, expected) => {
      expect(await refusal(close(body))).toEqual(expected);
    });

    it('rejects a room of another store', async () => {
      expect(await refusal(close({ roomIds: [rooms[0], shop.stores[1]?.rooms[0]?.id] }))).toEqual([
        'INVALID_INPUT',
        'roomIds.1',
        'unknown_room',
      ]);
    });

    it('is written by head office and the owner only, and read by other roles', async () => {
      const closureId = (await close({})).body['id'];
      for (const role of ['SUB_ADMIN', 'CUSTOMER_MANAGER'] as const) {
        const caller = await server.signIn(shop, [role]);
        expect((await caller.call('GET', path('/closure'))).body['total']).toBe(1);
        expect(await refusal(close({}, caller))).toEqual(['CAPABILITY_MISSING']);
        expect(await refusal(caller.call('DELETE', path(`/closure/${closureId}`)))).toEqual(['CAPABILITY_MISSING']);
      }
      const [mine, foreign] = shop.stores;
      const owner = await server.signIn(shop, ['FRANCHISEE'], foreign ? [foreign] : []);
      expect(mine?.id).toBe(storeId);
      expect(await refusal(owner.call('GET', path('/closure')))).toEqual(['NOT_FOUND']);
      expect(await refusal(close({}, owner))).toEqual(['NOT_FOUND']);
      expect(await refusal(owner.call('DELETE', path(`/closure/${closureId}`)))).toEqual(['NOT_FOUND']);
    });
  });

  describe('holidays', () => {
    const year = async (of: number) => {
      const { body } = await admin.call('GET', path(`/holiday?year=${of}`));
      return {
        isKnown: body['isGazetteKnown'] as unknown as boolean,
        items: itemsOf(body).map((it) => holidayShape.parse(it)),
      };
    };
    const say = (date: string, isHoliday: boolean | null, name = '', by = admin) =>
      by.call('POST', path('/holiday'), { date, name, isHoliday });
    const keeps = async (date: string) =>
      (await server.withActor(admin.actor, (tx) => readHolidays(tx, storeId)))(date);

    it('are those of the gazette for the requested year, substitutes included', async () => {
      const { isKnown, items } = await year(2026);
      expect(isKnown).toBe(true);
      expect(items.filter((it) => it.date.startsWith('2026-02'))).toEqual([
        { date: '2026-02-16', name: '설날 전날', source: 'GAZETTE', isHoliday: true },
        { date: '2026-02-17', name: '설날', source: 'GAZETTE', isHoliday: true },
        { date: '2026-02-18', name: '설날 다음 날', source: 'GAZETTE', isHoliday: true },
      ]);
      expect(items.find((it) => it.date === '2026-01-01')?.name).toBe('신정');
      expect(items.find((it) => it.date === '2026-08-17')?.name).toBe('대체공휴일(광복절)');
      expect((await year(2025)).items.find((it) => it.date === '2025-05-05')?.name).toBe('어린이날, 부처님 오신 날');
      expect(await year(2031)).toEqual({ isKnown: false, items: [] });
    });

    it('can be added and removed by the store, and reset to the gazette', async () => {
      expect((await say('2026-12-24', true, '개점 기념일')).body).toEqual({
        date: '2026-12-24',
        holiday: { date: '2026-12-24', name: '개점 기념일', source: 'STORE', isHoliday: true },
      });
      expect((await say('2026-12-25', false)).body['holiday']).toEqual({
        date: '2026-12-25',
        name: '성탄절',
        source: 'STORE',
        isHoliday: false,
      });
      expect((await year(2026)).items.slice(-2).map((it) => [it.date, it.isHoliday])).toEqual([
        ['2026-12-24', true],
        ['2026-12-25', false],
      ]);
      expect([
        await keeps('2026-12-24'),
        await keeps('2026-12-25'),
        await keeps('2026-12-26'),
        await keeps('2027-01-01'),
      ]).toEqual([true, false, false, true]);
      expect((await say('2026-12-24', null)).body).toEqual({ date: '2026-12-24', holiday: null });
      expect((await say('2026-12-25', null)).body['holiday']).toEqual({
        date: '2026-12-25',
        name: '성탄절',
        source: 'GAZETTE',
        isHoliday: true,
      });
      expect([await keeps('2026-12-24'), await keeps('2026-12-25')]).toEqual([false, true]);
      expect(await actions()).toEqual(['holiday.changed', 'holiday.changed', 'holiday.changed', 'holiday.changed']);
    });

    it('store nothing for an ordinary day that is set to ordinary', async () => {
      expect((await say('2026-12-28', false)).body).toEqual({ date: '2026-12-28', holiday: null });
      expect((await year(2031)).items).toEqual([]);
    });

    it('are separate per store', async () => {
      await say('2031-05-05', true, '어린이날');
      expect((await year(2031)).items.map((it) => it.date)).toEqual(['2031-05-05']);
      const other = shop.stores[1]?.id ?? '';
      expect(itemsOf((await admin.call('GET', path('/holiday?year=2031', other))).body)).toEqual([]);
    });

    it.each<[string, unknown, string[]]>([
      [
        'the 30th of February',
        { date: '2026-02-30', name: '', isHoliday: true },
        ['INVALID_INPUT', 'date', 'invalid_format'],
      ],
      [
        'the year 1999',
        { date: '1999-02-03', name: '', isHoliday: true },
        ['INVALID_INPUT', 'date', 'year_out_of_range'],
      ],
      ['neither yes nor no', { date: '2026-02-03', name: '' }, ['INVALID_INPUT', 'isHoliday', 'invalid_type']],
    ])('reject %s', async (_what, body, expected) => {
      expect(await refusal(admin.call('POST', path('/holiday'), body))).toEqual(expected);
    });

    it('reject an invalid year, roles that only read, and a store out of reach', async () => {
      expect(await refusal(admin.call('GET', path('/holiday?year=1999')))).toEqual([
        'INVALID_INPUT',
        'year',
        'too_small',
      ]);
      expect(await refusal(admin.call('GET', path('/holiday')))).toEqual(['INVALID_INPUT', 'year', 'invalid_type']);
      const care = await server.signIn(shop, ['CUSTOMER_MANAGER']);
      expect(await refusal(say('2026-12-24', true, '', care))).toEqual(['CAPABILITY_MISSING']);
      const foreign = shop.stores[1];
      const owner = await server.signIn(shop, ['FRANCHISEE'], foreign ? [foreign] : []);
      expect(await refusal(owner.call('GET', path('/holiday?year=2026')))).toEqual(['NOT_FOUND']);
      expect(await refusal(say('2026-12-24', true, '', owner))).toEqual(['NOT_FOUND']);
    });
  });
});
