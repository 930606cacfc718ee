/** @module-tag engines */
// @sweep 1/12 (decision 086)
import type { VirtualLock } from '@munjigi/virtual-devices';
import mqtt from 'mqtt';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import type { EmbeddedBroker } from '../../mqtt/index.ts';
import {
  fakeClock,
  itemsOf,
  makeVirtualDoor,
  startTestBroker,
  startTestServer,
  until,
  type Caller,
  type Shop,
  type TestServer,
  type TestServerOptions,
  type VirtualDoor,
} from '../../testing/index.ts';

/** Commands when the connection between the server and the device breaks (DR-2). */

const open: { close(): Promise<void> }[] = [];
const locks: VirtualLock[] = [];
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.stop();
  for (const it of open.splice(0).reverse()) await it.close();
});

interface World {
  readonly server: TestServer;
  readonly shop: Shop;
  readonly admin: Caller;
  readonly door: VirtualDoor;
  readonly broker: EmbeddedBroker;
}

/** Starts a server with a separate broker and one door. */
async function world(options: TestServerOptions = {}, ownBroker?: EmbeddedBroker): Promise<World> {
  const broker = ownBroker ?? keep(await startTestBroker());
  const server = keep(await startTestServer({ mqttUrl: broker.url, ...options }));
  const shop = await server.makeShop();
  const admin = await server.signIn(shop, ['ADMIN']);
  const door = await makeVirtualDoor(server, shop, admin, { name: 'front' });
  locks.push(door.lock);
  return { server, shop, admin, door, broker };
}
function keep<T extends { close(): Promise<void> }>(it: T): T {
  open.push(it);
  return it;
}
const payloads = (lock: VirtualLock) => lock.received.map((it) => it.payload);

