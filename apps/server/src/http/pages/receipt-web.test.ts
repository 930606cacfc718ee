import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeGuest, openBookingDesk, startTestServer, type BookingDesk, type TestServer } from '../../testing/index.ts';

const PAGE =
  '<!doctype html><html lang="ko"><head><!--preview--></head><body><!--content--><script>print()</script></body></html>';
/** Renders what it gets as text, so that the tests see which reply and which language the server rendered. */
const RENDERER = `
const page = (kind, body, language) => ({ title: kind + ' ' + language, description: '', html: '<main>' + JSON.stringify(body).replaceAll('<', '&lt;') + '</main>' });
export const renderReservation = () => '';
export const renderBooking = () => '';
export const renderChain = (body, language) => page('chain', body, language);
export const renderPolicy = (body, language) => page('policy', body, language);
export const renderMissingChain = (kind, language) => page('missing ' + kind, {}, language);
export const renderReceipt = (body, language) => page('receipt', body, language);
export const renderMissingReceipt = (code, language) => page('missing receipt ' + code, {}, language);
`;
const HALF_HOUR_MS = 30 * 60_000;

describe('the document of a receipt (CR-13)', () => {
  let server: TestServer;
  let folder: string;
  let desk: BookingDesk;
  let token: string;
  let reservationId: string;
  const logLines: string[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'munjigi-receipt-'));
    for (const name of ['server', 'g-assets']) mkdirSync(path.join(folder, name));
    for (const name of ['index', 'receipt', 'book', 'chain', 'pay', 'identity', 'display'])
      writeFileSync(path.join(folder, `${name}.html`), PAGE);
    writeFileSync(path.join(folder, 'server/first-content.js'), RENDERER);
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    server = await startTestServer({ config: { guestRoot: folder, trustProxy: 1 }, logLines });
    desk = await openBookingDesk(server);
    const from = Math.ceil(Date.now() / HALF_HOUR_MS + 2) * HALF_HOUR_MS;
    const reservation = await desk.createReservation({
      startsAt: new Date(from).toISOString(),
      endsAt: new Date(from + 2 * HALF_HOUR_MS).toISOString(),
    });
    reservationId = String(reservation['id']);
    ({ token } = await makeGuest(server, desk.shop, desk.storeId, reservationId));
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const read = async (at: string, language = 'ko') => {
    const response = await fetch(`${server.url}${at}`, { headers: { 'accept-language': language } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('is rendered in the language of the browser or of the link, and kept nowhere', async () => {
    const korean = await read(`/g/${token}/receipt`);
    expect([korean.status, korean.text.includes('<title>receipt kr</title>')]).toEqual([200, true]);
    expect(korean.text).toContain(reservationId);
    expect(korean.headers.get('cache-control')).toBe('no-store');
    expect(korean.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(korean.headers.get('referrer-policy')).toBe('no-referrer');
    expect(korean.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await read(`/g/${token}/receipt`, 'en-GB')).text).toContain('<html lang="en">');
    expect((await read(`/g/${token}/receipt?lng=kr&utm_source=x`, 'en-GB')).text).toContain('receipt kr');
  });

  it('is a page with the status of the refusal for a wrong token and for a companion', async () => {
    const wrong = await read(`/g/mjg_${'Zk'.repeat(21)}x/receipt`);
    expect([wrong.status, wrong.text.includes('missing receipt GUEST_TOKEN_INVALID kr')]).toEqual([401, true]);
    const link = await server.caller(token)('POST', `/${desk.shop.slug}/guest/companion`, {});
    const companion = String(link.body['path']).split('/').at(-1) ?? '';
    const refused = await read(`/g/${companion}/receipt`);
    expect([refused.status, refused.text.includes('missing receipt NOT_FOR_COMPANIONS kr')]).toEqual([403, true]);
    for (const text of [wrong.text, refused.text]) expect(text).not.toContain(reservationId);
  });

  it('writes the token to no log line', async () => {
    await read(`/g/${token}/receipt`);
    expect(logLines.some((line) => line.includes('/g/:token/receipt'))).toBe(true);
    expect(logLines.filter((line) => line.includes(token))).toEqual([]);
  });
});
