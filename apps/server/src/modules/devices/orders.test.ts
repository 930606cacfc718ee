/** @module-tag engines */
import type { VirtualLock } from '@munjigi/virtual-devices';
import mqtt from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import type { EmbeddedBroker } from '../../mqtt/index.ts';
import { fakeClock, itemsOf, makeVirtualDoor, startTestBroker, startTestServer, until, type Caller, type Shop, type TestServer, type TestServerOptions, type VirtualDoor } from '../../testing/index.ts';

/** What happens to an order when something between us and the device breaks (DR-2). */

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

/** A server with a broker of the test's own and one door. */
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

/** An order as far as its commit, and not sent: where `kill -9` would hit. */
async function orderUnsent({ server, shop, door }: World): Promise<string> {
  const storeId = shop.stores[0]?.id ?? '';
  return server.withActor(storeActor(shop.productId, storeId), async (tx) => {
    const row = await tx.selectFrom('device_links').selectAll().where('target_id', '=', door.doorId).forUpdate().executeTakeFirstOrThrow();
    const link = { ...row, target_name: 'front', target_room_id: null };
    const written = await server.app.devices.order(tx, {
      link, action: 'OPEN', cause: { kind: 'PERSON', id: null, label: 'test' }, source: 'REMOTE', reason: null, requestKey: null,
    });
    return written.command.id;
  });
}
async function status({ shop, door, admin }: World, id: string): Promise<string | undefined> {
  const { body } = await admin.call('GET', `/${shop.slug}/device-control/history?targetId=${door.doorId}`);
  const row = itemsOf(body).find((item) => item['id'] === id);
  return row && `${row['status']} ${row['error']?.['code'] ?? ''}`.trim();
}

describe('an order', () => {
  it('to a lock that hears and says nothing times out, and a late answer is written to its steps', async () => {
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
      it.server.withActor(it.admin.actor, (tx) => tx.selectFrom('device_history_steps').select('id').where('step', '=', 'LATE_ANSWER').executeTakeFirst()),
    );
    expect(await status(it, String(command['id']))).toBe('TIMED_OUT NO_ANSWER');
    // It opened after all: it is locked again like any other.
    clock.advance(6000);
    await until('it is locked again', () => payloads(it.door.lock).includes('LOCK'));
    expect(payloads(it.door.lock)).toEqual(['UNLOCK', 'LOCK']);
  });

  it('whose process was killed before sending ends by its deadline, at any process, and never arrives', async () => {
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

  it('is not acknowledged by a state that the broker retained', async () => {
    const it = await world();
    const second = keep(await startTestServer({ beside: it.server }));
    const id = await orderUnsent(it);
    // While nobody listens the lock is opened by hand; the broker tells it to who listens next.
    await it.server.app.devices.close();
    const stranger = await mqtt.connectAsync(it.broker.url);
    await stranger.publishAsync(it.door.lock.topics.state, 'UNLOCKED', { retain: true, qos: 1 });
    await until('the other process listens and has read the state', async () => {
      await second.app.devices.look();
      return (await it.door.read())['lockState'] === 'UNLOCKED';
    });
    expect(await status(it, id)).toBe('SENT');
    await stranger.endAsync();
  });

  it('is refused while the broker is away, sent again by nobody, and possible again when it is back', async () => {
    const first = await startTestBroker();
    const it = await world({}, first);
    await first.close();
    await until('the door says so', async () => (await it.door.read())['online'] === 'BROKER_LOST');
    const from = performance.now();
    expect(await it.door.operate('open')).toMatchObject({ status: 'REJECTED_OFFLINE', error: { code: 'BROKER_UNREACHABLE' } });
    // At once, not after what a lock may take; how fast that is, `npm run bench -- drivers` tells.
    expect(performance.now() - from).toBeLessThan(5000);

    keep(await startTestBroker({ port: first.port }));
    await until('the door is back', async () => (await it.door.read())['online'] === 'ONLINE');
    expect(payloads(it.door.lock)).toEqual([]);
    // Until the lock has told of itself anew it is refused, which sends nothing.
    await until('an order is executed', async () => (await it.door.operate('open'))['status'] === 'EXECUTED');
    expect(payloads(it.door.lock)).toEqual(['UNLOCK']);
  }, 30_000);

  it('asked of one process is answered though another one hears the device, and its word is written once', async () => {
    // A clock that stands: nothing is locked again by itself, however slow the machine is.
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

  it('is heard by another process when the one that listened is gone', async () => {
    const it = await world();
    const beside = keep(await startTestServer({ beside: it.server }));
    await it.server.app.close();
    const other = { ...it.admin, call: beside.caller(it.admin.token) };
    await until('the door is online there', async () => {
      const { body } = await other.call('GET', `/${it.shop.slug}/door`);
      return itemsOf(body)[0]?.['online'] === 'ONLINE';
    });
    // Until the lock has told the new listener of itself it is refused, which sends nothing.
    await until('an order is executed', async () => (await it.door.operate('open', { by: other }))['status'] === 'EXECUTED');
    expect(payloads(it.door.lock)).toEqual(['UNLOCK']);
  });

  it('and its history cannot be changed or taken back, as any role', async () => {
    const it = await world();
    const command = await it.door.operate('open');
    const id = String(command['id']);
    for (const actor of [it.admin.actor, storeActor(it.shop.productId, it.shop.stores[0]?.id ?? '')]) {
      const attempts = [
        () => it.server.withActor(actor, (tx) => tx.updateTable('device_history').set({ status: 'FAILED' }).where('id', '=', id).execute()),
        () => it.server.withActor(actor, (tx) => tx.updateTable('device_history').set({ status: 'QUEUED' }).where('id', '=', id).execute()),
        () => it.server.withActor(actor, (tx) => tx.deleteFrom('device_history').where('id', '=', id).execute()),
        () => it.server.withActor(actor, (tx) => tx.deleteFrom('device_history_steps').execute()),
        () => it.server.withActor(actor, (tx) => tx.updateTable('device_history_steps').set({ note: 'x' }).execute()),
      ];
      for (const attempt of attempts) await expect(attempt()).rejects.toThrow(/permission denied|cannot change|append-only/);
    }
  });
});
