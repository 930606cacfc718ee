import { createConnection } from 'node:net';
import mqtt from 'mqtt';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectMqtt, startBroker, type EmbeddedBroker, type MqttMessage, type Mqtt } from './index.ts';

const SECRET = 'of-the-connection-tests-and-of-nothing-else';
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const it of open.splice(0).reverse()) await it.close();
});

/** Waits with a long timeout, because a busy machine is no fault of the tested code. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 30_000 });

const dropped: string[] = [];
function connection(url: string, name = 'test'): Mqtt {
  const it = connectMqtt({
    url,
    brokerName: 'test',
    clientId: `${name}-${Math.random()}`,
    onDropped: (reason) => dropped.push(reason),
    onError: () => undefined,
  });
  open.push(it);
  return it;
}
async function broker(port = 0, refused: string[] = []): Promise<EmbeddedBroker> {
  const it = await startBroker({ port, secret: SECRET, onRefused: (reason) => refused.push(reason) });
  open.push(it);
  return it;
}

describe('the MQTT connection', () => {
  it('distinguishes retained messages from new ones', async () => {
    const { url } = await broker();
    const device = connection(url, 'device');
    await soon(() => expect(device.isConnected()).toBe(true));
    const raw = await mqtt.connectAsync(url);
    await raw.publishAsync('a/state', 'OLD', { retain: true });
    const received: MqttMessage[] = [];
    device.subscribe('a/+', (message) => received.push(message));
    await soon(() => expect(received).toHaveLength(1));
    await raw.publishAsync('a/state', 'NEW', { retain: true });
    await soon(() => expect(received).toHaveLength(2));
    expect(received.map((it) => [it.payload.toString(), it.isRetained])).toEqual([
      ['OLD', true],
      ['NEW', false],
    ]);
    await raw.endAsync();
  });

  it('delivers no retained message after the one that replaced it', async () => {
    const { url } = await broker();
    const devices = await mqtt.connectAsync(url);
    const topics = Array.from({ length: 300 }, (_, index) => `a/${index}`);
    await Promise.all(topics.map((topic) => devices.publishAsync(topic, 'OLD', { retain: true, qos: 1 })));
    const listener = await mqtt.connectAsync(url);
    const last = new Map<string, string>();
    let isPublished = false;
    listener.on('message', (topic, payload) => {
      last.set(topic, payload.toString());
      // While the retained messages are delivered, each device publishes another one.
      if (!isPublished) for (const it of topics) devices.publish(it, 'NEW', { retain: true });
      isPublished = true;
    });
    await listener.subscribeAsync('a/+');
    await soon(() => expect(last.size).toBe(topics.length));
    await devices.publishAsync('a/end', 'NEW', { qos: 1 });
    await soon(() => expect(last.get('a/end')).toBe('NEW'));
    await soon(() => expect([...last].filter(([, payload]) => payload !== 'NEW')).toEqual([]));
    await Promise.all([devices.endAsync(), listener.endAsync()]);
  });

  it('refuses messages that cannot be sent now, and does not send them after the reconnection', async () => {
    const first = await startBroker({ port: 0, secret: SECRET });
    const it = connection(first.url);
    await soon(() => expect(it.isConnected()).toBe(true));
    const changes: boolean[] = [];
    it.onConnectionChange((isConnected) => changes.push(isConnected));
    await first.close();
    await soon(() => expect(changes).toEqual([false]));
    await expect(it.publish('door/command', 'UNLOCK')).rejects.toThrow('no connection');

    await broker(first.port);
    const listener = await mqtt.connectAsync(first.url);
    const received: string[] = [];
    listener.on('message', (_topic, payload) => received.push(payload.toString()));
    await listener.subscribeAsync('door/command');
    await soon(() => expect(changes).toEqual([false, true]));
    await it.publish('door/command', 'LOCK');
    await soon(() => expect(received).toEqual(['LOCK']));
    await listener.endAsync();
  });

  it('subscribes again after a reconnection, once for each filter', async () => {
    const first = await startBroker({ port: 0, secret: SECRET });
    const it = connection(first.url);
    const received: string[] = [];
    it.subscribe('x', ({ payload }) => received.push(payload.toString()));
    await soon(() => expect(it.isConnected()).toBe(true));
    await first.close();
    await soon(() => expect(it.isConnected()).toBe(false));
    await broker(first.port);
    await soon(() => expect(it.isConnected()).toBe(true));
    await it.publish('x', 'again');
    await soon(() => expect(received).toEqual(['again']));
  });

  it('keeps working after a handler that throws', async () => {
    const { url } = await broker();
    const it = connection(url);
    await soon(() => expect(it.isConnected()).toBe(true));
    const received: string[] = [];
    it.subscribe('x', () => {
      throw new Error('broken');
    });
    it.subscribe('x', ({ payload }) => received.push(payload.toString()));
    dropped.length = 0;
    await it.publish('x', '1');
    await soon(() => expect(received).toEqual(['1']));
    expect(dropped).toEqual(['handler_failed']);
  });
});

describe('the embedded broker', () => {
  it('refuses a payload that is too large and a write to $SYS, counts both and keeps working', async () => {
    const refused: string[] = [];
    const { url } = await broker(0, refused);
    const it = connection(url);
    await soon(() => expect(it.isConnected()).toBe(true));
    const received: string[] = [];
    it.subscribe('#', ({ topic }) => received.push(topic));
    for (const [topic, payload] of [
      ['big', Buffer.alloc(65 * 1024)],
      ['$SYS/broker', 'x'],
    ] as const) {
      const hostile = await mqtt.connectAsync(url, { reconnectPeriod: 0 });
      hostile.on('error', () => undefined);
      const closed = new Promise<void>((resolve) => hostile.once('close', () => resolve()));
      hostile.publish(topic, payload);
      await closed;
    }
    expect(refused).toEqual(['too_large', 'reserved_topic']);
    await it.publish('small', 'x');
    await soon(() => expect(received).toEqual(['small']));
  });

  it('delivers messages in order, also a retained one that is followed at once by another', async () => {
    const { url } = await broker();
    const it = connection(url);
    await soon(() => expect(it.isConnected()).toBe(true));
    const received: string[] = [];
    it.subscribe('#', ({ topic }) => received.push(topic));
    const [one, other] = [await mqtt.connectAsync(url), await mqtt.connectAsync(url)];
    // A lock comes online, and a sensor of another device publishes at the same moment.
    for (let number = 0; number < 50; number += 1) {
      one.publish(`lock/${number}`, 'online', { retain: true, qos: number % 2 === 0 ? 0 : 1 });
      one.publish(`lock/${number}/state`, 'LOCKED');
      other.publish(`sensor/${number}`, '21.5');
    }
    await soon(() => expect(received.length).toBeGreaterThanOrEqual(150));
    expect(received).toHaveLength(150);
    // Order is guaranteed for messages of one sender and one quality of service.
    const inOrder = received.filter(
      (topic) => topic.startsWith('lock') && (topic.endsWith('state') || Number(topic.split('/')[1]) % 2 === 0),
    );
    const sent = Array.from({ length: 50 }, (_, number) => [
      ...(number % 2 === 0 ? [`lock/${number}`] : []),
      `lock/${number}/state`,
    ]).flat();
    expect(inOrder).toEqual(sent);
    for (const client of [one, other]) await client.endAsync();
  });

  it('keeps working after bytes that are not MQTT', async () => {
    const { url, port } = await broker();
    await new Promise<void>((resolve) => {
      const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.end('GET / HTTP/1.1\r\n\r\n'));
      socket.on('close', () => resolve());
      socket.on('error', () => resolve());
    });
    const it = connection(url);
    await soon(() => expect(it.isConnected()).toBe(true));
  });

  it('explains that its port is taken', async () => {
    const { port } = await broker();
    await expect(startBroker({ port, secret: SECRET })).rejects.toThrow(`Port ${port} is taken`);
  });
});
