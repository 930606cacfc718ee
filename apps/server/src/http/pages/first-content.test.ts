import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GuestPage } from '@munjigi/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  makeGuest,
  openOnlineDesk,
  startTestServer,
  until,
  type OnlineDesk,
  type TestServer,
} from '../../testing/index.ts';
import { loadFirstContents } from './first-content.ts';
import { hashInlineParts } from './inline-parts.ts';

const PAGE = `<!doctype html><html lang="ko"><head><!--preview--><script>early()</script><style>p{margin:0}</style></head>
<body><div id="root"><main>skeleton</main></div>
<!--root--><noscript><!--call--></noscript></body></html>`;
/** Renders as little as a test needs to see which data and which language arrived. */
const RENDERER = `const escape = (text) => text.replaceAll('<', '&lt;');
export const renderReservation = ({ reservation }, language) =>
  '<main>' + language + ': ' + escape(reservation.roomName) + ' ' + reservation.state + '</main>';
export const renderBooking = (store, language) => '<main>' + language + ': ' + escape(store.name) + '</main>';`;
const ATTACK = `</script><script>alert('x')</script><!--$&`;
const OPENED = { 'sec-fetch-mode': 'navigate' };

type Headers = Readonly<Record<string, string>>;
interface Sent {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
}

/** The data of a document. */
function readData({ text }: Sent): { status: number; language: string | null; body: GuestPage & { code?: string } } {
  const [, json = 'null'] = /<script type="application\/json" id="first-reply">([^<]*)<\/script>/.exec(text) ?? [];
  return JSON.parse(json) as ReturnType<typeof readData>;
}

