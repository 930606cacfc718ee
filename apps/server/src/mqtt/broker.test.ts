// @sweep 1/12 (decision 086)
import { createConnection, type Socket } from 'node:net';
import { localBrokerUrl, embeddedBrokerUrl, startKeypadLock, startVirtualLock } from '@munjigi/virtual-devices';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startTestBroker, TEST_BROKER_SECRET } from '../testing/index.ts';
import type { EmbeddedBroker } from './index.ts';

/**
 * What a program on the same machine can do to the embedded broker: nothing without an account, and little with a
 * device account.
 */

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const soon = (check: () => void) => vi.waitFor(check, { timeout: 30_000 });
const PREFIX = 'playroom/gangnam';

async function startWatched(
  options: Parameters<typeof startTestBroker>[0] = {},
): Promise<{ broker: EmbeddedBroker; refused: string[]; server: MqttClient; received: string[] }> {
  const refused: string[] = [];
  const broker = await startTestBroker({ onRefused: (reason) => refused.push(reason), ...options });
  open.push(() => broker.close());
  const server = await connect(broker.url);
  const received: string[] = [];
  server.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`));
  await server.subscribeAsync('#');
  return { broker, refused, server, received };
}

async function connect(url: string, options: IClientOptions = {}): Promise<MqttClient> {
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0, ...options });
  client.on('error', () => undefined);
  open.push(() => client.endAsync(true));
  return client;
}

/** Returns the CONNACK code with which a client is refused. */
function refusalOf(url: string, options: IClientOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const client = mqtt.connect(url, { reconnectPeriod: 0, ...options });
    open.push(() => client.endAsync(true));
    client.on('connect', () => reject(new Error('The client was let in')));
    client.on('error', (error) => resolve(Number((error as { code?: number }).code)));
  });
}

async function rawSocket(port: number): Promise<Socket & { readonly answer: Buffer[] }> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  const answer: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => answer.push(bytes));
  socket.on('error', () => undefined);
  open.push(() => socket.destroy());
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return Object.assign(socket, { answer });
}

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));
const anonymous = ({ port }: EmbeddedBroker) => `mqtt://127.0.0.1:${port}`;
const text = (value: string) =>
  Buffer.concat([Buffer.from([value.length >> 8, value.length & 0xff]), Buffer.from(value)]);
const packet = (type: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([type, body.length]), body]);
};

