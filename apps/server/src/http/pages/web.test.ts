import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/index.ts';

const SCRIPT = "document.documentElement.dataset.mode = 'dark'";
const INDEX = `<!doctype html><script>${SCRIPT}</script><script type="module" src="/assets/index-abc123.js"></script>`;
const CODE = 'console.log(1);'.repeat(200);

describe('the built browser application', () => {
  let server: TestServer;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'munjigi-web-'));
    const root = path.join(folder, 'dist');
    mkdirSync(path.join(root, 'assets'), { recursive: true });
    writeFileSync(path.join(folder, 'secret.txt'), 'outside');
    for (const [name, text] of [
      ['index.html', INDEX],
      ['assets/index-abc123.js', CODE],
      ['favicon.svg', '<svg/>'],
      ['push-worker.js', CODE],
      ['.hidden', 'hidden'],
    ] as const) {
      writeFileSync(path.join(root, name), text);
      writeFileSync(path.join(root, `${name}.br`), brotliCompressSync(text));
      writeFileSync(path.join(root, `${name}.gz`), gzipSync(text));
    }
    server = await startTestServer({ config: { webRoot: root } });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  /** Requests raw bytes: no decompression, and dots in the path are kept. */
  const raw = (at: string, encoding = 'identity') =>
    new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      get({ hostname, port, path: at, headers: { 'accept-encoding': encoding } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
        );
      }).on('error', reject);
    });

  it.each([
    ['br', brotliCompressSync(CODE)],
    ['gzip', gzipSync(CODE)],
    ['identity', Buffer.from(CODE)],
  ])('serves hashed files as immutable, in their compressed form (%s)', async (encoding, bytes) => {
    const answer = await raw('/assets/index-abc123.js', encoding);
    expect([answer.status, answer.headers['cache-control'], answer.headers['vary']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'accept-encoding',
    ]);
    expect(answer.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    expect(answer.headers['content-type']).toMatch(/javascript/);
    expect(answer.bytes.equals(bytes)).toBe(true);
  });

  it.each([['/'], ['/index.html'], ['/dashboard'], ['/dashboard/room/1/edit?tab=2'], ['/auth/jwt/sign-in']])(
    'serves %s with index.html and no-cache',
    async (at) => {
      const answer = await raw(at);
      expect([answer.status, answer.headers['cache-control'], answer.bytes.toString()]).toEqual([
        200,
        'no-cache',
        INDEX,
      ]);
    },
  );

  it.each(['br', 'gzip', 'identity'])(
    'serves the push worker with no-cache and a policy that forbids it to load anything (%s)',
    async (encoding) => {
      const { status, headers } = await raw('/push-worker.js', encoding);
      expect([status, headers['cache-control'], headers['content-security-policy']]).toEqual([
        200,
        'no-cache',
        "default-src 'none'",
      ]);
      expect([headers['content-type'], headers['x-content-type-options']]).toEqual([
        expect.stringMatching(/javascript/),
        'nosniff',
      ]);
    },
  );

  it.each([['/api'], ['/api/v2/nothing'], ['/assets/missing-abc.js'], ['/assets']])(
    'answers %s with a 404 problem, not with a page',
    async (at) => {
      const answer = await raw(at);
      expect([
        answer.status,
        String(answer.headers['content-type']).split(';')[0],
        JSON.parse(answer.bytes.toString()).code,
      ]).toEqual([404, 'application/problem+json', 'NOT_FOUND']);
    },
  );

  it.each([
    ['/../secret.txt'],
    ['/assets/../../secret.txt'],
    ['/%2e%2e/secret.txt'],
    ['/..%2fsecret.txt'],
    ['/assets/%2e%2e%2f%2e%2e%2fsecret.txt'],
    ['/.hidden'],
    ['/%00'],
    ['/..\\secret.txt'],
  ])('serves no file from outside its folder at %s', async (at) => {
    const answer = await raw(at);
    expect(answer.status).toBeLessThan(500);
    expect(answer.bytes.toString()).not.toMatch(/^(outside|hidden)/);
  });

  it('allows its own files and the inline script of the page by its hash', async () => {
    for (const at of ['/', '/dashboard', '/api/docs']) {
      const { headers } = await raw(at);
      const policy = Object.fromEntries(
        String(headers['content-security-policy'])
          .split(';')
          .map((rule) => [rule.trim().split(' ')[0], rule.trim().split(' ').slice(1)]),
      );
      expect(policy['script-src']).toEqual([
        "'self'",
        `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
      ]);
      expect([policy['default-src'], policy['object-src'], policy['base-uri'], policy['frame-ancestors']]).toEqual([
        ["'self'"],
        ["'none'"],
        ["'none'"],
        ["'none'"],
      ]);
      expect([headers['x-content-type-options'], headers['referrer-policy'], headers['x-powered-by']]).toEqual([
        'nosniff',
        'no-referrer',
        undefined,
      ]);
      expect(headers['permissions-policy']).toContain('geolocation=()');
    }
  });

  it('sends data with no-store and a policy that forbids rendering it as a page', async () => {
    const { headers } = await raw('/api/v2/nothing');
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect([headers['cache-control'], headers['x-content-type-options'], headers['referrer-policy']]).toEqual([
      'no-store',
      'nosniff',
      'no-referrer',
    ]);
  });
});
