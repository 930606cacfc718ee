import mqtt, { type MqttClient } from 'mqtt';
import { readBrokerUrl } from './broker-address.ts';
import { MOST_PAYLOAD_BYTES } from './limits.ts';
import { FilterTree } from './topics.ts';

export interface MqttMessage {
  readonly topic: string;
  readonly payload: Buffer;
  /** A retained message that the broker delivers to a new subscription: a past state, not a new event. */
  readonly isRetained: boolean;
}

export type MessageHandler = (message: MqttMessage) => void;

export interface Mqtt {
  /** The configured name of the broker, which is not secret; processes with the same name share its messages. */
  readonly brokerName: string;
  isConnected(): boolean;
  /**
   * Sends once, at QoS 0, not retained, without a queue: rejects when there is no connection. Resolves when the message
   * was handed to the connection.
   */
  publish(topic: string, payload: string): Promise<void>;
  /**
   * Subscribes; returns the function that unsubscribes. Retained messages are delivered again with each subscription
   * and each reconnection.
   */
  subscribe(filter: string, handler: MessageHandler): () => void;
  /** Called with each change, but not with the present state. */
  onConnectionChange(listener: (isConnected: boolean) => void): () => void;
  close(): Promise<void>;
}

export class NotConnected extends Error {
  constructor() {
    super('there is no connection to the MQTT broker');
  }
}

/** The number of filters in one SUBSCRIBE packet. */
const MOST_FILTERS = 100;

interface Options {
  /** Contains user and password, so it is never printed or stored. */
  readonly url: string;
  readonly brokerName: string;
  readonly clientId: string;
  readonly onDropped: (reason: 'too_large' | 'handler_failed', error?: unknown) => void;
  readonly onError: (error: Error) => void;
}

function openClient(url: string, clientId: string): MqttClient {
  const { address, username, password } = readBrokerUrl(url);
  return mqtt.connect(address, {
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
}

/** The filters that are subscribed to at the broker, and their handlers. */
class Subscriptions {
  private readonly client: MqttClient;
  private readonly onError: (error: Error) => void;
  private readonly handlers = new FilterTree<MessageHandler>();
  /** The number of handlers of each filter. */
  private readonly filters = new Map<string, number>();
  private readonly unsent = new Set<string>();

  constructor(client: MqttClient, onError: (error: Error) => void) {
    this.client = client;
    this.onError = onError;
  }

  match(topic: string): Set<MessageHandler> {
    return this.handlers.match(topic);
  }

  /** Returns the function that removes the handler, and the subscription with its last handler. */
  add(filter: string, handler: MessageHandler): () => void {
    this.handlers.add(filter, handler);
    this.filters.set(filter, (this.filters.get(filter) ?? 0) + 1);
    // Also if the filter is subscribed already, because the new handler needs the retained messages too.
    if (this.client.connected) this.scheduleSubscribe(filter);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.handlers.remove(filter, handler);
      const remaining = (this.filters.get(filter) ?? 1) - 1;
      if (remaining > 0) return void this.filters.set(filter, remaining);
      this.filters.delete(filter);
      if (this.client.connected) this.client.unsubscribe(filter);
    };
  }

  subscribeToAll(): void {
    for (const filter of this.filters.keys()) this.scheduleSubscribe(filter);
  }

  /** Sends the subscriptions of this turn at once. */
  sendUnsent(): void {
    const pendingFilters = [...this.unsent].filter((filter) => this.filters.has(filter));
    this.unsent.clear();
    // Not connected: the next connection subscribes to all filters.
    for (let at = 0; at < pendingFilters.length && this.client.connected; at += MOST_FILTERS) {
      this.client.subscribe(pendingFilters.slice(at, at + MOST_FILTERS), { qos: 0 }, (error) => {
        if (error && this.client.connected) this.onError(error);
      });
    }
  }

  /**
   * Batches all subscriptions of this turn: one SUBSCRIBE packet for each of 100,000 filters would exhaust the packet
   * ids.
   */
  private scheduleSubscribe(filter: string): void {
    if (this.unsent.size === 0) setImmediate(() => this.sendUnsent());
    this.unsent.add(filter);
  }
}

/**
 * One connection that reconnects automatically. The first attempt may fail too: the server starts without a broker and
 * reports that.
 */
export function connectMqtt({ url, brokerName, clientId, onDropped, onError }: Options): Mqtt {
  const listeners = new Set<(isConnected: boolean) => void>();
  let wasConnected = false;
  let isClosed = false;
  const client = openClient(url, clientId);
  const subscriptions = new Subscriptions(client, onError);

  client.on('connect', () => {
    if ('setNoDelay' in client.stream) (client.stream as { setNoDelay(on: boolean): void }).setNoDelay(true);
    subscriptions.subscribeToAll();
    change(true);
  });
  client.on('close', () => change(false));
  client.on('error', onError);
  client.on('message', (topic, payload, packet) => {
    if (payload.length > MOST_PAYLOAD_BYTES) return onDropped('too_large');
    for (const handle of subscriptions.match(topic)) {
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

  return {
    brokerName,
    isConnected: () => client.connected,
    async publish(topic, payload) {
      if (!client.connected) throw new NotConnected();
      subscriptions.sendUnsent(); // So that messages published after a subscription reach it.
      await client.publishAsync(topic, payload, { qos: 0, retain: false });
    },
    subscribe: (filter, handler) => subscriptions.add(filter, handler),
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
