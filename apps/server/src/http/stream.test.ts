/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM, storeActor, type Tx } from '../db/index.ts';
import { publish, sweepEvents } from '../events/index.ts';
import {
  listenToEvents,
  startTestServer,
  until,
  type EventStream,
  type Shop,
  type TestServer,
} from '../testing/index.ts';

describe('the event stream (AP-6)', () => {
  let one: TestServer;
  let two: TestServer;
  let shop: Shop;
  beforeAll(async () => {
    one = await startTestServer();
    two = await startTestServer({ beside: one });
    shop = await one.makeShop({ stores: 2 });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  /** A notification event whose store id contains a number that the test can recognise. */
  const numbered = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const say = (tx: Tx, number: number, at: Shop = shop, store = 0) =>
    publish(tx, {
      productId: at.productId,
      storeId: at.stores[store]?.id ?? null,
      name: 'notifications.changed',
      data: { storeId: numbered(number) },
    });
  const commit = (number: number, at: Shop = shop, store = 0) =>
    one.withActor(storeActor(at.productId, at.stores[store]?.id ?? ''), (tx) => say(tx, number, at, store));
  const received = (stream: EventStream) =>
    stream.events
      .filter(({ event }) => event === 'notifications.changed')
      .map(({ data }) => Number((data as { storeId: string }).storeId.slice(-12)));

  it('sends only events that the person has the right to see: the product, their stores, the capability', async () => {
    const foreign = await one.makeShop();
    const [admin, owner, stranger] = await Promise.all([
      one.signIn(shop, ['ADMIN']),
      one.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1)),
      one.signIn(foreign, ['ADMIN']),
    ]);
    const streams = await Promise.all([
      listenToEvents(one.url, shop.slug, admin.token),
      listenToEvents(two.url, shop.slug, owner.token),
      listenToEvents(two.url, foreign.slug, stranger.token),
    ]);
    await Promise.all(streams.map((stream) => stream.first('ready')));
    await commit(1);
    await commit(2, shop, 1);
    await commit(3, foreign);
    // SUB_ADMIN lacks the right too: discovered locks are visible only with the right to configure doors.
    await until(
      'the last of each',
      () => received(streams[0]).includes(2) && received(streams[1]).includes(1) && received(streams[2]).includes(3),
    );
    await sleep(100);
    expect(streams.map(received)).toEqual([[1, 2], [1], [3]]);
    for (const stream of streams) stream.close();
  });

  it('delivers the events of hundreds of parallel transactions, each once and in one order at both processes', async () => {
    const admin = await one.signIn(shop, ['ADMIN']);
    const streams = await Promise.all([one, two].map((server) => listenToEvents(server.url, shop.slug, admin.token)));
    await Promise.all(streams.map((stream) => stream.first('ready')));
    await Promise.all(Array.from({ length: 200 }, (_, number) => commit(1000 + number)));
    await until('all of them', () => streams.every((stream) => received(stream).length >= 200));
    await sleep(100);
    const [first = [], second] = streams.map(received);
    expect(first).toHaveLength(200);
    expect(new Set(first).size).toBe(200);
    expect(second).toEqual(first);
    for (const stream of streams) stream.close();
  });

  it('delivers events that commit while an older transaction is open, and neither skips nor repeats an event when a browser resumes', async () => {
    const admin = await one.signIn(shop, ['ADMIN']);
    const stream = await listenToEvents(one.url, shop.slug, admin.token);
    await stream.first('ready');
    await commit(1);
    await until('the first', () => received(stream).includes(1));

    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let announce = () => {};
    const published = new Promise<void>((resolve) => (announce = resolve));
    const late = one.withActor(storeActor(shop.productId, shop.stores[0]?.id ?? ''), async (tx) => {
      await say(tx, 2); // Inserted before the events that commit first.
      announce();
      await held;
    });
    await Promise.race([published, late]); // `late` settles first only if it fails.
    for (const number of [3, 4, 5]) await commit(number);
    await until('what committed meanwhile', () => received(stream).includes(5));
    const place = stream.events.at(-1)?.id ?? '';
    stream.close();
    letGo();
    await late;
    await commit(6);

    for (const server of [one, two]) {
      const resumed = await listenToEvents(server.url, shop.slug, admin.token, place);
      await until('the last', () => received(resumed).includes(6));
      expect([...received(stream), ...received(resumed)]).toEqual([1, 3, 4, 5, 2, 6]);
      expect(resumed.events.some(({ event }) => event === 'reset')).toBe(false);
      resumed.close();
    }
  });

  it('sends the position of each event, and resumes from any of them', async () => {
    const admin = await one.signIn(shop, ['ADMIN']);
    const stream = await listenToEvents(one.url, shop.slug, admin.token);
    await stream.first('ready');
    for (let number = 1; number <= 5; number += 1) await commit(number);
    await until('all', () => received(stream).length === 5);
    for (const [index, { id }] of stream.events.filter(({ event }) => event === 'notifications.changed').entries()) {
      const resumed = await listenToEvents(two.url, shop.slug, admin.token, id);
      await resumed.first('ready');
      // A process that lags behind sends the remaining events a moment later, each once and in order.
      await until('the rest', () => received(resumed).length >= 4 - index);
      expect(received(resumed)).toEqual([1, 2, 3, 4, 5].slice(index + 1));
      resumed.close();
    }
    stream.close();
  });

  it.each([
    ['garbage'],
    ['7.1'],
    ['-1'],
    ['000000000000-1'],
    ['000000000000-9999999999999999'],
    ["1'; drop table events; --"],
  ])('answers the position «%s» with a reset', async (place) => {
    const admin = await one.signIn(shop, ['ADMIN']);
    const stream = await listenToEvents(one.url, shop.slug, admin.token, place);
    await stream.first('ready');
    expect(stream.events.map(({ event }) => event)).toEqual(['reset', 'ready']);
    stream.close();
  });

  it('answers a position beyond the last event with a reset', async () => {
    const admin = await one.signIn(shop, ['ADMIN']);
    const stream = await listenToEvents(
      one.url,
      shop.slug,
      admin.token,
      `${one.app.events.epoch}-${one.app.events.position() + 1_000_000}`,
    );
    await stream.first('ready');
    expect(stream.events.map(({ event }) => event)).toEqual(['reset', 'ready']);
    stream.close();
  });

  it('answers a position that was already deleted with a reset', async () => {
    const admin = await one.signIn(shop, ['ADMIN']);
    const stream = await listenToEvents(one.url, shop.slug, admin.token);
    const { id } = await stream.first('ready');
    await commit(1);
    await commit(2);
    await until('both', () => received(stream).length === 2);
    stream.close();
    await sweepEvents(one.app.db, new Date(Date.now() + 60_000));
    // All rows: the sweep deletes the events of every test.
    expect(await one.withActor(SYSTEM, (tx) => tx.selectFrom('events').select('id').execute())).toEqual([]);
    const resumed = await listenToEvents(one.url, shop.slug, admin.token, id);
    await resumed.first('ready');
    expect(resumed.events[0]?.event).toBe('reset');
    resumed.close();
  });

  it('sends nothing of a rolled-back transaction', async () => {
    const admin = await one.signIn(shop, ['ADMIN']);
    const stream = await listenToEvents(one.url, shop.slug, admin.token);
    await stream.first('ready');
    const failed = one.withActor(storeActor(shop.productId, shop.stores[0]?.id ?? ''), async (tx) => {
      await say(tx, 1);
      throw new Error(`on purpose ${uuidv7()}`);
    });
    await expect(failed).rejects.toThrow('on purpose');
    await commit(2);
    await until('what was said', () => received(stream).length > 0);
    expect(received(stream)).toEqual([2]);
    stream.close();
  });
});
