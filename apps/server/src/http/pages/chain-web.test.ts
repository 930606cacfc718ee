import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  fakeClock,
  headOffice,
  openOnlineDesk,
  startTestServer,
  type OnlineDesk,
  type TestServer,
} from '../../testing/index.ts';

const PAGE = `<!doctype html><html lang="ko"><head><!--preview--></head><body><!--content--><script>sort()</script></body></html>`;
/** Renders what it gets as text, so that the tests see which reply and which language the server rendered. */
const RENDERER = `
const page = (kind, body, language) => ({ title: kind + ' <' + language + '>', description: '', html: '<main>' + JSON.stringify(body).replaceAll('<', '&lt;') + '</main>' });
export const renderReservation = () => '';
export const renderBooking = () => '';
export const renderChain = (body, language) => page('chain', body, language);
export const renderPolicy = (body, language) => page('policy', body, language);
export const renderMissingChain = (kind, language) => page('missing ' + kind, {}, language);
`;
const ATTACK = `</script><script>alert('x')</script>&$& 점`;

describe('the pages of a chain (SE-3 to SE-5)', () => {
  let server: TestServer;
  let folder: string;
  let desk: OnlineDesk;
  let passedMs = 0;
  const clock = fakeClock(new Date('2026-11-25T06:30:00Z'));
  beforeAll(async () => {
    const monotonicMs = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => monotonicMs() + passedMs);
    folder = mkdtempSync(path.join(tmpdir(), 'munjigi-chain-'));
    for (const name of ['server', 'g-assets']) mkdirSync(path.join(folder, name));
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
    server = await startTestServer({
      clock,
      config: { guestRoot: folder, trustProxy: 1, publicUrl: 'https://rooms.test' },
    });
    desk = await openOnlineDesk(server, clock, { rooms: 1 });
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const read = async (at: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${server.url}${at}`, { headers: { 'accept-language': 'ko', ...headers } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const chain = () => `/b/${desk.shop.slug}`;
  /** Lets so much time pass that nothing is kept. */
  const forget = () => {
    passedMs += 60_001;
  };
  const ask = (rest = '') => server.caller(null)('GET', `/${desk.shop.slug}/booking${rest}`);

  it('lists the stores that take online bookings, and nothing of the others', async () => {
    const { body } = await ask();
    expect(body).toMatchObject({ product: { slug: desk.shop.slug }, hasPrivacyPolicy: true });
    expect((body['stores'] as unknown as { id: string }[]).map(({ id }) => id)).toEqual([desk.storeId]);
    const page = await read(chain());
    expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, null]);
    expect(page.headers.get('permissions-policy')).toContain('geolocation=(self)');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).toContain('<title>chain &lt;kr&gt;</title>');
    expect(page.text).toContain(desk.storeId);
    expect((await read('/b/')).text).not.toContain('<title>missing');
    for (const at of ['/b/no-such-chain', `${chain().toUpperCase().replace('/B/', '/b/')}/`])
      expect((await read(at)).status, at).toBe(at.endsWith('/') ? 200 : 404);
    await desk.setBooking({ isOpen: false });
    forget();
    expect((await read(chain())).status).toBe(404);
    expect((await ask()).status).toBe(404);
    await desk.setBooking({ isOpen: true });
    forget();
  });

  it('shows the language that the link names, or that of the browser', async () => {
    const english = { 'accept-language': 'en-GB' };
    expect((await read(chain(), english)).text).toContain('<html lang="en">');
    expect((await read(`${chain()}?lng=kr`, english)).text).toContain('<html lang="ko">');
    expect((await read(`${chain()}?lng=en`)).text).toContain('<title>chain &lt;en&gt;</title>');
    expect((await read(`${chain()}?lng=fr&lng=en`)).status).toBe(200);
  });

  it('shows the privacy policy with its earlier versions, and the time for which data is kept', async () => {
    const { admin, shop } = desk;
    const next = {
      effectiveOn: '2027-01-01',
      officerName: '이보호',
      officerContact: '02-1',
      processors: [],
      bodyEn: '',
    };
    const sent = await admin.call('POST', `/${shop.slug}/privacy-policy`, { version: 1, ...next, body: ATTACK });
    expect(sent.status).toBe(200);
    forget();
    const { body } = await ask('/privacy-policy');
    expect(body).toMatchObject({ version: 2, officerName: '이보호', keptMonths: 60, chainName: shop.slug });
    expect(body['versions']).toEqual([
      { version: 2, effectiveOn: '2027-01-01' },
      { version: 1, effectiveOn: '2026-01-01' },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/changedBy|test/);
    expect((await ask('/privacy-policy?version=1')).body).toMatchObject({ version: 1, officerName: '박보호' });
    expect((await ask('/privacy-policy?version=3')).status).toBe(404);
    const page = await read(`${chain()}/privacy`);
    expect([page.status, page.text.includes('이보호'), page.text.includes('<script>alert')]).toEqual([
      200,
      true,
      false,
    ]);
    expect((await read(`${chain()}/privacy?version=1`)).text).toContain('박보호');
    expect((await read(`${chain()}/privacy?version=99`)).status).toBe(404);
    expect((await read(`${chain()}/privacy?version=x`)).text).toContain('이보호');
    const bare = await server.makeShop();
    expect((await read(`/b/${bare.slug}/privacy`)).status).toBe(404);
  });

  it('describes a store and a chain to search engines as data that a parser reads', async () => {
    await server.withActor(headOffice(desk.shop.productId), async (tx) => {
      const hours = JSON.stringify([
        { weekday: 1, opensAt: '10:00', closesAt: '02:00' },
        { weekday: 7, opensAt: '00:00', closesAt: '00:00' },
      ]);
      await tx.updateTable('stores').set({ name: ATTACK, hours }).where('id', '=', desk.storeId).execute();
      const place = { store_id: desk.storeId, id: desk.storeId, latitude: 37.5, longitude: 127.03 };
      await tx
        .insertInto('store_locations')
        .values({ product_id: desk.shop.productId, ...place })
        .execute();
    });
    forget();
    const url = `https://rooms.test${chain()}`;
    expect(readStructured((await read(chain())).text)).toMatchObject({
      '@type': 'ItemList',
      itemListElement: [{ '@type': 'ListItem', position: 1, name: ATTACK, url: `${url}/${desk.storeId}` }],
    });
    expect(readStructured((await read(`${chain()}/${desk.storeId}`)).text)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'EntertainmentBusiness',
      name: ATTACK,
      url: `${url}/${desk.storeId}`,
      geo: { '@type': 'GeoCoordinates', latitude: 37.5, longitude: 127.03 },
      openingHoursSpecification: [
        { '@type': 'OpeningHoursSpecification', dayOfWeek: 'Monday', opens: '10:00', closes: '02:00' },
        { '@type': 'OpeningHoursSpecification', dayOfWeek: 'Sunday', opens: '00:00', closes: '23:59' },
      ],
      parentOrganization: { '@type': 'Organization', name: desk.shop.slug },
      potentialAction: { '@type': 'ReserveAction', target: `${url}/${desk.storeId}` },
    });
  });

  it('names its pages of booking to search engines, and no page of staff or of a reservation', async () => {
    const robots = await read('/robots.txt');
    expect(robots.headers.get('content-type')).toContain('text/plain');
    expect(robots.text).toContain('Disallow: /dashboard');
    expect(robots.text).toContain('Sitemap: https://rooms.test/sitemap.xml');
    const { text } = await read('/sitemap.xml');
    const locations = findTexts(parseDocument(text, { xmlMode: true }), 'loc');
    expect(locations).toContain(`https://rooms.test${chain()}`);
    expect(locations).toContain(`https://rooms.test${chain()}/${desk.storeId}`);
    expect(locations.every((each) => each.startsWith('https://rooms.test/b/'))).toBe(true);
    const beside = await startTestServer({ beside: server, config: { guestRoot: folder, publicUrl: null } });
    try {
      expect((await fetch(`${beside.url}/sitemap.xml`)).status).toBe(404);
      expect(await (await fetch(`${beside.url}/robots.txt`)).text()).not.toContain('Sitemap');
    } finally {
      await beside.close();
    }
  });
});

/** The data of the only block of structured data in a document, as a parser of HTML finds it. */
function readStructured(document: string): unknown {
  const blocks = findTexts(parseDocument(document), 'script', { type: 'application/ld+json' });
  expect(blocks).toHaveLength(1);
  return JSON.parse(blocks[0] ?? '');
}

interface Part {
  readonly name?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly unknown[];
  readonly data?: string;
}

function findTexts(node: unknown, name: string, attributes: Readonly<Record<string, string>> = {}): string[] {
  const { children = [], ...part } = node as Part;
  const isFound =
    part.name === name && Object.entries(attributes).every(([key, value]) => part.attribs?.[key] === value);
  if (isFound) return [children.map((child) => (child as Part).data ?? '').join('')];
  return children.flatMap((child) => findTexts(child, name, attributes));
}
