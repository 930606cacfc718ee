import type { Socket } from 'node:net';
import type { Client } from 'aedes';
import { MOST_PAYLOAD_BYTES } from './limits.ts';

/** Limits what connections without credentials cost the embedded broker: sockets, bytes and attempts a second. */

/**
 * Connections that have not signed in. The oldest is closed for a new one, because a client with credentials sends them
 * within milliseconds.
 */
const MOST_UNKNOWN = 200;
/** Incomplete packets are buffered; the largest legal packet has the largest topic and the largest payload. */
const MOST_PACKET_BYTES = MOST_PAYLOAD_BYTES + 96 * 1024;
/** The delay of the answer to a wrong password. The right one is never delayed, so wrong ones lock no device out. */
const REFUSAL_MS = 1000;

export class BrokerGate {
  private readonly sockets = new Set<Socket>();
  /** Ordered by arrival. */
  private readonly unknown = new Set<Socket>();
  private readonly timers = new Set<NodeJS.Timeout>();

  /** Call it after the broker has taken the socket, because the broker must read first. */
  add(socket: Socket, client: Client, onTooLarge: () => void): void {
    this.sockets.add(socket);
    this.unknown.add(socket);
    socket.once('close', () => {
      this.sockets.delete(socket);
      this.unknown.delete(socket);
    });
    const { _parser: parser } = client as unknown as { _parser: { _list: { length: number } } };
    socket.on('data', () => {
      if (parser._list.length <= MOST_PACKET_BYTES) return;
      onTooLarge();
      socket.destroy();
    });
    if (this.unknown.size <= MOST_UNKNOWN) return;
    for (const oldest of this.unknown) {
      this.unknown.delete(oldest);
      oldest.destroy();
      break;
    }
  }

  admit({ conn }: Client): void {
    this.unknown.delete(conn as Socket);
  }

  refuseLater(refuse: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      refuse();
    }, REFUSAL_MS);
    this.timers.add(timer);
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
    for (const socket of this.sockets) socket.destroy();
  }
}
