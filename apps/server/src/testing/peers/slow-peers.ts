import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * How a peer answers each request. `'silent'`: accepts the connection and never answers. `'dripping'`: sends one byte
 * of an endless answer at a time.
 */
export type SlowAnswer = 'silent' | 'dripping' | 'dripping-body' | 'endless-body' | 'redirect' | 'ok';

export interface SlowPeer {
  readonly url: string;
  /** The number of requests whose first bytes arrived. */
  readonly requests: () => number;
  /** The number of connections that ended, from either side. */
  readonly ended: () => number;
  answer: SlowAnswer;
  close(): Promise<void>;
}

const DRIP_MS = 20;

/** Starts a misbehaving receiver of webhooks or push on this machine. */
export async function startSlowPeer(answer: SlowAnswer): Promise<SlowPeer> {
  const sockets = new Set<Socket>();
  let requests = 0;
  let ended = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      sockets.delete(socket);
      ended += 1;
    });
    socket.once('data', () => {
      requests += 1;
      behave(socket, peer.answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const peer: SlowPeer = {
    url,
    requests: () => requests,
    ended: () => ended,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return peer;
}

function behave(socket: Socket, answer: SlowAnswer): void {
  switch (answer) {
    case 'silent':
      return;
    case 'ok':
      socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n');
      return;
    case 'redirect':
      socket.end(
        'HTTP/1.1 307 Temporary Redirect\r\nlocation: /elsewhere\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
      );
      return;
    case 'dripping':
      return drip(socket, 'HTTP/1.1 200 OK\r\nx-slow: ');
    case 'dripping-body':
      return drip(socket, 'HTTP/1.1 200 OK\r\n\r\n');
    case 'endless-body':
      socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(1024 * 1024)}`);
  }
}

function drip(socket: Socket, beginning: string): void {
  socket.write(beginning);
  const timer = setInterval(() => socket.write('x'), DRIP_MS);
  socket.once('close', () => clearInterval(timer));
}
