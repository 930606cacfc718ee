// @sweep 1/8 (decision 086)
import { get, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';

describe('a long reply', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const raw = (path: string, encoding?: string) =>
    new Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
      get(server.url + path, { headers: encoding === undefined ? {} : { 'accept-encoding': encoding } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }));
      }).on('error', reject);
    });
  const decoded = ({ headers, bytes }: { headers: IncomingHttpHeaders; bytes: Buffer }) =>
    headers['content-encoding'] === 'br'
      ? brotliDecompressSync(bytes)
      : headers['content-encoding'] === 'gzip'
        ? gunzipSync(bytes)
        : bytes;
  const LONG = '/api/v2/openapi.json';

  it('is compressed for a client that accepts it, with the same contents', async () => {
    const plain = await raw(LONG);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const brotli = await raw(LONG, 'gzip, deflate, br');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotli.headers.vary).toContain('accept-encoding');
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 4);
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    const gzip = await raw(LONG, 'gzip');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gzip.headers['content-length']).toBeUndefined();
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
  });

  // RFC 9110 12.5.3. What browsers, curl, proxies and HTTP libraries send (docs/domain.md S179).
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0, br;q=0', undefined],
    ['gzip;q=0', undefined],
    ['br;q=0.0, gzip;q=0.000', undefined],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['gzip;q=1.0, identity; q=0.5, *;q=0', 'gzip'],
    ['identity', undefined],
    ['identity;q=1, *;q=0', undefined],
    ['*;q=0', undefined],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['deflate', undefined],
    ['compress, zstd', undefined],
    ['', undefined],
    ['brotli', undefined],
    ['not-br', undefined],
  ])('is encoded as the client accepts it: «%s»', async (accepted, encoding) => {
    const reply = await raw(LONG, accepted);
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(JSON.parse(decoded(reply).toString())).toHaveProperty('openapi');
  });

  it.each([
    ['/api/v2/openapi.json', 'application/json'],
    ['/metrics', 'text/plain'],
  ])('is compressed for each kind of text: %s', async (path, type) => {
    const { headers } = await raw(path, 'br');
    expect(headers['content-type']).toContain(type);
    expect(headers['content-encoding']).toBe('br');
  });

  it('is not compressed when it is short', async () => {
    const { headers } = await raw('/healthz', 'br');
    expect(headers['content-encoding']).toBeUndefined();
  });
});
