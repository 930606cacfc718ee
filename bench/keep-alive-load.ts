import { connect, type Socket } from 'node:net';
import { percentileOf } from './percentile.ts';

export interface Load {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** The median in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/**
 * Sends the same request over one keep-alive connection per token, one at a time on each, for `ms`. Counts only replies
 * with status 200 and the declared length; anything else is an error. It uses little processor time, because it shares
 * the machine with the server.
 */
export async function runLoad(url: string, options: { tokens: readonly string[]; ms: number }): Promise<Load> {
  const { hostname, port, pathname, search, host } = new URL(url);
  const requests = options.tokens.map((token) =>
    Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`),
  );
  const times: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + options.ms;
  await Promise.all(
    requests.map((request) =>
      ask(connect({ host: hostname, port: Number(port), noDelay: true }), request, endsAt, times),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    requests: times.length,
    requestsPerSecond: times.length / seconds,
    p50: percentileOf(times, 0.5),
    p99: percentileOf(times, 0.99),
  };
}

function ask(socket: Socket, request: Buffer, endsAt: number, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(request);
    };
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setEncoding('latin1');
    socket.on('connect', send);
    socket.on('error', fail);
    socket.on('end', () => fail(new Error('The server closed a connection')));
    socket.on('data', (chunk: string) => {
      text = text === '' ? chunk : text + chunk;
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = lengthOf(text, head);
      if (length === null) return fail(new Error(`Not an answer of the expected kind: ${text.slice(0, 300)}`));
      if (text.length < head + 4 + length) return;
      const now = performance.now();
      times.push(now - sentAt);
      text = '';
      if (now < endsAt) return send();
      socket.removeAllListeners('end');
      socket.destroy();
      resolve();
    });
  });
}

function lengthOf(text: string, head: number): number | null {
  if (!text.startsWith('HTTP/1.1 200 ')) return null;
  const match = /\r\ncontent-length: (\d+)\r\n/i.exec(text.slice(0, head + 2));
  return match ? Number(match[1]) : null;
}