describe('the first content of a document', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  let desk: OnlineDesk;
  let folder: string;
  let room = 0;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'munjigi-content-'));
    for (const name of ['g-assets', 'server']) mkdirSync(path.join(folder, name));
    for (const name of [
      'index.html',
      'receipt.html',
      'book.html',
      'chain.html',
      'pay.html',
      'identity.html',
      'display.html',
    ])
      writeFileSync(path.join(folder, name), PAGE);
    writeFileSync(path.join(folder, 'server/first-content.js'), RENDERER);
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    server = await startTestServer({ clock, config: { guestRoot: folder, trustProxy: 1 } });
    desk = await openOnlineDesk(server, clock, { rooms: 12 });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const sendTo = (url: string, at: string, headers: Headers = {}, method = 'GET') =>
    new Promise<Sent>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      get({ hostname, port, path: at, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: String(Buffer.concat(chunks)) }),
        );
      }).on('error', reject);
    });
  /** Opens a document with content. A busy server leaves the content to the page, so it is opened until it has some. */
  const open = (at: string, headers: Headers = {}) =>
    until('the document has a reply', async () => {
      const sent = await sendTo(server.url, at, { ...OPENED, ...headers });
      return sent.text.includes('data-reply') ? sent : null;
    });
  /** A reservation in the next room of the store, with the link of its guest. */
  const makeStay = async () => {
    const roomId = String(desk.roomIds[(room += 1)]);
    const of = await desk.createReservation({ guestPhone: desk.nextPhone(), roomId, ...desk.stay(3) });
    const { token, call } = await makeGuest(server, desk.shop, desk.storeId, String(of['id']));
    return { token, call, roomId, at: `/g/${token}`, of };
  };
  const rename = (table: 'rooms' | 'stores', id: string, name: string) =>
    server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.updateTable(table).set({ name }).where('id', '=', id).execute(),
    );

  it.each([
    ['ko-KR,ko;q=0.9,en;q=0.8', 'kr', '<html lang="ko" data-reply data-content>'],
    ['en-GB,en;q=0.9,ko;q=0.8', 'en', '<html lang="en" data-reply data-content>'],
  ])('is the page of the token in the language of the browser: %s', async (accepted, language, start) => {
    const { call, roomId, at } = await makeStay();
    await rename('rooms', roomId, `방 ${language}`);
    const sent = await open(at, { 'accept-language': accepted });
    expect(sent.status).toBe(200);
    expect(sent.text).toContain(`<div id="root"><main>${language}: 방 ${language} CONFIRMED</main></div>`);
    expect(sent.text).toContain(start);
    expect(sent.text).not.toContain('skeleton');
    const { body } = await call('GET', '/guest/page');
    expect(readData(sent)).toEqual({ status: 200, language, body });
  });

  it('is kept nowhere, and leaves the policy of the document as it is', async () => {
    const { at } = await makeStay();
    const [sent, plain] = [await open(at), await sendTo(server.url, '/g/', OPENED)];
    expect(sent.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
    const policy = String(sent.headers['content-security-policy']);
    expect(policy).toBe(plain.headers['content-security-policy']);
    expect(policy).not.toContain('unsafe');
    for (const tag of ['script', 'style'] as const) expect(policy).toContain(hashInlineParts(PAGE, tag)[0]);
    expect(plain.text).toBe(PAGE);
  });

  it('is that of the own reservation only', async () => {
    const [one, other] = [await makeStay(), await makeStay()];
    await rename('rooms', one.roomId, '첫째 방');
    await rename('rooms', other.roomId, '둘째 방');
    const sent = await open(other.at);
    expect(sent.text).toContain('둘째 방');
    expect(sent.text).not.toContain('첫째 방');
    expect(readData(sent).body.reservation.reservationId).toBe(other.of['id']);
  });

  it('shows a stay that is over, and nothing of it once its link has ended (GT-3)', async () => {
    const { at } = await makeStay();
    const now = clock.now().getTime();
    try {
      clock.advance(30 * HOUR_MS);
      const over = readData(await open(at)).body;
      expect([over.reservation.may.openDoors.isAllowed, over.codes]).toEqual([false, []]);
      clock.advance(400 * 24 * HOUR_MS);
      expect(readData(await open(at))).toMatchObject({ status: 401, language: null });
    } finally {
      clock.advance(now - clock.now().getTime());
    }
  });

  it('says that a token is not valid, with the document of every other address', async () => {
    for (const token of [`mjg_${'Zk'.repeat(21)}x`, 'mjg_short']) {
      const sent = await open(`/g/${token}`);
      expect(readData(sent)).toMatchObject({ status: 401, body: { code: 'GUEST_TOKEN_INVALID' }, language: null });
      expect(sent.text.replace(/<script type="application[^]*?<\/script>/, '<!--root-->')).toBe(
        PAGE.replace('<html lang="ko">', '<html lang="ko" data-reply>'),
      );
      expect([sent.status, sent.headers['set-cookie']]).toEqual([200, undefined]);
      expect(sent.text).not.toContain(token);
    }
    for (const at of ['/g', '/g/', '/g/return?x=1', `/g/mjg_${'Zk'.repeat(21)}x/more`])
      expect((await sendTo(server.url, at, OPENED)).text, at).toBe(PAGE);
  });

  it('escapes the texts of the data', async () => {
    const { at, roomId } = await makeStay();
    await rename('rooms', roomId, ATTACK);
    const sent = await open(at);
    expect(sent.text).not.toContain('<script>alert');
    expect(hashInlineParts(sent.text)[0]).toBe(hashInlineParts(PAGE)[0]);
    expect(sent.text.match(/<script/g)).toHaveLength(2);
    expect(readData(sent).body.reservation.roomName).toBe(ATTACK);
  });

  it('is for people who open the link: no preview of a messenger, no page loaded ahead, no HEAD has it', async () => {
    const { at } = await makeStay();
    expect((await sendTo(server.url, at)).text).toBe(PAGE);
    expect((await sendTo(server.url, at, { 'sec-fetch-mode': 'no-cors' })).text).toBe(PAGE);
    const ahead = { ...OPENED, 'sec-purpose': 'prefetch;prerender' };
    expect((await sendTo(server.url, at, ahead)).text).toBe(PAGE);
    expect((await sendTo(server.url, at, OPENED, 'HEAD')).headers['cache-control']).toBe('no-cache');
  });

  it('counts wrong tokens with those of the API, and leaves what is over the limit to the page (GT-4)', async () => {
    const limited = await startTestServer({
      beside: server,
      clock,
      config: { guestRoot: folder, trustProxy: 1, requestLimit: 1000 },
    });
    try {
      const from = { 'x-forwarded-for': desk.nextAddress() };
      const wrong = (n: number) => `mjg_${String(n).padStart(43, 'w')}`;
      let next = 0;
      const openWrong = async () =>
        (await sendTo(limited.url, `/g/${wrong((next += 1))}`, { ...OPENED, ...from })).text;
      const askWrong = async () => {
        const headers = { authorization: `Bearer ${wrong((next += 1))}`, ...from };
        return (await fetch(`${limited.url}/api/v2/guest/page`, { headers })).status;
      };
      for (let answered = 0; answered < 10;) answered += Number((await openWrong()).includes('GUEST_TOKEN_INVALID'));
      let refused = 0;
      while ((await askWrong()) === 401) refused += 1;
      expect(refused).toBeLessThanOrEqual(10);
      expect(await openWrong()).toBe(PAGE);
    } finally {
      await limited.close();
    }
  });

  it('gives a device its cookie, and notes the first device of a link, no other one (GT-14)', async () => {
    const { at, call } = await makeStay();
    const sent = await open(at);
    const [, cookie = ''] = /^(munjigi_device=[\w-]{43}); Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax/.exec(
      String(sent.headers['set-cookie']),
    ) ?? [''];
    expect(cookie).not.toBe('');
    expect((await open(at, { cookie })).headers['set-cookie']).toBeUndefined();
    const other = `munjigi_device=${'o'.repeat(43)}`;
    await open(at, { cookie: other });
    const proofOf = async (cookies: string) => {
      const reply = await call('GET', `/${desk.shop.slug}/guest/cancellation`, undefined, { cookie: cookies });
      return reply.body['proof'];
    };
    // The device has another cookie of the API from before.
    expect(await proofOf(`munjigi_device=${'a'.repeat(43)}; ${cookie}`)).toBe('NONE');
    expect(await proofOf(cookie)).toBe('NONE');
    expect(await proofOf(other)).toBe('PHONE_CODE');
    expect(await proofOf(cookie)).toBe('PHONE_CODE');
  });

  it('is that of the store in both languages, and escapes its texts (BK-10)', async () => {
    const at = `/b/${desk.shop.slug}/${desk.storeId}`;
    await rename('stores', desk.storeId, ATTACK);
    for (const [accepted, language] of [
      ['ko', 'kr'],
      ['en', 'en'],
    ] as const) {
      const sent = await open(at, { 'accept-language': accepted });
      expect(sent.text).toContain(`<div id="root"><main>${language}: &lt;/script>`);
      expect(sent.text).not.toContain('<script>alert');
      expect(sent.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding, accept-language' });
      const data = readData(sent) as unknown as { language: string; body: { name: string } };
      expect([data.language, data.body.name]).toEqual([language, ATTACK]);
      const ahead = await sendTo(server.url, at, { 'accept-language': accepted, purpose: 'prefetch' });
      expect(ahead.text).toContain('skeleton');
    }
    await desk.setBooking({ isOpen: false });
    await expect
      .poll(async () => {
        const { status, text } = await sendTo(server.url, at);
        return [status, text.includes('first-reply'), text.includes('skeleton')];
      })
      .toEqual([404, false, true]);
  });

  describe('while the server is busy', () => {
    const log = pino({ level: 'silent' });
    const READ = { token: '', address: '', device: [] } as const;
    const load = async (readGuestPage: () => Promise<GuestPage>, isBusy = () => false) => {
      const none = () => Promise.reject(new Error('Nothing else is read'));
      const reads = { readGuestPage, readBookingStore: none, readBookingChain: none, readPublishedPolicy: none };
      const contents = await loadFirstContents(folder, reads, { log, isBusy });
      if (contents === null) throw new Error('The build renders nothing');
      return contents;
    };

    it('is left to the page after 300 ms, and when sixteen others are awaited', async () => {
      let reads = 0;
      const contents = await load(() => {
        reads += 1;
        return new Promise(() => undefined);
      });
      const answers = Array.from({ length: 20 }, () => contents.ofReservation(READ, 'kr'));
      expect(reads).toBe(16);
      expect(await Promise.all(answers)).toEqual(Array.from({ length: 20 }, () => null));
    });

    it('is left to the page when the process has no pause, without a read', async () => {
      const contents = await load(
        () => Promise.reject(new Error('It reads')),
        () => true,
      );
      expect(await contents.ofReservation(READ, 'kr')).toBeNull();
    });

    it('is left to the page when the database is away', async () => {
      const contents = await load(() => Promise.reject(new Error('The database is away')));
      expect(await contents.ofReservation(READ, 'kr')).toBeNull();
    });
  });
});
