import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { VERSION } from '../version.ts';

describe('GET /metrics', () => {
  const TOKEN = 'of-the-prometheus-of-the-tests';
  let open: TestServer;
  let closed: TestServer;
  beforeAll(async () => {
    open = await startTestServer({ config: { host: '0.0.0.0', trustProxy: 1 } });
    closed = await startTestServer({ beside: open, config: { metricsToken: TOKEN } });
  });
  afterAll(async () => {
    await closed.close();
    await open.close();
  });

  const read = (server: TestServer, headers: Record<string, string> = {}, host = '127.0.0.1') =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request({ host, port: new URL(server.url).port, path: '/metrics', headers }, (reply) => {
        let text = '';
        reply.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }));
      });
      sent.on('error', reject);
      sent.end();
    });

  it('answers on this machine without a token when no token is configured', async () => {
    const { status, text } = await read(open);
    expect([status, text.includes('munjigi_http_request_seconds')]).toEqual([200, true]);
  });

  it.each(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])(
    'answers 404 through a proxy that adds %s',
    async (name) => {
      expect(await read(open, { [name]: '127.0.0.1' })).toMatchObject({
        status: 404,
        text: expect.stringContaining('NOT_FOUND'),
      });
    },
  );

  it('answers 404 through a proxy that speaks HTTP/1.0, as nginx does by default', async () => {
    const { port } = new URL(open.url);
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write('GET /metrics HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n'),
      );
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk.toString();
      });
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 404 /);
    expect(text).not.toContain('munjigi_');
  });

  it('answers 404 from another address of the network', async ({ skip }) => {
    const own = Object.values(networkInterfaces())
      .flat()
      .find((it) => it?.family === 'IPv4' && !it.internal)?.address;
    if (own === undefined) return skip('this machine has the loopback interface alone');
    expect((await read(open, {}, own)).status).toBe(404);
  });

  it.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer of-the-prometheus-of-the-testt' }],
    ['a longer token', { authorization: `Bearer ${TOKEN}x` }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['the token of another scheme', { authorization: `Basic ${TOKEN}` }],
    ['10 kB', { authorization: 'x'.repeat(10_000) }],
  ])('answers 401 with %s where a token is configured, on this machine too', async (_what, headers) => {
    const { status, text } = await read(closed, headers);
    expect([status, text.includes('munjigi_')]).toEqual([401, false]);
  });

  it('answers with the token, through a proxy too', async () => {
    expect((await read(closed, { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.9' })).status).toBe(
      200,
    );
  });

  it('names the versions of the program and of Node.js', async () => {
    const { text } = await read(closed, { authorization: `Bearer ${TOKEN}` });
    expect(text).toContain(`munjigi_build_info{version="${VERSION}",node="${process.version}"} 1`);
  });

  it('is not needed for /healthz and /readyz, which say whether the server serves and no address or count', async () => {
    const [alive, ready] = await Promise.all(
      ['/healthz', '/readyz'].map(async (path) =>
        (await fetch(`http://127.0.0.1:${new URL(open.url).port}${path}`)).json(),
      ),
    );
    expect(alive).toEqual({ status: 'alive', version: VERSION });
    expect(ready).toEqual({ status: 'ready', database: 'answers', mqtt: expect.stringMatching(/^(not )?connected$/) });
  });
});
