/** @module-tag engines */
// @sweep 1/12 (decision 086)
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  connectOwner,
  insertUnsequenced,
  listenToEvents,
  startTestServer,
  until,
  type Caller,
  type EventStream,
  type Shop,
  type TestServer,
} from '../testing/index.ts';

describe('the limits of the event stream', () => {
  let server: TestServer;
  let owner: pg.Client;
  let shop: Shop;
  let foreign: Shop;
  beforeAll(async () => {
    server = await startTestServer();
    owner = await connectOwner(server.databaseUrl);
    shop = await server.makeShop({ stores: 2 });
    foreign = await server.makeShop();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await owner.end();
    await server.close();
  });

  const placeOf = (position: number) => `${server.app.events.epoch}-${position}`;
  /** Commits events. Resolves with the position before them once they are sequenced. */
  async function insert(at: Shop, count: number, { store = 0, bytes = 0 } = {}): Promise<string> {
    const before = server.app.events.position();
    await insertUnsequenced(owner, { productId: at.productId, storeId: at.stores[store]?.id ?? '', count, bytes });
    await until('they are sequenced', () => server.app.events.position() >= before + count);
    return placeOf(before);
  }
  const numbers = (stream: EventStream) =>
    stream.events
      .filter(({ event }) => event === 'notifications.changed')
      .map(({ data }) => Number((data as { storeId: string }).storeId.slice(-12)));
  const names = (stream: EventStream) => stream.events.map(({ event }) => event);
  const open = (who: Caller, lastEventId?: string) => listenToEvents(server.url, shop.slug, who.token, lastEventId);

  it('sends every change since the position in the reply of auth/me', async () => {
    const person = await server.signIn(shop, ['ADMIN']);
    const eventPosition = String((await person.call('GET', '/auth/me')).body['eventPosition']);
    await insert(shop, 3);
    const stream = await open(person, eventPosition);
    await until('the missed events', () => numbers(stream).length >= 3);
    expect(numbers(stream)).toHaveLength(3);
    expect(names(stream)).not.toContain('reset');
    stream.close();
  });

  it('refuses all but sixteen streams of one session, and serves other callers meanwhile', async () => {
    const [attacker, other] = [await server.signIn(shop, ['ADMIN']), await server.signIn(shop, ['ADMIN'])];
    const streams: EventStream[] = [];
    for (let round = 0; round < 10; round += 1)
      streams.push(...(await Promise.all(Array.from({ length: 100 }, () => open(attacker)))));
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(16);
    expect(streams.filter(({ status }) => status === 429)).toHaveLength(984);
    const refusal = await attacker.call('GET', `/${shop.slug}/events`);
    expect([refusal.status, refusal.body['code'], Number(refusal.headers.get('retry-after'))]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      5,
    ]);

    const stream = await open(other);
    await stream.first('ready');
    await insert(shop, 1);
    await until('the event', () => numbers(stream).length === 1);
    for (const it of [...streams, stream]) it.close();
    // A closed stream frees a slot.
    await until('the attacker may open one again', async () => {
      const second = await open(attacker);
      second.close();
      return second.status === 200;
    });
  });

  it('reads no event of another product or of a foreign store when a browser resumes', async () => {
    const owned = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    const before = await insert(foreign, 3000);
    await insert(shop, 3000, { store: 1 });
    await insert(shop, 3);
    const read = vi.spyOn(server.app.events, 'readMissed');
    const stream = await open(owned, before);
    await stream.first('ready');
    expect(names(stream)).toEqual([...Array.from({ length: 3 }, () => 'notifications.changed'), 'ready']);
    const rows = await Promise.all(
      read.mock.results.map(async ({ value }) => (await (value as Promise<unknown[]>)).length),
    );
    expect(rows.reduce((sum, count) => sum + count, 0)).toBe(3);
    read.mockRestore();
    stream.close();
  });

  it('answers with a reset when a browser missed more than 5,000 events, and sends 5,000 in pages', async () => {
    const admin = await server.signIn(shop, ['ADMIN']);
    const before = await insert(shop, 5000);
    const whole = await open(admin, before);
    await whole.first('ready');
    expect(names(whole)).not.toContain('reset');
    expect(numbers(whole)).toEqual(Array.from({ length: 5000 }, (_, index) => index + 1));
    whole.close();
    await insert(shop, 1);
    const late = await open(admin, before);
    await late.first('ready');
    expect(names(late)).toEqual(['reset', 'ready']);
    late.close();
  });

  it('reads the next page of missed events only when a slow browser has taken the last one', async () => {
    const admin = await server.signIn(shop, ['ADMIN']);
    const before = await insert(shop, 4000, { bytes: 10_000 });
    const read = vi.spyOn(server.app.events, 'readMissed');
    const { hostname, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.pause();
    socket.write(
      `GET /api/v2/${shop.slug}/events HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${admin.token}\r\nLast-Event-ID: ${before}\r\n\r\n`,
    );
    await until('the first pages', () => read.mock.calls.length > 0);
    // Network buffers hold some of the 40 MB; after that the server waits.
    for (let calls = -1; calls !== read.mock.calls.length;) {
      calls = read.mock.calls.length;
      await sleep(300);
    }
    expect(read.mock.calls.length).toBeLessThan(15);

    let text = '';
    let count = 0;
    socket.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString('latin1')).slice(-200);
      count += chunk.toString('latin1').split('event: notifications.changed').length - 1;
    });
    socket.resume();
    await until('everything', () => text.includes('event: ready'));
    // A name that is split between two chunks is not counted.
    expect(count).toBeGreaterThan(3500);
    expect(read.mock.calls.length).toBeGreaterThanOrEqual(20);
    read.mockRestore();
    socket.destroy();
  });

  it('refuses a session that resumes more than four streams at a time', async () => {
    const admin = await server.signIn(shop, ['ADMIN']);
    const place = placeOf(server.app.events.position());
    let letGo = () => {};
    const held = new Promise<null>((resolve) => (letGo = () => resolve(null)));
    const find = vi.spyOn(server.app.events, 'findPlaceFault').mockImplementation(() => held);
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(admin, place)));
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(streams.filter(({ status }) => status === 429)).toHaveLength(6);
    letGo();
    const resumed = streams.filter(({ status }) => status === 200);
    await Promise.all(resumed.map((stream) => stream.first('ready')));
    find.mockRestore();
    const next = await open(admin, place);
    await next.first('ready');
    for (const stream of [...streams, next]) stream.close();
  });

  it('sends events that commit during a catch-up once and in order', async () => {
    const admin = await server.signIn(shop, ['ADMIN']);
    const before = await insert(shop, 2500);
    const stream = await open(admin, before);
    for (let round = 0; round < 10; round += 1) await insert(shop, 10);
    const expected = [
      ...Array.from({ length: 2500 }, (_, index) => index + 1),
      ...Array.from({ length: 100 }, (_, index) => (index % 10) + 1),
    ];
    await until('everything', () => numbers(stream).length >= expected.length);
    expect(numbers(stream)).toEqual(expected);
    const places = stream.events.filter(({ event }) => event !== 'ready').map(({ id }) => Number(id.split('-')[1]));
    expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
    stream.close();
  });
});