/** Writes and commits a command without sending it, as if the process was killed (`kill -9`) in between. */
async function orderUnsent({ server, shop, door }: World): Promise<string> {
  const storeId = shop.stores[0]?.id ?? '';
  return server.withActor(storeActor(shop.productId, storeId), async (tx) => {
    const row = await tx
      .selectFrom('device_links')
      .selectAll()
      .where('target_id', '=', door.doorId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const link = { ...row, target_name: 'front', target_room_id: null };
    const written = await server.app.devices.writeCommand(tx, {
      link,
      action: 'OPEN',
      cause: { kind: 'PERSON', id: null, label: 'test' },
      source: 'REMOTE',
      reason: null,
      requestKey: null,
    });
    return written.command.id;
  });
}
/** Makes an ended command one that was sent, as it was before a commit that PostgreSQL had not flushed. */
async function loseEnd(server: TestServer, id: string): Promise<void> {
  const owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  await owner.query(`begin; alter table device_history disable trigger user; alter table device_history no force row level security;
    update device_history set status = 'SENT', finished_at = null, acknowledged_at = null, latency_ms = null where id = '${id}';
    alter table device_history enable trigger user; alter table device_history force row level security; commit`);
  await owner.end();
}
async function status({ shop, door, admin }: World, id: string): Promise<string | undefined> {
  const { body } = await admin.call('GET', `/${shop.slug}/device-control/history?targetId=${door.doorId}`);
  const row = itemsOf(body).find((item) => item['id'] === id);
  return row && `${row['status']} ${row['error']?.['code'] ?? ''}`.trim();
}

describe('a command to a lock', () => {
  it('times out when the lock does not answer, and records a late answer in its steps', async () => {
    const clock = fakeClock();
    const it = await world({ clock });
    it.door.lock.silent(true);
    const answer = it.door.operate('open');
    await until('it has arrived', () => it.door.lock.received.length === 1);
    clock.advance(11_000);
    const command = await answer;
    expect(command).toMatchObject({ status: 'TIMED_OUT', error: { code: 'NO_ANSWER' }, acknowledgedAt: null });

    it.door.lock.silent(false);
    it.door.lock.turn('UNLOCKED');
    await until('the late word is noted', () =>
      it.server.withActor(it.admin.actor, (tx) =>
        tx.selectFrom('device_history_steps').select('id').where('step', '=', 'LATE_ANSWER').executeTakeFirst(),
      ),
    );
    expect(await status(it, String(command['id']))).toBe('TIMED_OUT NO_ANSWER');
    // The door opened in the end, so the server locks it again as after any opening.
    clock.advance(6000);
    await until('it is locked again', () => payloads(it.door.lock).includes('LOCK'));
    expect(payloads(it.door.lock)).toEqual(['UNLOCK', 'LOCK']);
  });

  it('is ended by another process at its deadline, and never sent, when its process stops before sending', async () => {
    const clock = fakeClock();
    const it = await world({ clock });
    const beside = keep(await startTestServer({ beside: it.server }));
    const id = await orderUnsent(it);
    expect(await status(it, id)).toBe('SENT');
    await it.server.app.close();
    clock.advance(11_000);
    const caller = { ...it.admin, call: beside.caller(it.admin.token) };
    await until('it has ended', async () => (await status({ ...it, admin: caller }, id)) === 'TIMED_OUT NO_ANSWER');
    expect(payloads(it.door.lock)).toEqual([]);
  });

  it('is not acknowledged by a retained state', async () => {
    const it = await world();
    const second = keep(await startTestServer({ beside: it.server }));
    const id = await orderUnsent(it);
    // The lock is opened manually while no process listens. The broker delivers the retained state to the next
    // listener.
    await it.server.app.devices.close();
    const stranger = await mqtt.connectAsync(it.broker.url);
    await stranger.publishAsync(it.door.lock.topics.state, 'UNLOCKED', { retain: true, qos: 1 });
    await until('the other process listens and has read the state', async () => {
      await second.app.devices.runTick();
      return (await it.door.read())['lockState'] === 'UNLOCKED';
    });
    expect(await status(it, id)).toBe('SENT');
    await stranger.endAsync();
  });

  it('is answered by the lock although another transaction has changed it since its process wrote it', async () => {
    const it = await world({ clock: fakeClock() });
    it.door.lock.silent(true);
    const answer = it.door.operate('open');
    await until('it has arrived', () => it.door.lock.received.length === 1);
    await it.server.withActor(storeActor(it.shop.productId, it.shop.stores[0]?.id ?? ''), (tx) =>
      tx
        .updateTable('device_history')
        .set({ has_answered: true })
        .where('target_id', '=', it.door.doorId)
        .where('status', '=', 'SENT')
        .executeTakeFirstOrThrow(),
    );
    it.door.lock.silent(false);
    it.door.lock.turn('UNLOCKED');
    const command = await answer;
    expect(command).toMatchObject({ status: 'EXECUTED' });
    expect(await status(it, String(command['id']))).toBe('EXECUTED');
  });

  it('ends again when a crash of PostgreSQL has lost its end before the state of the lock is written', async () => {
    const it = await world({ clock: fakeClock() });
    const actor = storeActor(it.shop.productId, it.shop.stores[0]?.id ?? '');
    it.door.lock.silent(true);
    const answer = it.door.operate('open');
    await until('it has arrived', () => it.door.lock.received.length === 1);
    const device = await mqtt.connectAsync(it.broker.url);
    const id = await it.server.withActor(actor, async (tx) => {
      // The state of the lock is written after this transaction.
      await tx.selectFrom('device_links').select('id').where('target_id', '=', it.door.doorId).forUpdate().execute();
      await device.publishAsync(it.door.lock.topics.state, 'UNLOCKED');
      const command = await answer;
      expect(command).toMatchObject({ status: 'EXECUTED' });
      await loseEnd(it.server, String(command['id']));
      expect(await status(it, String(command['id']))).toBe('SENT');
      return String(command['id']);
    });
    await until('it has ended again', async () => (await status(it, id)) === 'EXECUTED');
    await device.endAsync();
  });

  it('is rejected while the broker is away and not sent later, and a new one is executed when the broker is back', async () => {
    const first = await startTestBroker();
    const it = await world({}, first);
    await first.close();
    await until('the door says so', async () => (await it.door.read())['online'] === 'BROKER_LOST');
    const from = performance.now();
    expect(await it.door.operate('open')).toMatchObject({
      status: 'REJECTED_OFFLINE',
      error: { code: 'BROKER_UNREACHABLE' },
    });
    // The rejection does not wait for the timeout of the lock. `npm run bench -- drivers` measures the latency.
    expect(performance.now() - from).toBeLessThan(5000);

    keep(await startTestBroker({ port: first.port }));
    await until('the door is back', async () => (await it.door.read())['online'] === 'ONLINE');
    expect(payloads(it.door.lock)).toEqual([]);
    // Until the lock has reported its availability again, commands are rejected and nothing is sent.
    await until('an order is executed', async () => (await it.door.operate('open'))['status'] === 'EXECUTED');
    expect(payloads(it.door.lock)).toEqual(['UNLOCK']);
  }, 30_000);

  it('is answered at one process while another one listens to the device, and each report is written once', async () => {
    // The clock does not advance, so the server does not relock the door, however slow the machine is.
    const it = await world({ clock: fakeClock() });
    const beside = keep(await startTestServer({ beside: it.server }));
    const other = { ...it.admin, call: beside.caller(it.admin.token) };
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await it.door.operate('open', { by: other })).toMatchObject({ status: 'EXECUTED' });
      expect(await it.door.operate('lock', { by: other })).toMatchObject({ status: 'EXECUTED' });
    }
    await until('the last word is written', async () => (await it.door.history()).length === 20);
    expect((await it.door.history()).filter((row) => row['status'] === 'REPORTED')).toHaveLength(10);
    expect(it.door.lock.received).toHaveLength(10);
  });

  it('is executed by another process when the listening process has stopped', async () => {
    const it = await world();
    const beside = keep(await startTestServer({ beside: it.server }));
    await it.server.app.close();
    const other = { ...it.admin, call: beside.caller(it.admin.token) };
    await until('the door is online there', async () => {
      const { body } = await other.call('GET', `/${it.shop.slug}/door`);
      return itemsOf(body)[0]?.['online'] === 'ONLINE';
    });
    // Until the new listener has the availability of the lock, commands are rejected and nothing is sent.
    await until(
      'an order is executed',
      async () => (await it.door.operate('open', { by: other }))['status'] === 'EXECUTED',
    );
    expect(payloads(it.door.lock)).toEqual(['UNLOCK']);
  });

  it('keeps its history: no actor can change or delete its row and its steps', async () => {
    const it = await world();
    const command = await it.door.operate('open');
    const id = String(command['id']);
    for (const actor of [it.admin.actor, storeActor(it.shop.productId, it.shop.stores[0]?.id ?? '')]) {
      const attempts = [
        () =>
          it.server.withActor(actor, (tx) =>
            tx.updateTable('device_history').set({ status: 'FAILED' }).where('id', '=', id).execute(),
          ),
        () =>
          it.server.withActor(actor, (tx) =>
            tx.updateTable('device_history').set({ status: 'QUEUED' }).where('id', '=', id).execute(),
          ),
        () => it.server.withActor(actor, (tx) => tx.deleteFrom('device_history').where('id', '=', id).execute()),
        () => it.server.withActor(actor, (tx) => tx.deleteFrom('device_history_steps').execute()),
        () => it.server.withActor(actor, (tx) => tx.updateTable('device_history_steps').set({ note: 'x' }).execute()),
      ];
      for (const attempt of attempts)
        await expect(attempt()).rejects.toThrow(/permission denied|cannot change|append-only/);
    }
  });
});
