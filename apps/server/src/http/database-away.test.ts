/** @module-tag engines */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryDatabase } from '../testing/database.ts';
import { openDatabaseWay, type DatabaseWay } from '../testing/peers/database-way.ts';
import {
  headOffice,
  makeGuest,
  makeKey,
  makeReservation,
  makeVirtualDoor,
  startTestServer,
  until,
  type Caller,
  type Shop,
  type TestServer,
} from '../testing/index.ts';
import { callerAt } from '../testing/server.ts';

describe('requests while the database is away', () => {
  let first: TestServer;
  let server: TestServer;
  let way: DatabaseWay;
  let shop: Shop;
  let admin: Caller;
  const logLines: string[] = [];
  beforeAll(async () => {
    first = await startTestServer();
    way = await openDatabaseWay(first.databaseUrl);
    server = await startTestServer({
      beside: { databaseUrl: way.url, mqttUrl: first.mqttUrl, clock: first.clock },
      logLines,
    });
    shop = await first.makeShop();
    admin = await server.signIn(shop, ['ADMIN']);
  });
  afterAll(async () => {
    await server.close();
    await first.close();
    await way.close().catch(() => undefined);
  });

  it('get 503 DATABASE_UNAVAILABLE with Retry-After from every kind of route, and are answered again when it is back', async () => {
    const [store] = shop.stores;
    if (!store) throw new Error('The shop has no store');
    const startsAt = new Date(Math.ceil(Date.now() / 3600_000 + 1) * 3600_000);
    const reservationId = await makeReservation(first, shop, store.id, {
      roomId: store.rooms[0]?.id ?? '',
      startsAt,
      endsAt: new Date(startsAt.getTime() + 3600_000),
      state: 'CONFIRMED',
    });
    const guest = await makeGuest(first, shop, store.id, reservationId);
    const key = await makeKey(first, shop, shop.stores.slice(0, 1));
    const anonymous = callerAt(server.url, null);
    const requests: readonly (readonly [string, () => ReturnType<Caller['call']>])[] = [
      ['a list', () => admin.call('GET', `/${shop.slug}/room?storeId=${store.id}`)],
      ['a coalesced read', () => admin.call('GET', `/${shop.slug}/payment/notification?limit=1`)],
      ['the board', () => admin.call('GET', `/${shop.slug}/reservations/daily?storeId=${store.id}&date=2026-11-27`)],
      ['a door', () => admin.call('POST', `/${shop.slug}/door/open`, { doorId: store.id })],
      ['sign-in', () => anonymous('POST', '/auth/login', { email: 'nobody@test.example', password: 'a password' })],
      ['a guest', () => callerAt(server.url, guest.token)('GET', `/${shop.slug}/guest/reservation`)],
      ['a channel', () => callerAt(server.url, key.secret)('GET', `/${shop.slug}/channel/store`)],
      ['the booking page', () => anonymous('GET', `/${shop.slug}/booking/store/${store.id}`)],
      ['a message of a provider', () => anonymous('POST', `/${shop.slug}/webhook/toss`, { eventType: 'x' })],
    ];
    // The poller's reply is known, so that the next one takes the fast path.
    expect((await admin.call('GET', `/${shop.slug}/payment/notification?limit=1`)).status).toBe(200);
    await way.close();
    for (const [name, send] of requests) {
      const { status, body, headers } = await send();
      expect([name, status, body['code'], headers.get('retry-after')]).toEqual([
        name,
        503,
        'DATABASE_UNAVAILABLE',
        '2',
      ]);
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect(logLines.filter((line) => line.includes('"msg":"request"'))).toEqual([]);
    await way.open();
    for (const [name, send] of requests)
      await until(`${name} is answered`, async () => (await send()).status !== 503 || null, 10_000);
    expect(logLines.some((line) => line.includes('the database answers again'))).toBe(true);
  });

  it('do the work once when they are repeated with their key', async () => {
    const name = 'Made during an outage';
    const make = () =>
      admin.call(
        'POST',
        `/${shop.slug}/room`,
        { storeId: shop.stores[0]?.id, name, capacity: 4 },
        { 'idempotency-key': 'an-outage-in-the-middle' },
      );
    await way.close();
    expect((await make()).status).toBe(503);
    await way.open();
    const reply = await until('it is made', async () => {
      const answer = await make();
      return answer.status === 200 && answer;
    });
    expect((await make()).body['id']).toBe(reply.body['id']);
    const rooms = await first.withActor(headOffice(shop.productId), (tx) =>
      tx.selectFrom('rooms').select('id').where('name', '=', name).execute(),
    );
    expect(rooms).toHaveLength(1);
  });

  it('get 503 DATABASE_UNAVAILABLE while the disk of the database is full, and are read meanwhile', async () => {
    const [store] = shop.stores;
    const full = `raise exception 'could not extend file "base/5/2619": No space left on device' using errcode = 'disk_full'`;
    const change = () => admin.call('POST', `/${shop.slug}/room`, { storeId: store?.id, name: 'Full', capacity: 4 });
    await queryDatabase(
      first.databaseUrl,
      `create function full_disk() returns trigger language plpgsql as $$ begin ${full}; end $$;
       create trigger full_disk before insert on rooms for each row execute function full_disk()`,
    );
    logLines.length = 0;
    const { status, body, headers } = await change();
    expect([status, body['code'], headers.get('retry-after')]).toEqual([503, 'DATABASE_UNAVAILABLE', '2']);
    expect(logLines.join('\n')).toContain('No space left on device');
    expect((await admin.call('GET', `/${shop.slug}/room?storeId=${store?.id}`)).status).toBe(200);
    await queryDatabase(first.databaseUrl, 'drop trigger full_disk on rooms; drop function full_disk()');
    expect((await change()).status).toBe(200);
  });

  it('release the key of a request that an outage interrupted, so that it is not refused as under way', async () => {
    const { doorId, lock } = await makeVirtualDoor(first, shop, await first.signIn(shop, ['ADMIN']), { name: 'front' });
    lock.silent(true);
    const open = () =>
      admin.call('POST', `/${shop.slug}/door/open`, { doorId }, { 'idempotency-key': 'a-door-in-an-outage' });
    const interrupted = open();
    await until('the lock is told to open', () => lock.received.length > 0 || null);
    await way.close();
    // The server waits for the end of the command, and can neither read it nor release the key.
    expect((await interrupted).status).toBe(503);
    await way.open();
    // A key that is not released is refused for a minute.
    const { body } = await until(
      'it is answered',
      async () => {
        const answer = await open();
        return answer.status === 200 && answer;
      },
      30_000,
    );
    expect([body['status'], lock.received.length]).toEqual(['TIMED_OUT', 1]);
    await lock.stop();
  });
});
