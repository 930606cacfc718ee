import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeGuest, openBookingDesk, startTestServer, type TestServer } from '../../testing/index.ts';

const SCRIPT = 'window.munjigiGuest = {}';
const STYLE = 'body{margin:0}';
const PAGE = `<!doctype html><title>내 예약</title><script>${SCRIPT}</script><style>${STYLE}</style><script type="module" src="/g-assets/index-abc.js"></script>`;
const PAYING = '<!doctype html><script type="module" src="/g-assets/pay-abc.js"></script>';
const DISPLAY = `<!doctype html><style>${STYLE}</style><script type="module" src="/g-assets/display-abc.js"></script>`;
const STAFF_PAGE = '<!doctype html><title>staff</title>';
const CODE = 'console.log(1);'.repeat(200);
const HALF_HOUR_MS = 30 * 60_000;
const TOKEN = `mjg_${'Zk'.repeat(21)}x`;

describe('the built pages of guests (GP-1)', () => {
  let server: TestServer;
  let folder: string;
  const logLines: string[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'munjigi-guest-'));
    const [webRoot, guestRoot] = [path.join(folder, 'admin'), path.join(folder, 'guest')];
    mkdirSync(path.join(webRoot, 'assets'), { recursive: true });
    mkdirSync(path.join(guestRoot, 'g-assets'), { recursive: true });
    writeFileSync(path.join(folder, 'secret.txt'), 'outside');
    writeFileSync(path.join(webRoot, 'index.html'), STAFF_PAGE);
    for (const [name, text] of [
      ['index.html', PAGE],
      ['pay.html', PAYING],
      ['identity.html', PAYING],
      ['book.html', PAGE],
      ['display.html', DISPLAY],
      ['g-assets/index-abc.js', CODE],
      ['g-worker.js', CODE],
    ] as const) {
      writeFileSync(path.join(guestRoot, name), text);
      writeFileSync(path.join(guestRoot, `${name}.br`), brotliCompressSync(text));
    }
    server = await startTestServer({ config: { webRoot, guestRoot, trustProxy: 1 }, logLines });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const raw = (at: string, { method = 'GET', encoding = 'identity', language = 'ko' } = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      get(
        { hostname, port, path: at, method, headers: { 'accept-encoding': encoding, 'accept-language': language } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
          );
        },
      ).on('error', reject);
    });

  it('names no reservation of the reader in the title at the link of a companion, under the same policy (GT-22)', async () => {
    const [guest, companion] = [await raw(`/g/${TOKEN}`), await raw(`/g/mjc_${'Zk'.repeat(21)}x?fbclid=1`)];
    const titleOf = ({ bytes }: { readonly bytes: Buffer }) => /<title>(.*?)<\/title>/.exec(bytes.toString())?.[1];
    expect([companion.status, titleOf(companion)]).toEqual([200, '출입 안내']);
    expect(titleOf(guest)).not.toBe('출입 안내');
    expect(titleOf(await raw(`/g/mjc_${'Zk'.repeat(21)}x`, { language: 'en-US,en' }))).toBe('Getting in');
    for (const header of ['content-security-policy', 'x-robots-tag', 'cache-control', 'content-type'])
      expect(companion.headers[header], header).toEqual(guest.headers[header]);
  });

  it.each([`/g/${TOKEN}`, '/d/', '/b/shop/01937a10-0000-7000-8000-000000000001', '/g-pay/toss'])(
    'opens %s with members that other programs add to its query',
    async (at) => {
      const [plain, tracked] = [await raw(at), await raw(`${at}?fbclid=IwExample&utm_source=kakao&1`)];
      expect([tracked.status, tracked.bytes.toString()]).toEqual([plain.status, plain.bytes.toString()]);
      expect(tracked.headers['content-type']).toContain('text/html');
    },
  );

  it.each(
    ['index.html', 'book.html', 'pay.html', 'identity.html', 'display.html'].flatMap((name) =>
      [
        '/',
        '/assets/%2e%2e/',
        '/assets/..%2f',
        '/g-assets/%2e%2e/',
        '/g-assets/..%2f',
        '/g-assets/%2E%2E%2F',
        '/g-assets/x/%2e%2e/%2e%2e/',
        '/g-assets//../',
        '/g-assets/%5c..%5c',
        '//',
        '/./',
      ].map((folder) => `${folder}${name}`),
    ),
  )('sends no document without its content security policy: %s', async (at) => {
    const { status, headers, bytes } = await raw(at);
    const isDocument = status === 200 && String(headers['content-type']).includes('html');
    expect(isDocument ? String(headers['content-security-policy']) : 'script-src').toContain('script-src');
    if (at.startsWith('/g-assets/')) expect([status, bytes.toString().includes('<')]).toEqual([404, false]);
  });

  it.each([[`/g/${TOKEN}`], ['/g'], ['/g/'], ['/g/return?paymentKey=1&amount=2'], [`/g/${TOKEN}/more`], ['/g/%00']])(
    'answers %s with the page, which is not cached, not indexed and sends no referrer',
    async (at) => {
      const { status, headers, bytes } = await raw(at);
      expect([status, bytes.toString()]).toEqual([200, PAGE]);
      expect(headers).toMatchObject({
        'cache-control': 'no-cache',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      expect(headers['set-cookie']).toBeUndefined();
    },
  );

  it('serves the calendar entry of a stay beside its page, and a refusal for a wrong token (MS-24)', async () => {
    const shop = await server.makeShop();
    const desk = await openBookingDesk(server, { shop });
    const from = Math.ceil(Date.now() / HALF_HOUR_MS + 2) * HALF_HOUR_MS;
    const reservation = await desk.createReservation({
      startsAt: new Date(from).toISOString(),
      endsAt: new Date(from + 2 * HALF_HOUR_MS).toISOString(),
    });
    const { token } = await makeGuest(server, shop, desk.storeId, String(reservation['id']));
    for (const at of [`/g/${token}/stay.ics`, `/g/${token}/stay.ics?utm_source=kakao`]) {
      const { status, headers, bytes } = await raw(at);
      expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8; method=PUBLISH']);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-disposition': 'inline; filename="stay.ics"',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      });
      expect(bytes.toString()).toContain(`UID:${reservation['id']}@munjigi\r\n`);
    }
    expect((await raw(`/g/${token}/stay.ics`, { method: 'HEAD' })).status).toBe(200);
    const refused = await raw(`/g/${TOKEN}/stay.ics`);
    expect([refused.status, refused.bytes.toString().includes('GUEST_TOKEN_INVALID')]).toEqual([401, true]);
    expect(refused.headers['cache-control']).toBe('no-store');
    expect(logLines.join()).not.toContain(token);
  });

  it.each([['/d/mjd_abc'], ['/d'], ['/d/'], ['/d/%00']])(
    'answers %s with the page of a tablet at a door, with the same headers (DP-3)',
    async (at) => {
      const { status, headers, bytes } = await raw(at);
      expect([status, bytes.toString()]).toEqual([200, DISPLAY]);
      expect(headers).toMatchObject({
        'cache-control': 'no-cache',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      });
      expect(headers['set-cookie']).toBeUndefined();
      const policy = String(headers['content-security-policy']).split(';');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect((await raw('/d/g-worker.js')).headers['content-type']).toMatch(/javascript/);
    },
  );

  it('allows only its own files, and its inline script and styles by their hashes', async () => {
    const { headers } = await raw(`/g/${TOKEN}`);
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(String(headers['content-security-policy']).split(';')).toEqual([
      "default-src 'none'",
      `script-src 'self' ${hash(SCRIPT)}`,
      `style-src 'self' ${hash(STYLE)}`,
      "img-src 'self' data: blob:",
      "connect-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it('serves hashed files as immutable and compressed, and the worker with no-cache', async () => {
    const file = await raw('/g-assets/index-abc.js', { encoding: 'br' });
    expect([file.status, file.headers['cache-control'], file.headers['content-encoding']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'br',
    ]);
    const worker = await raw('/g/g-worker.js');
    expect([worker.status, worker.headers['cache-control'], worker.headers['content-type']]).toEqual([
      200,
      'no-cache',
      expect.stringMatching(/javascript/),
    ]);
  });

  it.each([
    ['/g-assets/missing.js'],
    ['/g-assets/'],
    ['/g-assets/../index.html/x'],
    ['/g-assets/%2e%2e%2f%2e%2e%2fsecret.txt'],
  ])('serves nothing else at %s', async (at) => {
    const { status, bytes } = await raw(at);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(bytes.toString()).not.toContain('outside');
  });

  it.each([
    ['/g-pay/toss', 'https://*.tosspayments.com'],
    ['/g-pay/portone', 'https:'],
    ['/g-pay/identity', 'https:'],
  ])('lets %s run the script of its provider, and of no other page', async (at, hosts) => {
    const { bytes, headers } = await raw(at);
    expect(bytes.toString()).toBe(PAYING);
    expect(headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toContain(`script-src 'self' ${hosts}`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect((await raw('/g/')).headers['content-security-policy']).not.toContain('https:');
    expect((await raw('/g-pay/manual')).bytes.toString()).not.toBe(PAYING);
  });

  it('leaves the application of staff where it was', async () => {
    for (const at of ['/', '/dashboard', '/gallery']) expect((await raw(at)).bytes.toString(), at).toBe(STAFF_PAGE);
    expect((await raw('/g/anything')).headers['content-security-policy']).not.toContain('unsafe-inline');
  });

  it('answers HEAD, and refuses other methods without a page', async () => {
    expect((await raw(`/g/${TOKEN}`, { method: 'HEAD' })).status).toBe(200);
    const posted = await raw(`/g/${TOKEN}`, { method: 'POST' });
    expect([posted.status, String(posted.headers['content-type']).split(';')[0]]).toEqual([
      404,
      'application/problem+json',
    ]);
  });

  it('writes the token to no log line, for pages, refusals and data', async () => {
    await raw(`/g/${TOKEN}`);
    await raw(`/g/${TOKEN}?token=${TOKEN}`, { method: 'POST' });
    await fetch(`${server.url}/api/v2/guest/page`, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(logLines.some((line) => line.includes('"route":"/g/*"'))).toBe(true);
    expect(logLines.filter((line) => line.includes(TOKEN))).toEqual([]);
  });
});