describe('the embedded broker', () => {
  it('refuses an anonymous local process that subscribes to # with CONNACK 5', async () => {
    const { broker, refused, server } = await startWatched();
    expect(await refusalOf(anonymous(broker))).toBe(5);
    expect(refused).toEqual(['no_credentials']);
    // Sends CONNECT and SUBSCRIBE # in one write, as a client does that does not wait for CONNACK.
    const socket = await rawSocket(broker.port);
    const connectPacket = packet(0x10, text('MQTT'), Buffer.from([4, 2, 0, 60]), text('sneak'));
    socket.write(Buffer.concat([connectPacket, packet(0x82, Buffer.from([0, 1]), text('#'), Buffer.from([0]))]));
    await server.publishAsync(`${PREFIX}/keypad/set`, '{"pin_code":{"user":11,"pin_code":"4711"}}', { qos: 1 });
    await closed(socket);
    expect(Buffer.concat(socket.answer)).toEqual(Buffer.from([0x20, 2, 0, 5]));
  });

  it('drops an unlock that an anonymous process publishes in the same write as its CONNECT, and its last will', async () => {
    const { broker, server, received } = await startWatched();
    const lock = await startVirtualLock({ url: broker.deviceUrl(PREFIX), prefix: PREFIX, name: 'front', moveMs: 5 });
    open.push(() => lock.stop());
    const socket = await rawSocket(broker.port);
    // A CONNECT with a retained will that opens the door, and a retained PUBLISH that does the same.
    const will = [text(lock.topics.command), text('UNLOCK')];
    const connectPacket = packet(0x10, text('MQTT'), Buffer.from([4, 0b0010_0110, 0, 60]), text('sneak'), ...will);
    socket.write(Buffer.concat([connectPacket, packet(0x31, text(lock.topics.command), Buffer.from('UNLOCK'))]));
    await closed(socket);
    await server.publishAsync('end', 'of test', { qos: 1 });
    await soon(() => expect(received).toContain('end of test'));
    expect(received.filter((it) => it.endsWith('UNLOCK'))).toEqual([]);
    expect(lock.received).toEqual([]);
    expect(lock.state()).toBe('LOCKED');
  });

  it('delays wrong passwords, and accepts the right one at once meanwhile', async () => {
    const { broker, refused } = await startWatched();
    const from = performance.now();
    const guesses = Array.from({ length: 150 }, (_, number) =>
      refusalOf(anonymous(broker), { username: number % 2 === 0 ? 'munjigi' : PREFIX, password: `guess-${number}` }),
    );
    await soon(() => expect(refused.length).toBeGreaterThan(100));
    await connect(broker.url);
    await connect(broker.deviceUrl(PREFIX));
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([4]));
    expect(performance.now() - from).toBeGreaterThanOrEqual(1000);
    expect(new Set(refused)).toEqual(new Set(['wrong_credentials']));
  });

  it('refuses the password of one store under the name of another store or of the server', async () => {
    const { broker } = await startWatched();
    const { password } = new URL(broker.deviceUrl(PREFIX));
    expect(await refusalOf(anonymous(broker), { username: 'playroom/hongdae', password })).toBe(4);
    expect(await refusalOf(anonymous(broker), { username: 'munjigi', password })).toBe(4);
    expect(await refusalOf(anonymous(broker), { username: '', password })).toBe(4);
  });

  it('ends a connection that sends nothing, and one that sends a byte at a time', async () => {
    const { broker } = await startWatched({ connectTimeoutMs: 300 });
    const [silent, slow] = [await rawSocket(broker.port), await rawSocket(broker.port)];
    const bytes = packet(0x10, text('MQTT'), Buffer.from([4, 2, 0, 60]), text('x'.repeat(100)));
    let at = 0;
    const dripping = setInterval(() => slow.write(bytes.subarray(at, (at += 1))), 50);
    open.push(() => clearInterval(dripping));
    await Promise.all([closed(silent), closed(slow)]);
    expect(at).toBeLessThan(bytes.length);
  });

  it('accepts a device while hundreds of silent connections are open', async () => {
    const { broker } = await startWatched({ connectTimeoutMs: 60_000 });
    const silent = await Promise.all(Array.from({ length: 250 }, () => rawSocket(broker.port)));
    await connect(broker.deviceUrl(PREFIX));
    await soon(() => expect(silent.filter((socket) => socket.closed).length).toBeGreaterThanOrEqual(50));
    expect(silent.filter((socket) => !socket.closed).length).toBeLessThanOrEqual(200);
  });

  it('ends an anonymous connection that announces a packet of 200 MB before it has sent one megabyte', async () => {
    const { broker, refused } = await startWatched({ connectTimeoutMs: 60_000 });
    const socket = await rawSocket(broker.port);
    socket.write(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x64]));
    const flood = setInterval(() => socket.write(Buffer.alloc(16 * 1024)), 1);
    open.push(() => clearInterval(flood));
    await closed(socket);
    expect(socket.bytesWritten).toBeLessThan(1024 * 1024);
    expect(refused).toContain('too_large');
  });
});

