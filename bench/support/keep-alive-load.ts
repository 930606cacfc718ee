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
    let head = '';
    /** Bytes of the reply that are still to come; `null` before its head is complete. */
    let missing: number | null = null;
    let sentAt = 0;
    const send = () => {
      head = '';
      missing = null;
      sentAt = performance.now();
      socket.write(request);
    };
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    /** The length of the body, less what has arrived of it with the head. */
    const missingAfterHead = (chunk: Buffer): number | null => {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return null;
      const length = lengthOf(head, end);
      if (length === null) throw new Error(`Not an answer of the expected kind: ${head.slice(0, 300)}`);
      return length - (head.length - end - 4);
    };
    socket.on('connect', send);
    socket.on('error', fail);
    socket.on('end', () => fail(new Error('The server closed a connection')));
    socket.on('data', (chunk: Buffer) => {
      try {
        missing = missing === null ? missingAfterHead(chunk) : missing - chunk.length;
      } catch (error) {
        return fail(error as Error);
      }
      if (missing === null || missing > 0) return;
      const now = performance.now();
      times.push(now - sentAt);
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
