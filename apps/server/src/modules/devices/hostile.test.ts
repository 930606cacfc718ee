/** @module-tag engines */
import type { VirtualLock } from '@munjigi/virtual-devices';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeVirtualDoor, startTestServer, until, type Caller, type Shop, type TestServer, type VirtualDoor } from '../../testing/index.ts';

/** Whatever a stranger says over MQTT is counted, and nothing comes of it. */

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

async function refused(reason: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^munjigi_device_messages_refused_total\\{reason="${reason}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
}
async function say(topic: string, payload: string | Buffer, reason: string): Promise<void> {
  const before = await refused(reason);
  await stranger.publishAsync(topic, payload, { retain: true, qos: 1 });
  await until(`${reason} is counted`, async () => (await refused(reason)) > before);
  await stranger.publishAsync(topic, '', { retain: true, qos: 1 });
}
const prefix = () => shop.stores[0]?.mqttPrefix ?? '';
const config = (name = 'evil') => `${prefix()}/homeassistant/lock/${name}/lock/config`;
const announce = (more: object) => JSON.stringify({ uniq_id: 'evil', cmd_t: `${prefix()}/evil/set`, stat_t: `${prefix()}/evil/state`, ...more });

describe('a stranger on the broker', () => {
  it('is counted for announcements that are no JSON, no device, or name topics that are not the store’s', async () => {
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

  it('cannot make a second lock of a name that is taken, or move a door to other topics', async () => {
    await say(config('twin'), announce({ uniq_id: 'front-lock' }), 'duplicate_id');
    await say(door.lock.topics.config, announce({ uniq_id: 'front-lock' }), 'changed_after_approval');
    expect((await door.read())['driverSettings']?.['commandTopic']).toBe(door.lock.topics.command);
    expect(await door.operate('open')).toMatchObject({ status: 'EXECUTED' });
    expect(await door.operate('lock')).toMatchObject({ status: 'EXECUTED' });
  });

  it('is counted for states that are no states, however large', async () => {
    for (const payload of ['', 'nonsense', '{"state":"UNLOCKED"}', Buffer.from([0, 255, 254]), 'x'.repeat(60_000)]) {
      await say(door.lock.topics.state, payload, 'unknown_state');
    }
    await say(door.lock.topics.availability, 'perhaps', 'unknown_state');
    expect(await door.read()).toMatchObject({ lockState: 'LOCKED', online: 'ONLINE' });
  });

  it('cannot fill a store beyond 500 announcements', async () => {
    const before = await refused('too_many_entities');
    const second = shop.stores[1]?.mqttPrefix ?? '';
    for (let batch = 0; batch < 6; batch += 1) {
      await Promise.all(
        Array.from({ length: 100 }, (_, index) => {
          const name = `n${batch}-${index}`;
          const payload = JSON.stringify({ uniq_id: name, cmd_t: `${second}/${name}/set` });
          return stranger.publishAsync(`${second}/homeassistant/lock/${name}/config`, payload, { qos: 1 });
        }),
      );
      // As fast as they are worked on, so that it is the store's limit that is met and not the flood's.
      await until('they are worked on', async () => {
        const { body } = await admin.call('GET', `/${shop.slug}/door/discovered?storeId=${shop.stores[1]?.id}&limit=1`);
        return Number(body['total']) + (await refused('too_many_entities')) - before === (batch + 1) * 100;
      }, 20_000);
    }
    const { body } = await admin.call('GET', `/${shop.slug}/door/discovered?storeId=${shop.stores[1]?.id}&limit=1`);
    expect(body['total']).toBe(500);
    expect((await refused('too_many_entities')) - before).toBe(100);
  }, 60_000);

  it('who floods a state is cut short, and the door goes on', async () => {
    for (let index = 0; index < 3000; index += 1) stranger.publish(door.lock.topics.battery, '50');
    for (let index = 0; index < 3000; index += 1) stranger.publish(door.lock.topics.state, index % 2 === 0 ? 'LOCKING' : 'LOCKED');
    for (const word of ['UNLOCKED', 'LOCKED']) {
      await until('what is said after the flood is heard', async () => {
        await stranger.publishAsync(door.lock.topics.state, word, { qos: 1 });
        return (await door.read())['lockState'] === word;
      }, 20_000);
    }
    expect(await door.operate('open')).toMatchObject({ status: 'EXECUTED' });
    expect((await admin.call('GET', `/${shop.slug}/device-control/history?action=LOCKED`)).body['total']).toBeLessThan(10);
  }, 40_000);
});
