/** @module-tag engines */
// @sweep 1/8 (decision 086)
import type { VirtualLock } from '@munjigi/virtual-devices';
import mqtt, { type MqttClient } from 'mqtt';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  countOddMembers,
  makeVirtualDoor,
  refusedMessages,
  startTestServer,
  until,
  type Caller,
  type Shop,
  type TestServer,
  type VirtualDoor,
} from '../../testing/index.ts';

/** Invalid and hostile MQTT messages are counted and have no effect. */

let server: TestServer;
let shop: Shop;
let admin: Caller;
let door: VirtualDoor;
let stranger: MqttClient;
const locks: VirtualLock[] = [];

beforeAll(async () => {
  server = await startTestServer();
  shop = await server.makeShop({ stores: 2 });
  admin = await server.signIn(shop, ['ADMIN']);
  door = await makeVirtualDoor(server, shop, admin, { name: 'front' });
  locks.push(door.lock);
  stranger = await mqtt.connectAsync(server.mqttUrl);
});
afterAll(async () => {
  for (const lock of locks) await lock.stop();
  await stranger.endAsync();
  await server.close();
});

const refused = (reason: string) => refusedMessages(server, reason);
type Count = (reason: string) => Promise<number>;
const odd: Count = (reason) => countOddMembers(server, reason);

async function say(topic: string, payload: string | Buffer, reason: string, count: Count = refused): Promise<void> {
  const before = await count(reason);
  await stranger.publishAsync(topic, payload, { retain: true, qos: 1 });
  await until(`${reason} is counted`, async () => (await count(reason)) > before);
  await stranger.publishAsync(topic, '', { retain: true, qos: 1 });
}
const prefix = () => shop.stores[0]?.mqttPrefix ?? '';
const config = (name = 'evil') => `${prefix()}/homeassistant/lock/${name}/lock/config`;
const announce = (more: object) =>
  JSON.stringify({ uniq_id: 'evil', cmd_t: `${prefix()}/evil/set`, stat_t: `${prefix()}/evil/state`, ...more });

describe('hostile MQTT messages', () => {
  it('are counted when an announcement is not JSON, not a device, or names topics outside the store', async () => {
    await say(config(), '{"cmd_t":', 'not_json');
    await say(config(), '[1]', 'not_an_object');
    await say(config(), '{}', 'bad_shape');
    await say(`${prefix()}/homeassistant/vacuum/evil/config`, '{}', 'not_a_device');
    await say(`${prefix()}/homeassistant/light/evil/config`, '{}', 'bad_shape');
    await say(config(), announce({ cmd_t: '#' }), 'hostile_topic');
    await say(config(), announce({ cmd_t: '$SYS/broker/x' }), 'hostile_topic');
    await say(config(), announce({ stat_t: `${shop.stores[1]?.mqttPrefix}/front/state` }), 'foreign_topic');
    await say(config(), announce({ cmd_t: config('other') }), 'foreign_topic');
    const parts = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [index, { p: 'lock' }]));
    await say(`${prefix()}/homeassistant/device/evil/config`, JSON.stringify({ cmps: parts }), 'too_many_entities');
    expect((await admin.call('GET', `/${shop.slug}/door/discovered`)).body['total']).toBe(0);
  });

  it('cannot announce a second lock with the same id or move a door to other topics', async () => {
    await say(config('twin'), announce({ uniq_id: 'front-lock' }), 'duplicate_id');
    await say(door.lock.topics.config, announce({ uniq_id: 'front-lock' }), 'changed_after_approval');
    expect((await door.read())['driverSettings']?.['commandTopic']).toBe(door.lock.topics.command);
    expect(await door.operate('open')).toMatchObject({ status: 'EXECUTED' });
    expect(await door.operate('lock')).toMatchObject({ status: 'EXECUTED' });
  });

  it('are counted when a state is unknown or very large and leave the door unchanged', async () => {
    for (const payload of ['nonsense', '{"state":"UNLOCKED"}', Buffer.from([0, 255, 254]), 'x'.repeat(60_000)]) {
      await say(door.lock.topics.state, payload, 'unknown_state', odd);
    }
    await say(door.lock.topics.availability, 'perhaps', 'unknown_state', odd);
    expect(await door.read()).toMatchObject({ lockState: 'LOCKED', online: 'ONLINE' });
  });

  it('cannot fill a store beyond 500 announcements', async () => {
    const before = await refused('too_many_entities');
    const store = shop.stores[1];
    if (store === undefined) throw new Error('The shop has one store');
    const total = async () =>
      Number((await admin.call('GET', `/${shop.slug}/door/discovered?storeId=${store.id}&limit=1`)).body['total']);
    const announceLock = (name: string) =>
      stranger.publishAsync(
        `${store.mqttPrefix}/homeassistant/lock/${name}/config`,
        JSON.stringify({ uniq_id: name, cmd_t: `${store.mqttPrefix}/${name}/set` }),
        { qos: 1 },
      );
    await announceLock('first');
    await until('the first is kept', async () => (await total()) === 1);
    // Copies the first announcement in the database, because 500 real ones take a minute on a busy machine. The last 20
    // and those beyond the limit come from the broker.
    await server.withActor(storeActor(shop.productId, store.id), async (tx) => {
      const {
        id: _id,
        traits,
        settings,
        ...row
      } = await tx
        .selectFrom('discovered_devices')
        .selectAll()
        .where('store_id', '=', store.id)
        .executeTakeFirstOrThrow();
      const copies = Array.from({ length: 479 }, (_, index) => ({
        ...row,
        id: uuidv7(),
        device_key: `copy-${index}`,
        announced_at_topic: `${row.announced_at_topic}/copy-${index}`,
        traits: JSON.stringify(traits),
        settings: JSON.stringify(settings),
      }));
      await tx.insertInto('discovered_devices').values(copies).execute();
    });
    await Promise.all(Array.from({ length: 40 }, (_, index) => announceLock(`n${index}`)));
    await until(
      'they are handled',
      async () => (await total()) + (await refused('too_many_entities')) - before === 520,
    );
    expect([await total(), (await refused('too_many_entities')) - before]).toEqual([500, 20]);
  });

  it('are dropped when they flood a topic, and the door still works', async () => {
    for (let index = 0; index < 3000; index += 1) stranger.publish(door.lock.topics.battery, '50');
    for (let index = 0; index < 3000; index += 1)
      stranger.publish(door.lock.topics.state, index % 2 === 0 ? 'LOCKING' : 'LOCKED');
    for (const word of ['UNLOCKED', 'LOCKED']) {
      await until(
        'what is said after the flood is heard',
        async () => {
          await stranger.publishAsync(door.lock.topics.state, word, { qos: 1 });
          return (await door.read())['lockState'] === word;
        },
        20_000,
      );
    }
    expect(await door.operate('open')).toMatchObject({ status: 'EXECUTED' });
    expect((await admin.call('GET', `/${shop.slug}/device-control/history?action=LOCKED`)).body['total']).toBeLessThan(
      10,
    );
  }, 40_000);
});
