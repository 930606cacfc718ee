import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { LargeBoard } from '../large-data/large-board.ts';

const dist = path.resolve(import.meta.dirname, '../../apps/admin/dist');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.mp3': 'audio/mpeg',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Serves the built application with a large board, and nothing else: every reply is prepared before it is requested.
 */
export async function startBoardServer(board: LargeBoard): Promise<{ url: string; stop(): void }> {
  const dailies = new Map<string, string>();
  const daily = (date: string, days: number) => {
    const name = `${date} ${days}`;
    const body = dailies.get(name) ?? JSON.stringify(board.daily(date, days));
    dailies.set(name, body);
    return body;
  };

  function answer(url: URL): string {
    if (url.pathname.endsWith('/auth/me')) return JSON.stringify(board.user);
    if (url.pathname.endsWith('/reservations/daily'))
      return daily(url.searchParams.get('date') ?? '', Number(url.searchParams.get('days') ?? 1));
    if (url.pathname.endsWith('/quote')) return JSON.stringify({ totalAmount: 24_000, lines: [] });
    if (url.pathname.includes('/store/')) return JSON.stringify(board.store);
    return JSON.stringify({ total: 0, unconfirmedCount: 0, items: [] });
  }

  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname.endsWith('/events')) {
      reply.writeHead(200, { 'content-type': 'text/event-stream' });
      return void reply.write('event: ready\ndata: {}\n\n');
    }
    if (url.pathname.startsWith('/api/'))
      return void reply.writeHead(200, { 'content-type': 'application/json' }).end(answer(url));
    const file = path.extname(url.pathname) === '' ? 'index.html' : url.pathname.slice(1);
    readFile(path.join(dist, path.normalize(file))).then(
      (bytes) =>
        reply.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(bytes),
      () => reply.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
