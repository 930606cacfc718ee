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
    expect(Number(gzip.headers['content-length'])).toBe(gzip.bytes.length);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
  });

  it('is not compressed when it is short', async () => {
    const { headers } = await raw('/healthz', 'br');
    expect(headers['content-encoding']).toBeUndefined();
  });
});
