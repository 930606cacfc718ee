// @sweep 1/8 (decision 086)
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  fakeClock,
  headOffice,
  openOnlineDesk,
  startTestServer,
  type OnlineDesk,
  type TestServer,
} from '../../testing/index.ts';
import { hashInlineParts } from './inline-parts.ts';

const PAGE = `<!doctype html><html><head><!--preview--><script>early()</script><style>p{margin:0}</style></head>
<body><main><!--store--></main><noscript><style>.skeleton{display:none}</style><!--call--></noscript></body></html>`;
const ATTACK = `"><script>alert('x')</script>&$& 점`;

describe('the document of online booking (BK-1)', () => {
  let server: TestServer;
  let folder: string;
  let desk: OnlineDesk;
  const clock = fakeClock(new Date('2026-11-25T06:30:00Z'));
  beforeAll(async () => {
    const monotonicMs = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => monotonicMs() + passedMs);
    folder = mkdtempSync(path.join(tmpdir(), 'munjigi-booking-'));
    mkdirSync(path.join(folder, 'g-assets'), { recursive: true });
    for (const name of ['index.html', 'book.html', 'pay.html', 'identity.html', 'display.html'])
      writeFileSync(path.join(folder, name), PAGE);
    server = await startTestServer({
      clock,
      config: { guestRoot: folder, trustProxy: 1, publicUrl: 'https://rooms.test' },
    });
    desk = await openOnlineDesk(server, clock, { rooms: 1 });
    await change({ name: '강남점', address: '서울 강남구 1', phone: '02-555-0152' });
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  /** Lets so much time pass that no document is kept. */
  let passedMs = 0;
  const forgetDocuments = () => {
    passedMs += 5001;
  };
  const change = async (columns: { name?: string; address?: string; phone?: string }) => {
    await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.updateTable('stores').set(columns).where('id', '=', desk.storeId).execute(),
    );
    forgetDocuments();
  };
  const own = () => `/b/${desk.shop.slug}/${desk.storeId}`;
  const read = (at: string, { method = 'GET', encoding = 'identity' } = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer; text: string }>(
      (resolve, reject) => {
        const { hostname, port } = new URL(server.url);
        get({ hostname, port, path: at, method, headers: { 'accept-encoding': encoding } }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const bytes = Buffer.concat(chunks);
            resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() });
          });
        }).on('error', reject);
      },
    );

  it('has the preview of the store, and its name and phone number without JavaScript', async () => {
    const { status, headers, text } = await read(own());
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer' });
    expect(headers['x-robots-tag']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
    expect(text).toContain('<meta property="og:title" content="강남점 예약 · ');
    expect(text).toContain('<meta property="og:description" content="강남점 온라인 예약 · 서울 강남구 1" />');
    expect(text).toContain(`<meta property="og:url" content="https://rooms.test${own()}" />`);
    expect(text).not.toContain('og:image');
    const [, note = ''] = text.split('<noscript>');
    expect(note).toContain('JavaScript가 꺼져 있어 강남점');
    expect(note).toContain('href="tel:025550152"');
    expect(text).not.toMatch(/<!--/);
  });

  it('allows only its own files, and its inline parts by their hashes', async () => {
    const { headers } = await read(own());
    const hashes = [...hashInlineParts(PAGE), ...hashInlineParts(PAGE, 'style')];
    expect(hashes).toHaveLength(3);
    const policy = String(headers['content-security-policy']);
    for (const hash of hashes) expect(policy).toContain(hash);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:/);
  });

  it('names the first photo of the store with its whole address, which is served', async () => {
    const photo = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx
        .insertInto('room_photos')
        .values({
          product_id: desk.shop.productId,
          store_id: desk.storeId,
          id: crypto.randomUUID(),
          room_id: String(desk.roomIds[0]),
          sort_order: 0,
          width: 4,
          height: 3,
          large: Buffer.from('large'),
          small: Buffer.from('small'),
          created_at: clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    forgetDocuments();
    const { text } = await read(own());
    const [, address = ''] = /<meta property="og:image" content="https:\/\/rooms\.test([^"]+)"/.exec(text) ?? [];
    expect(address).toContain(photo.id);
    expect((await read(address)).text).toBe('large');
  });

  it('escapes every text of the store', async () => {
    await change({ name: ATTACK, address: ATTACK, phone: '02"><b>1' });
    try {
      const { text } = await read(own());
      expect(text).not.toContain('<script>alert');
      expect(text).not.toContain('<b>1');
      expect(
        text.match(/&quot;&gt;&lt;script&gt;alert\(&#39;x&#39;\)&lt;\/script&gt;&amp;\$&amp; 점/g)?.length,
      ).toBeGreaterThan(4);
      expect(hashInlineParts(text)).toEqual(hashInlineParts(PAGE));
    } finally {
      await change({ name: '강남점', address: '서울 강남구 1', phone: '02-555-0152' });
    }
  });

  it('answers every store without online booking with one and the same document and 404', async () => {
    const other = await openOnlineDesk(server, clock, { rooms: 1 });
    const { text: missing } = await read('/b');
    expect(missing).toContain('온라인 예약을 받지 않는 매장이에요');
    await other.setBooking({ isOpen: false });
    for (const at of [
      '/b/',
      '/b/x',
      `/b/${desk.shop.slug}`,
      `/b/${desk.shop.slug}/not-an-id`,
      `/b/${desk.shop.slug}/${crypto.randomUUID()}`,
      `/b/${other.shop.slug}/${desk.storeId}`,
      `/b/${other.shop.slug}/${other.storeId}`,
      `/b/${desk.shop.slug}/${desk.storeId}/more`,
      `/b/${desk.shop.slug}%00/${desk.storeId}`,
      `/b/%2e%2e/${desk.storeId}`,
    ]) {
      const { status, headers, text } = await read(at);
      expect([status, headers['x-robots-tag'], text], at).toEqual([404, 'noindex', missing]);
    }
  });

  it('shares the document of a store for five seconds', async () => {
    const { text: before } = await read(own());
    await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.updateTable('stores').set({ name: '새 이름' }).where('id', '=', desk.storeId).execute(),
    );
    expect((await read(own())).text).toBe(before);
    forgetDocuments();
    expect((await read(own().toUpperCase().replace('/B/', '/b/'))).text).toContain('새 이름');
    await change({ name: '강남점' });
  });

  it('limits the documents of one address, and no other address (BK-5)', async () => {
    const limited = await startTestServer({
      beside: server,
      config: { guestRoot: folder, trustProxy: 1, requestLimit: 1000 },
    });
    try {
      const visit = async (address: string) =>
        (await fetch(`${limited.url}/b`, { headers: { 'x-forwarded-for': address } })).status;
      const statuses = await Promise.all(Array.from({ length: 700 }, (_, n) => visit(`2001:db8:1:2::${n}`)));
      expect(new Set(statuses)).toEqual(new Set([404, 429]));
      expect(await visit('203.0.113.77')).toBe(404);
    } finally {
      await limited.close();
    }
  });

  it('answers with brotli where the browser accepts it, HEAD without a body, and no other method', async () => {
    const plain = await read(own());
    const packed = await read(own(), { encoding: 'gzip, deflate, br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.headers['vary']).toContain('accept-encoding');
    expect(brotliDecompressSync(packed.bytes).toString()).toBe(plain.text);
    const head = await read(own(), { method: 'HEAD' });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect((await read(own(), { method: 'POST' })).headers['content-type']).toContain('application/problem+json');
  });
});
