import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import { giveOutInTurn, keepRetainedNew } from './broker-order.ts';
import { MOST_PAYLOAD_BYTES } from './limits.ts';

export interface EmbeddedBroker {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

interface Options {
  /** 0: any that is free. */
  readonly port: number;
  readonly host?: string;
  /** A message that was refused, and why. The sender's connection ends: MQTT 3.1.1 has no other way to say no. */
  readonly onRefused?: (reason: 'too_large' | 'reserved_topic') => void;
  readonly onError?: (error: Error) => void;
}

/**
 * The broker in our own process, on the loopback: MQTT 3.1.1, retained messages in memory. They are gone after a restart;
 * devices tell everything again when they reconnect, as they do after any broker's restart.
 */
export async function startBroker({ port, host = '127.0.0.1', onRefused, onError }: Options): Promise<EmbeddedBroker> {
  const broker = await Aedes.createBroker({
    authorizePublish(_client, packet, callback) {
      if (packet.payload.length > MOST_PAYLOAD_BYTES) return refuse('too_large');
      if (packet.topic.startsWith('$')) return refuse('reserved_topic');
      callback(null);

      function refuse(reason: 'too_large' | 'reserved_topic'): void {
        onRefused?.(reason);
        callback(new Error(`refused: ${reason}`));
      }
    },
  });
  giveOutInTurn(broker);
  keepRetainedNew(broker);
  // A device that breaks the protocol or vanishes is its own trouble: the broker has closed it.
  broker.on('clientError', () => undefined);
  broker.on('connectionError', () => undefined);

  const sockets = new Set<Socket>();
  // Without noDelay a round trip takes 40 to 90 ms (Nagle's algorithm against delayed acknowledgements).
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    broker.handle(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken: stop what listens there, or set MQTT_PORT or MQTT_URL`) : error);
    });
    server.listen(port, host, resolve);
  });
  server.on('error', (error) => onError?.(error));

  const bound = (server.address() as AddressInfo).port;
  return {
    url: `mqtt://${host}:${bound}`,
    port: bound,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