describe('a device account of the embedded broker', () => {
  it('is the one that `npm run virtual` derives', async () => {
    const { broker } = await startWatched();
    const env = { EMBEDDED_BROKER_SECRET: TEST_BROKER_SECRET, MQTT_PORT: String(broker.port) };
    expect(localBrokerUrl(PREFIX, env)).toBe(broker.deviceUrl(PREFIX));
    expect(embeddedBrokerUrl({ secret: TEST_BROKER_SECRET, port: broker.port, prefix: PREFIX })).toBe(
      broker.deviceUrl(PREFIX),
    );
  });

  it('cannot command a lock in the same store: directly, by a retained message or by a last will', async () => {
    const { broker, server, received } = await startWatched();
    const lock = await startVirtualLock({ url: broker.deviceUrl(PREFIX), prefix: PREFIX, name: 'front', moveMs: 5 });
    open.push(() => lock.stop());
    const thief = await connect(broker.deviceUrl(PREFIX), {
      will: { topic: lock.topics.command, payload: Buffer.from('UNLOCK'), qos: 1, retain: true },
    });
    await thief.publishAsync(lock.topics.command, 'UNLOCK', { qos: 1 });
    await thief.publishAsync(lock.topics.command, 'UNLOCK', { qos: 1, retain: true });
    (thief.stream as unknown as { destroy(): void }).destroy();
    await soon(() => expect(received.filter((it) => it.endsWith('command UNLOCK'))).toHaveLength(3));
    await lock.offline(true);
    await lock.offline(false);
    await server.publishAsync(lock.topics.command, 'LOCK', { qos: 1 });
    await soon(() => expect(lock.received.map((it) => it.payload)).toEqual(['LOCK']));
    expect(lock.state()).toBe('LOCKED');
  });

  it('receives no code of another store: its subscription to # and to that store is refused', async () => {
    const { broker, server, refused } = await startWatched();
    const keypad = await startKeypadLock({
      url: broker.deviceUrl(PREFIX),
      baseTopic: `${PREFIX}/zigbee`,
      name: 'lock',
      answerMs: 1,
    });
    open.push(() => keypad.stop());
    const thief = await connect(broker.deviceUrl('playroom/hongdae'));
    const received: string[] = [];
    thief.on('message', (topic) => received.push(topic));
    const granted: number[] = [];
    for (const filter of ['#', '+/+/#', `${PREFIX}/#`, '$SYS/#', 'playroom/hongdae', 'playroom/hongdae/#']) {
      await thief.subscribeAsync(filter).then(
        (all) => granted.push(...all.map((it) => it.qos)),
        () => granted.push(128), // mqtt.js rejects the promise of a subscription that the broker refuses.
      );
    }
    expect(granted).toEqual([128, 128, 128, 128, 128, 0]);
    expect(refused).toEqual(Array.from({ length: 5 }, () => 'foreign_filter'));
    await server.publishAsync(
      `${PREFIX}/zigbee/lock/set`,
      JSON.stringify({ pin_code: { user: 11, user_type: 'unrestricted', user_enabled: true, pin_code: '4711' } }),
      { qos: 1 },
    );
    await soon(() => expect(keypad.codes.size).toBe(1));
    await server.publishAsync('playroom/hongdae/end', '', { qos: 1 });
    await soon(() => expect(received).toEqual(['playroom/hongdae/end']));
  });

  it('cannot publish below the prefix of another store: its connection ends', async () => {
    const { broker, refused, server, received } = await startWatched();
    const thief = await connect(broker.deviceUrl('playroom/hongdae'));
    const ended = new Promise<void>((resolve) => thief.once('close', () => resolve()));
    thief.publish(`${PREFIX}/front/lock/state`, 'LOCKED', { retain: true });
    await ended;
    expect(
      await refusalOf(broker.deviceUrl('playroom/hongdae'), {
        will: { topic: `${PREFIX}/front/status`, payload: Buffer.from('offline'), qos: 0, retain: true },
      }),
    ).toBe(5);
    expect(refused).toEqual(['foreign_topic', 'foreign_topic']);
    await server.publishAsync('end', '', { qos: 1 });
    await soon(() => expect(received).toEqual(['end ']));
  });

  it('cannot end the server’s connection by using its client id', async () => {
    const { broker, server } = await startWatched();
    const { clientId } = server.options;
    expect(await refusalOf(broker.deviceUrl(PREFIX), clientId === undefined ? {} : { clientId })).toBe(2);
    await server.publishAsync('still/there', '', { qos: 1 });
    expect(server.connected).toBe(true);
  });

  it('receives nothing that was published while it was offline, although it asks for a persistent session', async () => {
    const { broker, server } = await startWatched();
    const options = { clientId: 'lasting', clean: false };
    const first = await connect(broker.deviceUrl(PREFIX), options);
    await first.subscribeAsync(`${PREFIX}/front/lock/command`, { qos: 1 });
    await first.endAsync();
    await server.publishAsync(`${PREFIX}/front/lock/command`, 'UNLOCK', { qos: 1 });
    const second = await connect(broker.deviceUrl(PREFIX), options);
    const received: string[] = [];
    second.on('message', (_topic, payload) => received.push(payload.toString()));
    await second.subscribeAsync(`${PREFIX}/front/lock/command`, { qos: 1 });
    await server.publishAsync(`${PREFIX}/front/lock/command`, 'LOCK', { qos: 1 });
    await soon(() => expect(received).toEqual(['LOCK']));
  });
});
