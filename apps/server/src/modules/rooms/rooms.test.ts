import { problemBody, room as roomShape, type Room } from '@munjigi/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeClock, itemsOf, listen, makeReservation, startTestServer, type Caller, type MadeReservation, type Shop, type TestServer } from '../../testing/index.ts';

const clock = fakeClock();
/** `HH:mm` of the day of the clock, in UTC. */
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
  const read = async (id = rooms[0]): Promise<Room> => roomShape.parse((await admin.call('GET', inShop(`/${id}`))).body);
  const list = async (query = '') => itemsOf((await admin.call('GET', inShop(`?storeId=${storeId}${query}`))).body).map((it) => roomShape.parse(it));
  const reserve = (it: Partial<MadeReservation> & Pick<MadeReservation, 'startsAt' | 'endsAt'>) =>
    makeReservation(server, shop, storeId, { roomId: rooms[0] ?? '', ...it });
  async function refusal(answer: Promise<{ body: unknown }>): Promise<(string | undefined)[]> {
    const problem = problemBody.parse((await answer).body);
    return [problem.code, ...(problem.errors ?? []).flatMap((it) => [it.path, it.code])];
  }

  describe('what a room is now', () => {
    const now = async (id?: string) => {
      const { state, stateUntil, nextStartsAt } = await read(id);
      return [state, stateUntil?.slice(11, 16) ?? null, nextStartsAt?.slice(11, 16) ?? null];
    };

    it('follows its reservation from free over reserved and in use to cleaning, to the minute', async () => {
      const id = await reserve({ startsAt: at('14:40'), endsAt: at('15:00'), bufferMinutes: 10 });
      await reserve({ startsAt: at('15:10'), endsAt: at('15:20') });
      expect(await now()).toEqual(['FREE', null, '14:40']);
      clock.set(at('14:40'));
      expect(await now()).toEqual(['RESERVED', '15:00', '15:10']);
      await server.withActor(admin.actor, (tx) => tx.updateTable('reservations').set({ state: 'IN_USE' }).where('id', '=', id).execute());
      expect(await now()).toEqual(['IN_USE', '15:00', '15:10']);
      clock.set(at('15:00'));
      expect(await now()).toEqual(['CLEANING', '15:10', '15:10']);
      clock.set(at('15:10'));
      expect(await now()).toEqual(['RESERVED', '15:20', null]);
      clock.set(at('15:20'));
      expect(await now()).toEqual(['FREE', null, null]);
    });

    it('is blocked by a block, by a closure of it or of its store, and a guest who is in comes before those', async () => {
      await reserve({ startsAt: at('14:00'), endsAt: at('15:00'), kind: 'BLOCK' });
      expect(await now()).toEqual(['BLOCKED', '15:00', null]);
      await reserve({ roomId: rooms[2] ?? '', startsAt: at('14:00'), endsAt: at('15:00'), state: 'IN_USE' });
      const close = (roomIds: string[], from: string, to: string) =>
        admin.call('POST', `/${shop.slug}/store/${storeId}/closure`, { roomIds, startsAt: at(from), endsAt: at(to), reason: 'x', acceptStranded: true });
      await close([rooms[1] ?? ''], '14:00', '16:00');
      await close([], '20:00', '21:00');
      expect(await now(rooms[1])).toEqual(['BLOCKED', '16:00', '20:00']);
      expect(await now()).toEqual(['BLOCKED', '15:00', '20:00']);
      expect((await close([], '14:00', '18:00')).status).toBe(200);
      expect(await now(rooms[1])).toEqual(['BLOCKED', '18:00', '20:00']);
      expect(await now(rooms[2])).toEqual(['IN_USE', '15:00', '20:00']);
      expect(await read(shop.stores[1]?.rooms[0]?.id)).toMatchObject({ state: 'FREE', nextStartsAt: null });
    });

    it('is free beside what is cancelled, expired, over, or an unpaid hold that nobody ended yet', async () => {
      for (const state of ['CANCELLED', 'EXPIRED', 'NO_SHOW'] as const) await reserve({ startsAt: at('14:00'), endsAt: at('15:00'), state });
      await reserve({ startsAt: at('14:00'), endsAt: at('15:00'), state: 'PENDING', holdExpiresAt: at('14:29') });
      expect(await now()).toEqual(['FREE', null, null]);
    });

    it('is that of a linked room both ways, and of rooms that share a part', async () => {
      const [whole = '', part = '', other = ''] = rooms;
      const { body } = await admin.call('POST', inShop(''), { storeId, name: 'Both', capacity: 20, partRoomIds: [part, other] });
      await admin.call('PATCH', inShop(`/${whole}`), { version: 1, partRoomIds: [part] });
      await reserve({ roomId: part, startsAt: at('14:00'), endsAt: at('15:00'), state: 'IN_USE' });
      await reserve({ roomId: whole, startsAt: at('16:00'), endsAt: at('17:00') });
      for (const id of [whole, part, String(body['id'])]) expect(await now(id)).toEqual(['IN_USE', '15:00', '16:00']);
      expect(await now(other)).toEqual(['FREE', null, null]);
    });

    it('names what a block is for, and the next guest behind blocks and closures (OV-1)', async () => {
      await reserve({ startsAt: at('14:00'), endsAt: at('15:00'), kind: 'BLOCK' });
      await reserve({ startsAt: at('15:00'), endsAt: at('16:00'), kind: 'BLOCK' });
      await reserve({ startsAt: at('16:00'), endsAt: at('17:00'), kind: 'BLOCK' });
      await reserve({ startsAt: at('18:00'), endsAt: at('19:00'), bufferMinutes: 10 });
      await reserve({ startsAt: at('20:00'), endsAt: at('21:00') });
      expect(await read()).toMatchObject({ state: 'BLOCKED', blockReason: 'CLEANING', nextStartsAt: at('15:00').toISOString(), nextGuestStartsAt: at('18:00').toISOString() });
      await admin.call('POST', `/${shop.slug}/store/${storeId}/closure`, { roomIds: [rooms[1]], startsAt: at('14:00'), endsAt: at('16:00'), reason: 'x', acceptStranded: true });
      expect(await read(rooms[1])).toMatchObject({ state: 'BLOCKED', blockReason: null, nextGuestStartsAt: null });
      const whole = String((await admin.call('POST', inShop(''), { storeId, name: 'Both', capacity: 20, partRoomIds: [rooms[0], rooms[2]] })).body['id']);
      expect(await read(whole)).toMatchObject({ state: 'BLOCKED', blockReason: 'CLEANING', nextGuestStartsAt: at('18:00').toISOString() });
    });

    it('is ARCHIVED when it is archived', async () => {
      await admin.call('POST', inShop(`/${rooms[0]}/archive`), { version: 1, isArchived: true });
      expect(await now()).toEqual(['ARCHIVED', null, null]);
    });

    it('costs the same number of statements for any number of rooms: the page is one', async () => {
      expect((await list()).map((it) => it.state)).toEqual(['FREE', 'FREE', 'FREE']);
      expect((await list('&limit=2&page=1')).map((it) => it.id)).toEqual([rooms[2]]);
    });
  });

  describe('making and changing one', () => {
    it('makes it the last of its store, and tells of it', async () => {
      const stream = await listen(server.url, shop.slug, admin.token);
      const { body } = await admin.call('POST', inShop(''), { storeId, name: ' 파티룸 ', capacity: 12, amenities: ['TV'] });
      const made = roomShape.parse(body);
      expect(made).toEqual({
        id: made.id, storeId, name: '파티룸', capacity: 12, description: '', amenities: ['TV'], order: 4, partRoomIds: [], photos: [], archivedAt: null,
        state: 'FREE', stateUntil: null, blockReason: null, nextStartsAt: null, nextGuestStartsAt: null, overrun: null, version: 1,
      });
      expect((await list()).at(-1)).toEqual(made);
      expect((await stream.first('room.changed')).data).toEqual(made);
      stream.close();
    });

    it('changes what was sent, writes it down before → after, and refuses a stale version with what it is (AP-4)', async () => {
      const { status, body } = await admin.call('PATCH', inShop(`/${rooms[0]}`), { version: 1, name: 'New', description: 'Big' });
      expect([status, body['name'], body['description'], body['version'], body['capacity']]).toEqual([200, 'New', 'Big', 2, 4]);
      const stale = await admin.call('PATCH', inShop(`/${rooms[0]}`), { version: 1, name: 'Newer' });
      expect([stale.status, stale.body['code'], stale.body['current']]).toEqual([409, 'STALE', body]);
      const log = await server.withActor(admin.actor, (tx) => tx.selectFrom('audit_log').select(['action', 'detail', 'subject_id', 'store_id']).execute());
      expect(log).toEqual([
        { action: 'room.changed', detail: { before: { name: 'Room 1', description: '' }, after: { name: 'New', description: 'Big' } }, subject_id: rooms[0], store_id: storeId },
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
    ])('refuses %s at its field', async (_what, given, expected) => {
      const { partRoomIds, ...rest } = given as { partRoomIds?: string[] };
      const ids = partRoomIds?.map((it) => (it === 'X' ? shop.stores[1]?.rooms[0]?.id : rooms[Number(it)]));
      expect(await refusal(admin.call('PATCH', inShop(`/${rooms[0]}`), { version: 1, ...rest, ...(ids ? { partRoomIds: ids } : {}) }))).toEqual(expected);
    });

    it('is for head office and the owner only; others read', async () => {
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
        for (const [method, path, body] of calls) expect(await refusal(caller.call(method, inShop(path), body)), `${role} ${path}`).toEqual(['CAPABILITY_MISSING']);
      }
      for (const [method, path, body] of calls) expect(await refusal(owner.call(method, inShop(path), body)), path).toEqual(['NOT_FOUND']);
      expect((await owner.call('GET', inShop(`?storeId=${storeId}`))).body['total']).toBe(0);
    });
  });

  describe('their order', () => {
    it('is that of the list, and another version of what moved', async () => {
      const [a = '', b = '', c = ''] = rooms;
      const { status, body } = await admin.call('POST', inShop('/order'), { storeId, roomIds: [a, c, b] });
      expect([status, itemsOf(body).map((it) => it['id'])]).toEqual([200, [a, c, b]]);
      expect((await list()).map((it) => [it.id, it.version])).toEqual([[a, 1], [c, 2], [b, 2]]);
    });

    it('names each room that is not archived, once', async () => {
      const [a = '', b = '', c = ''] = rooms;
      const foreign = shop.stores[1]?.rooms[0]?.id;
      await admin.call('POST', inShop(`/${c}/archive`), { version: 1, isArchived: true });
      for (const roomIds of [[a], [a, b, c], [a, b, b], [a, b, foreign]]) {
        expect(await refusal(admin.call('POST', inShop('/order'), { storeId, roomIds }))).toEqual(['INVALID_INPUT', 'roomIds', 'not_all_rooms']);
      }
      expect((await admin.call('POST', inShop('/order'), { storeId, roomIds: [b, a] })).status).toBe(200);
    });

    it('is one of those that were asked for at the same time, whole', async () => {
      const [a = '', b = '', c = ''] = rooms;
      const wanted = [[a, c, b], [c, b, a], [b, a, c], [c, a, b]];
      const answers = await Promise.all(wanted.flatMap((roomIds) => [1, 2].map(() => admin.call('POST', inShop('/order'), { storeId, roomIds }))));
      expect(answers.map((it) => it.status)).toEqual(answers.map(() => 200));
      const order = await list();
      expect(wanted).toContainEqual(order.map((it) => it.id));
      expect(order.map((it) => it.order)).toEqual([1, 2, 3]);
    });
  });

  describe('putting one away', () => {
    const archive = (id: string | undefined, body: object) => admin.call('POST', inShop(`/${id}/archive`), { version: 1, isArchived: true, ...body });

    it('takes it off the list, keeps it, and brings it back as the last', async () => {
      const [a, b, c] = rooms;
      expect((await archive(a, {})).body['archivedAt']).toBe(clock.now().toISOString());
      expect((await list()).map((it) => it.id)).toEqual([b, c]);
      expect((await list('&archived=only')).map((it) => it.id)).toEqual([a]);
      expect(await list('&archived=all')).toHaveLength(3);
      expect(await refusal(archive(a, {}))).toEqual(['STALE']);
      expect((await archive(a, { version: 2 })).body['version']).toBe(2); // it is already
      expect((await archive(a, { version: 2, isArchived: false })).body['archivedAt']).toBe(null);
      expect((await list()).map((it) => it.id)).toEqual([b, c, a]);
    });

    it('lists who has it first, and cancels nothing when that is accepted (ST-2)', async () => {
      const id = await reserve({ startsAt: at('18:00'), endsAt: at('19:00') });
      await reserve({ startsAt: at('10:00'), endsAt: at('11:00'), state: 'COMPLETED' });
      const { status, body } = await archive(rooms[0], {});
      expect([status, body['code'], problemBody.parse(body).stranded?.map((it) => it.id)]).toEqual([409, 'WOULD_STRAND', [id]]);
      expect((await archive(rooms[0], { acceptStranded: true })).status).toBe(200);
      const row = await server.withActor(admin.actor, (tx) => tx.selectFrom('reservations').select('state').where('id', '=', id).executeTakeFirstOrThrow());
      expect(row.state).toBe('CONFIRMED');
    });

    it('refuses a part of a room in use, and a room whose part is away', async () => {
      const [whole, part] = rooms;
      await admin.call('PATCH', inShop(`/${whole}`), { version: 1, partRoomIds: [part] });
      expect(await refusal(archive(part, {}))).toEqual(['ROOM_PARTS_INVALID', 'isArchived', 'is_a_part']);
      expect((await archive(whole, { version: 2 })).status).toBe(200);
      expect((await archive(part, {})).status).toBe(200);
      expect(await refusal(archive(whole, { version: 3, isArchived: false }))).toEqual(['ROOM_PARTS_INVALID', 'isArchived', 'part_archived']);
      expect((await archive(part, { version: 2, isArchived: false })).status).toBe(200);
      expect((await archive(whole, { version: 3, isArchived: false })).status).toBe(200);
    });
  });
});
