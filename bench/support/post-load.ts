import { connect, type Socket } from 'node:net';
import { percentileOf } from './percentile.ts';

export interface Posted {
  readonly perSecond: number;
  /** The median in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/**
 * POSTs the next body over one keep-alive connection per token, one at a time on each, for `ms`. Any reply other than a
 * 200 is an error.
 */
export async function postAll(
  url: string,
  options: { tokens: readonly string[]; ms: number; next: () => object },
): Promise<Posted> {
  const { hostname, port, pathname, host } = new URL(url);
  const times: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + options.ms;
  await Promise.all(
    options.tokens.map((token) => {
      const head = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
      const message = () => {
        const body = JSON.stringify(options.next());
        return `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
      };
      return post(connect({ host: hostname, port: Number(port), noDelay: true }), message, endsAt, times);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: times.length / seconds, p50: percentileOf(times, 0.5), p99: percentileOf(times, 0.99) };
}

function post(socket: Socket, message: () => string, endsAt: number, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(message());
    };
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    // One character per byte, so that lengths equal those in the header.
    socket.setEncoding('latin1');
    socket.on('connect', send);
    socket.on('error', fail);
    socket.on('end', () => fail(new Error('The server closed a connection')));
    socket.on('data', (chunk: string) => {
      text += chunk;
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(text.slice(0, head + 2))?.[1]);
      if (!(text.length >= head + 4 + length)) return;
      if (!text.startsWith('HTTP/1.1 200 ')) return fail(new Error(text.slice(0, 600)));
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
