import mqtt, { type MqttClient } from 'mqtt';
import { readBrokerUrl } from './broker-address.ts';
import { MOST_PAYLOAD_BYTES } from './limits.ts';
import { FilterTree } from './topics.ts';

export interface Message {
  readonly topic: string;
  readonly payload: Buffer;
  /** A retained message that the broker delivers to a new subscription: past state, not a new event. */
  readonly isRetained: boolean;
}

export type MessageHandler = (message: Message) => void;

export interface Mqtt {
  /** The configured name of the broker, which is no secret; processes with the same one share its messages. */
  readonly brokerName: string;
  isConnected(): boolean;
  /**
   * Sends once, at QoS 0, not retained, without a queue: rejects when there is no connection. Resolves when the message
   * was handed to the connection.
   */
  publish(topic: string, payload: string): Promise<void>;
  /**
   * Returns the function that unsubscribes. Retained messages are delivered again with each subscription and each
   * reconnection.
   */
  subscribe(filter: string, handler: MessageHandler): () => void;
  /** Called with each change, and not with the present state. */
  onConnectionChange(listener: (isConnected: boolean) => void): () => void;
  close(): Promise<void>;
}

export class NotConnected extends Error {
  constructor() {
    super('there is no connection to the MQTT broker');
  }
}

/** In one message of subscription. */
const MOST_FILTERS = 100;

interface Options {
  /** With user and password, so it is never printed or stored. */
  readonly url: string;
  readonly brokerName: string;
  readonly clientId: string;
  readonly onDropped: (reason: 'too_large' | 'handler_failed', error?: unknown) => void;
  readonly onError: (error: Error) => void;
}

/**
 * One connection that reconnects automatically. The first attempt may fail too: the server starts without a broker and
 * reports that.
 */
export function connectMqtt({ url, brokerName, clientId, onDropped, onError }: Options): Mqtt {
  const handlers = new FilterTree<MessageHandler>();
  const filters = new Map<string, number>();
  const asked = new Set<string>();
  const listeners = new Set<(isConnected: boolean) => void>();
  let wasConnected = false;
  let isClosed = false;

  const { address, username, password } = readBrokerUrl(url);
  const client: MqttClient = mqtt.connect(address, {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    clientId,
    clean: true,
    keepalive: 10,
    connectTimeout: 5000,
    reconnectPeriod: 500,
    // mqtt.js would otherwise queue a command while the broker is unreachable and deliver it late (docs/domain.md 1.7).
    queueQoSZero: false,
    resubscribe: false,
  });

  client.on('connect', () => {
    if ('setNoDelay' in client.stream) (client.stream as { setNoDelay(on: boolean): void }).setNoDelay(true);
    for (const filter of filters.keys()) ask(filter);
    change(true);
  });
  client.on('close', () => change(false));
  client.on('error', onError);
  client.on('message', (topic, payload, packet) => {
    if (payload.length > MOST_PAYLOAD_BYTES) return onDropped('too_large');
    for (const handle of handlers.match(topic)) {
      try {
        handle({ topic, payload, isRetained: packet.retain });
      } catch (error) {
        onDropped('handler_failed', error);
      }
    }
  });

  function change(isConnected: boolean): void {
    if (isConnected === wasConnected || isClosed) return;
    wasConnected = isConnected;
    for (const listener of listeners) listener(isConnected);
  }
  /**
   * Batches all subscriptions of this turn: one SUBSCRIBE packet for each of 100,000 filters would exhaust the packet
   * ids.
   */
  function ask(filter: string): void {
    if (asked.size === 0) setImmediate(sendAsked);
    asked.add(filter);
  }
  function sendAsked(): void {
    const wanted = [...asked].filter((filter) => filters.has(filter));
    asked.clear();
    // Not connected: the next connection subscribes to all filters.
    for (let at = 0; at < wanted.length && client.connected; at += MOST_FILTERS) {
      client.subscribe(wanted.slice(at, at + MOST_FILTERS), { qos: 0 }, (error) => {
        if (error && client.connected) onError(error);
      });
    }
  }

  return {
    brokerName,
    isConnected: () => client.connected,
    async publish(topic, payload) {
      if (!client.connected) throw new NotConnected();
      sendAsked(); // so that messages published after a subscription reach it
      await client.publishAsync(topic, payload, { qos: 0, retain: false });
    },
    subscribe(filter, handler) {
      handlers.add(filter, handler);
      filters.set(filter, (filters.get(filter) ?? 0) + 1);
      // Also when the filter is subscribed already: the new handler needs the retained messages too.
      if (client.connected) ask(filter);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        handlers.remove(filter, handler);
        const left = (filters.get(filter) ?? 1) - 1;
        if (left > 0) return void filters.set(filter, left);
        filters.delete(filter);
        if (client.connected) client.unsubscribe(filter);
      };
    },
    onConnectionChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      await client.endAsync(true);
    },
  };
}
