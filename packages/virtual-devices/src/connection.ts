import mqtt, { type MqttClient } from 'mqtt';

/** The connection of a virtual device, as firmware keeps it. */

export interface ConnectionOptions {
  readonly url: string;
  readonly clientId: string;
  readonly will: { readonly topic: string; readonly payload: string };
  /** The topics that it subscribes to. */
  readonly commands: readonly string[];
  /** Called for each message of the broker, at once. */
  readonly onMessage: (topic: string, payload: string, isRetained: boolean) => void;
  /** Called at each connection, after the subscriptions. */
  readonly onConnect: (client: MqttClient) => void | Promise<void>;
}

export interface Connection {
  readonly client: MqttClient;
  /** Drops the connection without DISCONNECT, so that the broker publishes the will; `false` reconnects. */
  offline(on: boolean): Promise<void>;
  /** Disconnects permanently and publishes that the device is offline. */
  stop(): Promise<void>;
}

/**
 * Connects; resolves when the device is subscribed and `onConnect` is done. Rejects when the broker cannot be reached.
 */
export async function connectDevice({
  url,
  clientId,
  will,
  commands,
  onMessage,
  onConnect,
}: ConnectionOptions): Promise<Connection> {
  let isOffline = false;
  const client = mqtt.connect(url, {
    clientId,
    keepalive: 15,
    reconnectPeriod: 200,
    clean: true,
    queueQoSZero: false,
    will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 0, retain: true },
  });
  client.on('error', () => undefined); // The broker is unreachable: the client retries, as a real device does.
  client.on('message', (topic, payload, packet) => onMessage(topic, payload.toString(), packet.retain));

  async function begin(): Promise<void> {
    // Without this a round trip takes 40 ms, because Nagle's algorithm waits for the delayed acknowledgement.
    if ('setNoDelay' in client.stream) (client.stream as { setNoDelay(on: boolean): void }).setNoDelay(true);
    await client.subscribeAsync([...commands], { qos: 0 });
    await onConnect(client);
  }

  await new Promise<void>((resolve, reject) => {
    // After the first connection, a failure means that the connection broke again; the next connection starts over.
    client.on('connect', () => void begin().then(resolve, reject));
    setTimeout(() => reject(new Error(`no broker at ${new URL(url).host} accepts the connection`)), 10_000).unref();
  }).catch((error: unknown) => {
    client.end(true);
    throw error;
  });

  return {
    client,
    async offline(on) {
      if (on === isOffline) return;
      isOffline = on;
      // Forces the end: the socket closes without DISCONNECT, so the broker publishes the will.
      if (on) return client.endAsync(true);
      const connected = new Promise<void>((resolve) => client.once('connect', () => resolve()));
      client.reconnect();
      await connected;
    },
    async stop() {
      if (client.connected) await client.publishAsync(will.topic, will.payload, { qos: 0, retain: true });
      await client.endAsync(true);
    },
  };
}
