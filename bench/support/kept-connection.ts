import { connect, type Socket } from 'node:net';

/**
 * A kept-alive connection with one request at a time and a minimal HTTP client: Node's own client takes longer to send
 * its request than the measured reply takes.
 */
export interface KeptConnection {
  /** Resolves with the body of a reply with status 200; anything else is an error. */
  ask(method: string, path: string, headers: Readonly<Record<string, string>>, body: string): Promise<string>;
  close(): void;
}

export async function keptConnection(url: string): Promise<KeptConnection> {
  const { hostname, port, host } = new URL(url);
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opening = connect({ host: hostname, port: Number(port), noDelay: true }, () => resolve(opening));
    opening.once('error', reject);
  });
  socket.setEncoding('utf8');
  let reported: { resolve: (text: string) => void; reject: (error: Error) => void } | null = null;
  let received = '';
  const fail = (error: Error) => reported?.reject(error);
  socket.on('error', fail);
  socket.on('end', () => fail(new Error('The server closed the connection')));
  socket.on('data', (chunk: string) => {
    received += chunk;
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(received.slice(0, end + 2))?.[1];
    const text = received.slice(end + 4);
    if (length === undefined) return fail(new Error(`A reply without its length: ${received.slice(0, 300)}`));
    if (Buffer.byteLength(text) < Number(length)) return;
    const status = received.slice(9, 12);
    received = '';
    if (status === '200') reported?.resolve(text);
    else fail(new Error(`${status}: ${text}`));
  });
  return {
    ask: (method, path, headers, body) =>
      new Promise((resolve, reject) => {
        reported = { resolve, reject };
        const lines = Object.entries({ Host: host, ...headers, 'content-length': String(Buffer.byteLength(body)) });
        socket.write(
          `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
        );
      }),
    close: () => socket.destroy(),
  };
}
