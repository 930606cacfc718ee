/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { setTimeout as sleep } from 'node:timers/promises';
import { startVirtualLock } from '@munjigi/virtual-devices';
import mqtt from 'mqtt';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { door as doorShape } from '@munjigi/contract';
import { storesActor } from '../../../db/index.ts';
import { publish } from '../../../events/index.ts';
import type { EmbeddedBroker } from '../../../mqtt/index.ts';
import {
  itemsOf,
  makeVirtualDoor,
  startTestBroker,
  startTestServer,
  until,
  type Shop,
  type TestServer,
  type VirtualDoor,
} from '../../../testing/index.ts';

const open: { close(): Promise<void> }[] = [];
const doors: VirtualDoor[] = [];
afterEach(async () => {
  for (const { lock } of doors.splice(0)) await lock.stop();
  for (const it of open.splice(0).reverse()) await it.close();
});

const doorsActor = ({ productId, stores }: Shop) =>
  storesActor(
    productId,
    stores.map((it) => it.id),
  );

async function connectTo({ databaseUrl }: TestServer): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  open.push({ close: () => client.end() });
  return client;
}

/**
 * Locks the link of one door while `before` and `act` run. `act` starts when an update of the server waits for that
 * lock.
 */
async function whileHeld(
  server: TestServer,
  shop: Shop,
  door: VirtualDoor,
  { before, act }: { before: () => Promise<void>; act: () => Promise<void> },
): Promise<void> {
  const onlooker = await connectTo(server);
  const waiting =
    "select from pg_stat_activity where wait_event_type = 'Lock' and query like 'update \"device_links\"%' and datname = current_database()";
  await server.withActor(doorsActor(shop), async (tx) => {
    await tx
      .selectFrom('device_links')
      .select('id')
      .where('target_id', '=', door.doorId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await before();
    await until('the beginning of listening waits', async () => (await onlooker.query(waiting)).rows.length > 0);
    await act();
  });
}

/** Two sides meet at a gate: one announces that it has reached it, and waits until the other side opens it. */
function gate(): { isReached(): void; open(): void; readonly isThere: Promise<void>; readonly isOpen: Promise<void> } {
  let [isReached, letIn] = [() => {}, () => {}];
  const isThere = new Promise<void>((resolve) => (isReached = resolve));
  const isOpen = new Promise<void>((resolve) => (letIn = resolve));
  return { isReached, open: letIn, isThere, isOpen };
}

/** The topics that were published at the broker. The set grows with each message. */
async function collectTopics({ url }: EmbeddedBroker): Promise<ReadonlySet<string>> {
  const topics = new Set<string>();
  const client = await mqtt.connectAsync(url);
  open.push({ close: () => client.endAsync(true) });
  client.on('message', (topic) => topics.add(topic));
  await client.subscribeAsync('#');
  return topics;
}

describe('start of the listener', () => {
  it('keeps the state of a device that reports while the links are being read', async () => {
    let broker: EmbeddedBroker = await startTestBroker();
    open.push({ close: () => broker.close() });
    const server = await startTestServer({ mqttUrl: broker.url });
    open.push(server);
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    for (const name of ['one', 'other']) doors.push(await makeVirtualDoor(server, shop, admin, { name }));
    let reported: ReadonlySet<string> = new Set();
    for (const [held, speaking] of [doors, [...doors].reverse()] as [VirtualDoor, VirtualDoor][]) {
      await held.lock.offline(true);
      await until('it is gone', async () => (await held.read())['online'] === 'DEVICE_OFFLINE');
      // The row that was written last comes last in the table, so the reader reaches the locked row first and waits
      // there.
      for (const to of ['UNLOCKED', 'LOCKED'] as const) {
        speaking.lock.turn(to);
        await until(`it is ${to}`, async () => (await speaking.read())['lockState'] === to);
      }
      // A `door.changed` event makes the server read the links of the store again. The event is written before the
      // restart of the broker and committed in the middle of that read.
      const data = doorShape.parse(await speaking.read());
      const news = gate();
      const publishing = server.withActor(doorsActor(shop), async (tx) => {
        await publish(tx, { productId: shop.productId, storeId: data.storeId, name: 'door.changed', data });
        news.isReached();
        await news.isOpen;
      });
      await news.isThere;
      await whileHeld(server, shop, held, {
        async before() {
          await broker.close();
          broker = await startTestBroker({ port: broker.port });
          reported = await collectTopics(broker);
        },
        async act() {
          await until('the lock is there again', () => reported.has(speaking.lock.topics.availability));
          news.open();
          await publishing;
          // Long enough that a server that subscribed too early would receive the report.
          await sleep(1000);
        },
      });
      await held.lock.offline(false);
      // The server receives the report of the locked link after it has read all links.
      for (const door of [held, speaking])
        await until(
          'the server knows that it is there',
          async () => (await door.read())['online'] === 'ONLINE',
          10_000,
        );
      for (const door of [held, speaking])
        expect(await door.read()).toMatchObject({ online: 'ONLINE', lockState: 'LOCKED' });
    }
  });
});

describe('device announcements', () => {
  it('are kept when the database connection breaks during the write', async () => {
    const server = await startTestServer();
    open.push(server);
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    const store = shop.stores[0];
    if (!store) throw new Error('The shop has no store');
    // Two connections, because pg_stat_activity does not change within a transaction.
    const [holder, onlooker] = [await connectTo(server), await connectTo(server)];
    await holder.query('begin');
    await holder.query('lock table discovered_devices in exclusive mode');
    const lock = await startVirtualLock({ url: server.mqttUrl, prefix: store.mqttPrefix, name: 'late' });
    open.push({ close: () => lock.stop() });
    const broken = await until('it waits to be written', async () => {
      const { rowCount } = await onlooker.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%discovered_devices%' and datname = current_database() and pid <> pg_backend_pid()",
      );
      return rowCount;
    });
    expect(broken).toBe(1);
    await holder.query('rollback');
    const found = await until('it is discovered', async () =>
      itemsOf((await admin.call('GET', `/${shop.slug}/door/discovered?limit=200`)).body).find(
        (item) => item['name'] === 'late',
      ),
    );
    expect(found).toMatchObject({ name: 'late', storeId: store.id });
  });
});
