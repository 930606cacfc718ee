// @sweep 1/8 (decision 086)
import { problemBody, room as roomShape, type Room } from '@munjigi/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  itemsOf,
  listenToEvents,
  makeReservation,
  startTestServer,
  type Caller,
  type ReservationInput,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';

const clock = fakeClock();
/** The time `HH:mm` in UTC, on the day of the clock. */
const at = (time: string) => new Date(`2026-11-21T${time}:00.000Z`);

describe('rooms (RM-1, RM-3)', () => {
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
    clock.set(at('14:30'));
    shop = await server.makeShop({ stores: 2, rooms: 3 });
    admin = await server.signIn(shop, ['ADMIN']);
    storeId = shop.stores[0]?.id ?? '';
    rooms = shop.stores[0]?.rooms.map((it) => it.id) ?? [];
  });

  const inShop = (path: string) => `/${shop.slug}/room${path}`;
  const read = async (id = rooms[0]): Promise<Room> =>
    roomShape.parse((await admin.call('GET', inShop(`/${id}`))).body);
  const list = async (query = '') =>
    itemsOf((await admin.call('GET', inShop(`?storeId=${storeId}${query}`))).body).map((it) => roomShape.parse(it));
  const reserve = (it: Partial<ReservationInput> & Pick<ReservationInput, 'startsAt' | 'endsAt'>) =>
    makeReservation(server, shop, storeId, { roomId: rooms[0] ?? '', ...it });
  async function refusal(answer: Promise<{ body: unknown }>): Promise<(string | undefined)[]> {
    const problem = problemBody.parse((await answer).body);
    return [problem.code, ...(problem.errors ?? []).flatMap((it) => [it.path, it.code])];
  }

  it('creates several rooms at once, all or none, once for one key (RM-20)', async () => {
    const create = (names: string[], key?: string) =>
      admin.call(
        'POST',
        inShop('/several'),
        { storeId, names, capacity: 6 },
        key === undefined ? {} : { 'idempotency-key': key },
      );
    const names = ['룸 1', '룸 2', '노래방'];
    const reply = await create(names, 'several-rooms');
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(itemsOf(reply.body).map((room) => [room['name'], room['capacity']])).toEqual(names.map((name) => [name, 6]));
    expect((await create(names, 'several-rooms')).body).toEqual(reply.body);
    const listed = itemsOf((await admin.call('GET', inShop(`?storeId=${storeId}&limit=200`))).body);
    expect(listed.slice(-3).map((room) => room['name'])).toEqual(names);
    for (const wrong of [['룸 7', '룸 7'], ['룸 7', ''], ['룸 7'], Array.from({ length: 51 }, (_, n) => `r${n}`)])
      expect((await create(wrong)).body['code']).toBe('INVALID_INPUT');
    expect(itemsOf((await admin.call('GET', inShop(`?storeId=${storeId}&limit=200`))).body)).toHaveLength(6);
  });

  describe('the state of a room', () => {
    const now = async (id?: string) => {
      const { state, stateUntil, nextStartsAt } = await read(id);
      return [state, stateUntil?.slice(11, 16) ?? null, nextStartsAt?.slice(11, 16) ?? null];
    };

    it('follows its reservation from FREE through RESERVED and IN_USE to CLEANING', async () => {
      const id = await reserve({ startsAt: at('14:40'), endsAt: at('15:00'), bufferMinutes: 10 });
      await reserve({ startsAt: at('15:10'), endsAt: at('15:20') });
      expect(await now()).toEqual(['FREE', null, '14:40']);
      clock.set(at('14:40'));
      expect(await now()).toEqual(['RESERVED', '15:00', '15:10']);
      await server.withActor(admin.actor, (tx) =>
        tx.updateTable('reservations').set({ state: 'IN_USE' }).where('id', '=', id).execute(),
      );
      expect(await now()).toEqual(['IN_USE', '15:00', '15:10']);
      clock.set(at('15:00'));
      expect(await now()).toEqual(['CLEANING', '15:10', '15:10']);
      clock.set(at('15:10'));
      expect(await now()).toEqual(['RESERVED', '15:20', null]);
      clock.set(at('15:20'));
      expect(await now()).toEqual(['FREE', null, null]);
    });

    it('is BLOCKED by a block, a closure of the room or of the store, and IN_USE before those with a guest in the room', async () => {
      await reserve({ startsAt: at('14:00'), endsAt: at('15:00'), kind: 'BLOCK' });
      expect(await now()).toEqual(['BLOCKED', '15:00', null]);
      await reserve({ roomId: rooms[2] ?? '', startsAt: at('14:00'), endsAt: at('15:00'), state: 'IN_USE' });
      const close = (roomIds: string[], from: string, to: string) =>
        admin.call('POST', `/${shop.slug}/store/${storeId}/closure`, {
          roomIds,
          startsAt: at(from),
          endsAt: at(to),
          reason: 'x',
          acceptStranded: true,
        });
      await close([rooms[1] ?? ''], '14:00', '16:00');
      await close([], '20:00', '21:00');
      expect(await now(rooms[1])).toEqual(['BLOCKED', '16:00', '20:00']);
      expect(await now()).toEqual(['BLOCKED', '15:00', '20:00']);
      expect((await close([], '14:00', '18:00')).status).toBe(200);
      expect(await now(rooms[1])).toEqual(['BLOCKED', '18:00', '20:00']);
      expect(await now(rooms[2])).toEqual(['IN_USE', '15:00', '20:00']);
      expect(await read(shop.stores[1]?.rooms[0]?.id)).toMatchObject({ state: 'FREE', nextStartsAt: null });
    });

    it('is FREE with cancelled, expired and no-show reservations and a lapsed unpaid hold', async () => {
      for (const state of ['CANCELLED', 'EXPIRED', 'NO_SHOW'] as const)
        await reserve({ startsAt: at('14:00'), endsAt: at('15:00'), state });
      await reserve({ startsAt: at('14:00'), endsAt: at('15:00'), state: 'PENDING', holdExpiresAt: at('14:29') });
      expect(await now()).toEqual(['FREE', null, null]);
    });

    it('follows linked rooms in both directions, and rooms that share a part', async () => {
      const [whole = '', part = '', other = ''] = rooms;
      const { body } = await admin.call('POST', inShop(''), {
        storeId,
        name: 'Both',
        capacity: 20,
        partRoomIds: [part, other],
      });
      await admin.call('PATCH', inShop(`/${whole}`), { version: 1, partRoomIds: [part] });
      await reserve({ roomId: part, startsAt: at('14:00'), endsAt: at('15:00'), state: 'IN_USE' });
      await reserve({ roomId: whole, startsAt: at('16:00'), endsAt: at('17:00') });
      for (const id of [whole, part, String(body['id'])]) expect(await now(id)).toEqual(['IN_USE', '15:00', '16:00']);
      expect(await now(other)).toEqual(['FREE', null, null]);
    });

    it('includes the reason of a block, and the next guest after blocks and closures (OV-1)', async () => {
      await reserve({ startsAt: at('14:00'), endsAt: at('15:00'), kind: 'BLOCK' });
      await reserve({ startsAt: at('15:00'), endsAt: at('16:00'), kind: 'BLOCK' });
      await reserve({ startsAt: at('16:00'), endsAt: at('17:00'), kind: 'BLOCK' });
      await reserve({ startsAt: at('18:00'), endsAt: at('19:00'), bufferMinutes: 10 });
      await reserve({ startsAt: at('20:00'), endsAt: at('21:00') });
      expect(await read()).toMatchObject({
        state: 'BLOCKED',
        blockReason: 'CLEANING',
        nextStartsAt: at('15:00').toISOString(),
        nextGuestStartsAt: at('18:00').toISOString(),
      });
      await admin.call('POST', `/${shop.slug}/store/${storeId}/closure`, {
        roomIds: [rooms[1]],
        startsAt: at('14:00'),
        endsAt: at('16:00'),
        reason: 'x',
        acceptStranded: true,
      });
      expect(await read(rooms[1])).toMatchObject({ state: 'BLOCKED', blockReason: null, nextGuestStartsAt: null });
      const whole = String(
        (
          await admin.call('POST', inShop(''), {
            storeId,
            name: 'Both',
            capacity: 20,
            partRoomIds: [rooms[0], rooms[2]],
          })
        ).body['id'],
      );
      expect(await read(whole)).toMatchObject({
        state: 'BLOCKED',
        blockReason: 'CLEANING',
        nextGuestStartsAt: at('18:00').toISOString(),
      });
    });

    it('is ARCHIVED when it is archived', async () => {
      await admin.call('POST', inShop(`/${rooms[0]}/archive`), { version: 1, isArchived: true });
      expect(await now()).toEqual(['ARCHIVED', null, null]);
    });

    it('is part of the list and of its pages', async () => {
      expect((await list()).map((it) => it.state)).toEqual(['FREE', 'FREE', 'FREE']);
      expect((await list('&limit=2&page=1')).map((it) => it.id)).toEqual([rooms[2]]);
    });
  });

  describe('POST and PATCH room', () => {
    it('creates the last room of its store and publishes it', async () => {
      const stream = await listenToEvents(server.url, shop.slug, admin.token);
      const { body } = await admin.call('POST', inShop(''), {
        storeId,
        name: ' 파티룸 ',
        capacity: 12,
        amenities: ['TV'],
      });
      const room = roomShape.parse(body);
      expect(room).toEqual({
        id: room.id,
        storeId,
        name: '파티룸',
        capacity: 12,
        description: '',
        descriptionEn: '',
        amenities: ['TV'],
        guestDirections: '',
        guestDirectionsEn: '',
        order: 4,
        partRoomIds: [],
        photos: [],
        archivedAt: null,
        state: 'FREE',
        stateUntil: null,
        presentReservationId: null,
        presence: null,
        isBookable: true,
        blockReason: null,
        nextStartsAt: null,
        nextGuestStartsAt: null,
        overrun: null,
        version: 1,
      });
      expect((await list()).at(-1)).toEqual(room);
      expect((await stream.first('room.changed')).data).toEqual(room);
      stream.close();
    });

    it('changes the given fields, audits them before and after, and rejects a stale version with the current state (AP-4)', async () => {
      const { status, body } = await admin.call('PATCH', inShop(`/${rooms[0]}`), {
        version: 1,
        name: 'New',
        description: 'Big',
      });
      expect([status, body['name'], body['description'], body['version'], body['capacity']]).toEqual([
        200,
        'New',
        'Big',
        2,
        4,
      ]);
      const stale = await admin.call('PATCH', inShop(`/${rooms[0]}`), { version: 1, name: 'Newer' });
      expect([stale.status, stale.body['code'], stale.body['current']]).toEqual([409, 'STALE', body]);
      const log = await server.withActor(admin.actor, (tx) =>
        tx.selectFrom('audit_log').select(['action', 'detail', 'subject_id', 'store_id']).execute(),
      );
      expect(log).toEqual([
        {
          action: 'room.changed',
          detail: { before: { name: 'Room 1', description: '' }, after: { name: 'New', description: 'Big' } },
          subject_id: rooms[0],
          store_id: storeId,
        },
      ]);
    });

    it.each<[string, object, string[]]>([
      ['0 guests', { capacity: 0 }, ['INVALID_INPUT', 'capacity', 'too_small']],
      ['10,000 guests', { capacity: 10_000 }, ['INVALID_INPUT', 'capacity', 'too_big']],
      ['no name', { name: '  ' }, ['INVALID_INPUT', 'name', 'too_small']],
      ['an order', { order: 1 }, ['INVALID_INPUT', 'order', 'unknown_field']],
      ['itself as a part', { partRoomIds: ['0'] }, ['ROOM_PARTS_INVALID', 'partRoomIds.0', 'itself']],
      ['a part twice', { partRoomIds: ['1', '1'] }, ['ROOM_PARTS_INVALID', 'partRoomIds.1', 'named_twice']],
      ['a part of another store', { partRoomIds: ['1', 'X'] }, ['ROOM_PARTS_INVALID', 'partRoomIds.1', 'unknown_room']],
    ])('rejects %s at its field', async (_what, given, expected) => {
      const { partRoomIds, ...rest } = given as { partRoomIds?: string[] };
      const ids = partRoomIds?.map((it) => (it === 'X' ? shop.stores[1]?.rooms[0]?.id : rooms[Number(it)]));
      expect(
        await refusal(
          admin.call('PATCH', inShop(`/${rooms[0]}`), { version: 1, ...rest, ...(ids ? { partRoomIds: ids } : {}) }),
        ),
      ).toEqual(expected);
    });

    it('is limited to head office and the owner; support and SUB_ADMIN only read', async () => {
      const foreign = shop.stores[1];
      const owner = await server.signIn(shop, ['FRANCHISEE'], foreign ? [foreign] : []);
      const calls: readonly [string, string, object][] = [
        ['POST', '', { storeId, name: 'X', capacity: 1 }],
        ['PATCH', `/${rooms[0]}`, { version: 1, name: 'X' }],
        ['POST', '/order', { storeId, roomIds: [...rooms].reverse() }],
        ['POST', `/${rooms[0]}/archive`, { version: 1, isArchived: true }],
      ];
      for (const role of ['SUB_ADMIN', 'CUSTOMER_MANAGER'] as const) {
        const caller = await server.signIn(shop, [role]);
        expect((await caller.call('GET', inShop(`/${rooms[0]}`))).status).toBe(200);
        for (const [method, path, body] of calls)
          expect(await refusal(caller.call(method, inShop(path), body)), `${role} ${path}`).toEqual([
            'CAPABILITY_MISSING',
          ]);
      }
      for (const [method, path, body] of calls)
        expect(await refusal(owner.call(method, inShop(path), body)), path).toEqual(['NOT_FOUND']);
      expect((await owner.call('GET', inShop(`?storeId=${storeId}`))).body['total']).toBe(0);
    });
  });

  describe('POST room/order', () => {
    it('sets the order of the list and the version of the moved rooms', async () => {
      const [a = '', b = '', c = ''] = rooms;
      const { status, body } = await admin.call('POST', inShop('/order'), { storeId, roomIds: [a, c, b] });
      expect([status, itemsOf(body).map((it) => it['id'])]).toEqual([200, [a, c, b]]);
      expect((await list()).map((it) => [it.id, it.version])).toEqual([
        [a, 1],
        [c, 2],
        [b, 2],
      ]);
    });

    it('requires each room that is not archived exactly once', async () => {
      const [a = '', b = '', c = ''] = rooms;
      const foreign = shop.stores[1]?.rooms[0]?.id;
      await admin.call('POST', inShop(`/${c}/archive`), { version: 1, isArchived: true });
      for (const roomIds of [[a], [a, b, c], [a, b, b], [a, b, foreign]]) {
        expect(await refusal(admin.call('POST', inShop('/order'), { storeId, roomIds }))).toEqual([
          'INVALID_INPUT',
          'roomIds',
          'not_all_rooms',
        ]);
      }
      expect((await admin.call('POST', inShop('/order'), { storeId, roomIds: [b, a] })).status).toBe(200);
    });

    it('stores one of several concurrent orders completely', async () => {
      const [a = '', b = '', c = ''] = rooms;
      const orders = [
        [a, c, b],
        [c, b, a],
        [b, a, c],
        [c, a, b],
      ];
      const answers = await Promise.all(
        orders.flatMap((roomIds) => [1, 2].map(() => admin.call('POST', inShop('/order'), { storeId, roomIds }))),
      );
      expect(answers.map((it) => it.status)).toEqual(answers.map(() => 200));
      const order = await list();
      expect(orders).toContainEqual(order.map((it) => it.id));
      expect(order.map((it) => it.order)).toEqual([1, 2, 3]);
    });
  });

  describe('POST room/{roomId}/archive', () => {
    const archive = (id: string | undefined, body: object) =>
      admin.call('POST', inShop(`/${id}/archive`), { version: 1, isArchived: true, ...body });

    it('hides the room from the list, keeps it, and restores it as the last', async () => {
      const [a, b, c] = rooms;
      expect((await archive(a, {})).body['archivedAt']).toBe(clock.now().toISOString());
      expect((await list()).map((it) => it.id)).toEqual([b, c]);
      expect((await list('&archived=only')).map((it) => it.id)).toEqual([a]);
      expect(await list('&archived=all')).toHaveLength(3);
      expect(await refusal(archive(a, {}))).toEqual(['STALE']);
      expect((await archive(a, { version: 2 })).body['version']).toBe(2); // already archived
      expect((await archive(a, { version: 2, isArchived: false })).body['archivedAt']).toBe(null);
      expect((await list()).map((it) => it.id)).toEqual([b, c, a]);
    });

    it('lists stranded reservations first, and cancels none when they are accepted (ST-2)', async () => {
      const id = await reserve({ startsAt: at('18:00'), endsAt: at('19:00') });
      await reserve({ startsAt: at('10:00'), endsAt: at('11:00'), state: 'COMPLETED' });
      const { status, body } = await archive(rooms[0], {});
      expect([status, body['code'], problemBody.parse(body).stranded?.map((it) => it.id)]).toEqual([
        409,
        'WOULD_STRAND',
        [id],
      ]);
      expect((await archive(rooms[0], { acceptStranded: true })).status).toBe(200);
      const row = await server.withActor(admin.actor, (tx) =>
        tx.selectFrom('reservations').select('state').where('id', '=', id).executeTakeFirstOrThrow(),
      );
      expect(row.state).toBe('CONFIRMED');
    });

    it('rejects a part of a room in use, and a restore while a part is archived', async () => {
      const [whole, part] = rooms;
      await admin.call('PATCH', inShop(`/${whole}`), { version: 1, partRoomIds: [part] });
      expect(await refusal(archive(part, {}))).toEqual(['ROOM_PARTS_INVALID', 'isArchived', 'is_a_part']);
      expect((await archive(whole, { version: 2 })).status).toBe(200);
      expect((await archive(part, {})).status).toBe(200);
      expect(await refusal(archive(whole, { version: 3, isArchived: false }))).toEqual([
        'ROOM_PARTS_INVALID',
        'isArchived',
        'part_archived',
      ]);
      expect((await archive(part, { version: 2, isArchived: false })).status).toBe(200);
      expect((await archive(whole, { version: 3, isArchived: false })).status).toBe(200);
    });
  });
});
