/** @module-tag engines */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../db/index.ts';
import {
  makeVirtualDoor,
  startTestServer,
  until,
  type Caller,
  type Shop,
  type TestServer,
  type VirtualDoor,
} from '../testing/index.ts';

/** Rights are recalled from memory and checked by the first transaction (decision 118). Each request is warm. */
describe('rights from memory', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let door: VirtualDoor;
  beforeAll(async () => {
    server = await startTestServer();
    shop = await server.makeShop({ stores: 2, rooms: 2 });
    admin = await server.signIn(shop, ['ADMIN']);
    door = await makeVirtualDoor(server, shop, admin, { name: 'front' });
  });
  afterAll(async () => {
    await door.lock.stop();
    await server.close();
  });

  const inDatabase = (text: ReturnType<typeof sql>) => server.withActor(SYSTEM, (tx) => text.execute(tx));
  const endSession = ({ sessionId }: Caller) =>
    inDatabase(sql`update sessions set ended_at = now(), end_reason = 'SIGN_OUT' where id = ${sessionId}`);
  const [boardOf, roomsOf] = [
    (storeId: string) => `/${shop.slug}/reservations/daily?storeId=${storeId}&date=2026-11-30`,
    (storeId: string) => `/${shop.slug}/room?storeId=${storeId}`,
  ];
  const storeIds = () => shop.stores.map(({ id }) => id) as [string, string];

  it('are refused when the session has ended, also if the request would have failed anyway', async () => {
    const person = await server.signIn(shop, ['ADMIN']);
    const [storeId] = storeIds();
    const requests = [
      () => person.call('GET', roomsOf(storeId)),
      () => person.call('GET', boardOf(storeId)),
      () => person.call('GET', `/${shop.slug}/room?unknown=1`),
      () => person.call('POST', `/${shop.slug}/room`, { name: 7 }),
      () => person.call('POST', `/${shop.slug}/door/open`, { doorId: 'no id' }),
      () => person.call('GET', `/${shop.slug}/reservation/01890000-0000-7000-8000-000000000000`),
    ];
    const before = await Promise.all(requests.map(async (send) => (await send()).status));
    expect(before).toEqual([200, 200, 400, 400, 400, 404]);
    await endSession(person);
    const after = await Promise.all(requests.map(async (send) => (await send()).body['code']));
    expect(new Set(after)).toEqual(new Set(['SESSION_ENDED']));
  });

  it('admit at once to what was refused before', async () => {
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    const [own, other] = storeIds();
    const read = async (path: string) => (await owner.call('GET', path)).status;
    expect([await read(boardOf(own)), await read(boardOf(other))]).toEqual([200, 404]);
    await inDatabase(
      sql`insert into user_stores (product_id, user_id, store_id)
        values (${shop.productId}, ${owner.userId}, ${other})`,
    );
    await inDatabase(sql`update sessions set ended_at = null where id = ${owner.sessionId}`);
    expect([await read(boardOf(own)), await read(boardOf(other))]).toEqual([200, 200]);
  });

  it('of one person say nothing about the others who read the same board', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => server.signIn(shop, ['SUB_ADMIN'])));
    const [storeId] = storeIds();
    const readAll = () =>
      Promise.all(people.map(async (person) => (await person.call('GET', boardOf(storeId))).status));
    for (const ended of people) {
      expect(new Set(await readAll())).toContain(200);
      await endSession(ended);
      const open = people.slice(people.indexOf(ended) + 1);
      expect(await readAll()).toEqual(people.map((person) => (open.includes(person) ? 200 : 401)));
    }
  });

  it('that change while a lock moves do not open it twice', async () => {
    door.lock.silent(true);
    const before = door.lock.received.length;
    const answer = door.operate('open', { key: 'once' });
    await until('the command has arrived', () => door.lock.received.length === before + 1);
    await inDatabase(sql`update users set name = 'New' where id = ${admin.userId}`);
    door.lock.silent(false);
    door.lock.turn('UNLOCKED');
    expect(await answer).toMatchObject({ status: 'EXECUTED' });
    expect(door.lock.received.length).toBe(before + 1);
    expect(await door.operate('open', { key: 'once' })).toEqual(await answer);
    expect(door.lock.received.length).toBe(before + 1);
  });

  it('write a change once when the sessions change at the same time', async () => {
    const [storeId] = storeIds();
    const names = Array.from({ length: 12 }, (_none, index) => `Made ${index}`);
    const changes = setInterval(
      () => void inDatabase(sql`update users set name = 'Again' where id = ${admin.userId}`),
      2,
    );
    try {
      const replies = await Promise.all(
        names.map((name) => admin.call('POST', `/${shop.slug}/room`, { storeId, name, capacity: 4 })),
      );
      expect(replies.map(({ status }) => status)).toEqual(names.map(() => 200));
    } finally {
      clearInterval(changes);
    }
    const rooms = (await admin.call('GET', roomsOf(storeId))).body['items'] as unknown as { name: string }[];
    expect(
      rooms
        .map(({ name }) => name)
        .filter((name) => names.includes(name))
        .sort(),
    ).toEqual([...names].sort());
  });
});
