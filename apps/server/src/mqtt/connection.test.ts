import { createConnection } from 'node:net';
import mqtt from 'mqtt';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectMqtt, startBroker, type EmbeddedBroker, type Message, type Mqtt } from './index.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const it of open.splice(0).reverse()) await it.close();
});

const dropped: string[] = [];
function connection(url: string, name = 'test'): Mqtt {
  const it = connectMqtt({ url, clientId: `${name}-${Math.random()}`, onDropped: (reason) => dropped.push(reason), onError: () => undefined });
  open.push(it);
  return it;
}
async function broker(port = 0, refused: string[] = []): Promise<EmbeddedBroker> {
  const it = await startBroker({ port, onRefused: (reason) => refused.push(reason) });
  open.push(it);
  return it;
}

describe('the connection', () => {
  it('tells what was retained from what happens now', async () => {
    const { url } = await broker();
    const device = connection(url, 'device');
    await vi.waitFor(() => expect(device.isConnected()).toBe(true));
    const raw = await mqtt.connectAsync(url);
    await raw.publishAsync('a/state', 'OLD', { retain: true });
    const heard: Message[] = [];
    device.subscribe('a/+', (message) => heard.push(message));
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    await raw.publishAsync('a/state', 'NEW', { retain: true });
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    expect(heard.map((it) => [it.payload.toString(), it.isRetained])).toEqual([['OLD', true], ['NEW', false]]);
    await raw.endAsync();
  });

  it('sends nothing later: what cannot be sent now is refused, and is not there after the reconnection', async () => {
    const first = await startBroker({ port: 0 });
    const it = connection(first.url);
    await vi.waitFor(() => expect(it.isConnected()).toBe(true));
    const changes: boolean[] = [];
    it.onConnectionChange((isConnected) => changes.push(isConnected));
    await first.close();
    await vi.waitFor(() => expect(changes).toEqual([false]));
    await expect(it.publish('door/command', 'UNLOCK')).rejects.toThrow('no connection');

    await broker(first.port);
    const listener = await mqtt.connectAsync(first.url);
    const heard: string[] = [];
    listener.on('message', (_topic, payload) => heard.push(payload.toString()));
    await listener.subscribeAsync('door/command');
    await vi.waitFor(() => expect(changes).toEqual([false, true]), { timeout: 5000 });
    await it.publish('door/command', 'LOCK');
    await vi.waitFor(() => expect(heard).toEqual(['LOCK']));
    await listener.endAsync();
  });

  it('subscribes again after a reconnection, once for each filter', async () => {
    const first = await startBroker({ port: 0 });
    const it = connection(first.url);
    const heard: string[] = [];
    it.subscribe('x', ({ payload }) => heard.push(payload.toString()));
    await vi.waitFor(() => expect(it.isConnected()).toBe(true));
    await first.close();
    await vi.waitFor(() => expect(it.isConnected()).toBe(false));
    await broker(first.port);
    await vi.waitFor(() => expect(it.isConnected()).toBe(true), { timeout: 5000 });
    await it.publish('x', 'again');
    await vi.waitFor(() => expect(heard).toEqual(['again']));
  });

  it('goes on after a handler that throws', async () => {
    const { url } = await broker();
    const it = connection(url);
    await vi.waitFor(() => expect(it.isConnected()).toBe(true));
    const heard: string[] = [];
    it.subscribe('x', () => {
      throw new Error('broken');
    });
    it.subscribe('x', ({ payload }) => heard.push(payload.toString()));
    dropped.length = 0;
    await it.publish('x', '1');
    await vi.waitFor(() => expect(heard).toEqual(['1']));
    expect(dropped).toEqual(['handler_failed']);
  });
});

describe('the embedded broker', () => {
  it('refuses what is too large and what is written to $SYS, counts it and lives on', async () => {
    const refused: string[] = [];
    const { url } = await broker(0, refused);
    const it = connection(url);
    await vi.waitFor(() => expect(it.isConnected()).toBe(true));
    const heard: string[] = [];
    it.subscribe('#', ({ topic }) => heard.push(topic));
    for (const [topic, payload] of [['big', Buffer.alloc(65 * 1024)], ['$SYS/broker', 'x']] as const) {
      const hostile = await mqtt.connectAsync(url, { reconnectPeriod: 0 });
      hostile.on('error', () => undefined);
      const closed = new Promise<void>((resolve) => hostile.once('close', () => resolve()));
      hostile.publish(topic, payload);
      await closed;
    }
    expect(refused).toEqual(['too_large', 'reserved_topic']);
    await it.publish('small', 'x');
    await vi.waitFor(() => expect(heard).toEqual(['small']));
  });

  it('lives on after bytes that are not MQTT', async () => {
    const { url, port } = await broker();
    await new Promise<void>((resolve) => {
      const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.end('GET / HTTP/1.1\r\n\r\n'));
      socket.on('close', () => resolve());
      socket.on('error', () => resolve());
    });
    const it = connection(url);
    await vi.waitFor(() => expect(it.isConnected()).toBe(true));
  });

  it('says in words when its port is taken', async () => {
    const { port } = await broker();
    await expect(startBroker({ port })).rejects.toThrow(`Port ${port} is taken`);
  });
});
