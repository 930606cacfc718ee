// @sweep 1/8 (decision 086)
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  MINUTE_MS,
  openMessageDesk,
  startTestServer,
  type FakeClock,
  type MessageDesk,
  type TestServer,
} from '../../testing/index.ts';

const PHONE = '010-1234-5678';
/** Noon in Seoul: no quiet hours. */
const NOON = new Date('2026-11-21T03:00:00Z');

describe('odd but documented behaviour of Solapi (MS-4, MS-5, MS-9)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let desk: MessageDesk;
  let days = 0;

  beforeAll(async () => {
    clock = fakeClock(NOON);
    server = await startTestServer({ clock, outboundTimeoutMs: 500 });
  });
  beforeEach(async () => {
    clock.set(new Date(NOON.getTime() + 24 * HOUR_MS * (days += 1)));
    desk = await openMessageDesk(server, clock);
  });
  afterEach(() => desk.solapi.close());
  afterAll(() => server.close());

  const trouble = async () => {
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/message-provider`);
    return body['items']?.[0]?.['trouble'] as { readonly error: string } | null | undefined;
  };
  const reportOf = (index: number, change: Readonly<Record<string, unknown>>) => {
    const received = desk.solapi.received[index] ?? expect.fail('It was not received');
    return desk.solapi.reportOf(received).map((item) => ({ ...item, ...change }));
  };

  it('waits for the report of a message that the telephone company has', async () => {
    const reservation = await desk.createReservation(desk.time(30));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    expect((await desk.report(reportOf(0, { statusCode: '3000' }))).body).toEqual({ applied: 0 });
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    const odd = { statusCode: 4000, statusMessage: null, cost: null };
    expect((await desk.report(reportOf(0, odd))).body).toEqual({ applied: 1 });
    await desk.message(reservation, 'CONFIRMED', 'DELIVERED');
    expect(desk.received(PHONE)).toHaveLength(1);
  });

  it.each(['2230', '2062', '2254'])('tries the next channel after the report %s', async (statusCode) => {
    await desk.setProvider({ kakaoChannelId: 'KA01PF' });
    await desk.setTemplate('CONFIRMED', { alimtalkCode: 'KA01TP', alimtalkState: 'APPROVED', body: '확정' });
    const reservation = await desk.createReservation(desk.time(30));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    expect((await desk.report(reportOf(0, { statusCode }))).body).toEqual({ applied: 1 });
    if (statusCode !== '2254') expect((await trouble())?.error).toContain(statusCode);
    await desk.runUntil('the SMS', () => desk.solapi.received.length === 2);
    expect(desk.solapi.received.map(({ type }) => type)).toEqual(['ATA', 'SMS']);
  });

  it.each(['1030', '1024'])('sends a message later that Solapi does not add with %s', async (code) => {
    desk.solapi.faults.codes = [code];
    const reservation = await desk.createReservation(desk.time(30));
    await desk.runUntil('the trouble shows', async () => (await trouble())?.error.includes(code));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    expect(desk.received(PHONE)).toHaveLength(1);
    await desk.runUntil('the trouble is over', async () => (await trouble()) === null);
  });

  it('shows head office that the sender is not registered, and fails the message', async () => {
    desk.solapi.faults.codes = ['1062'];
    const later = desk.time(32);
    const reservation = await desk.createReservation(desk.time(30));
    const failed = await desk.message(reservation, 'CONFIRMED', 'FAILED');
    expect(failed['error']).toMatch(/^1062\b/);
    await desk.runUntil('the trouble shows', async () => /^1062\b/.test((await trouble())?.error ?? ''));
    const next = await desk.createReservation(later);
    await desk.message(next, 'CONFIRMED', 'ACCEPTED');
    await desk.runUntil('the trouble is over', async () => (await trouble()) === null);
  });

  it('does not send twice when a proxy answers the lookup with a page', async () => {
    desk.solapi.faults.next = ['unanswered'];
    const reservation = await desk.createReservation(desk.time(30));
    await desk.runUntil('it was sent', () => desk.solapi.received.length === 1);
    desk.solapi.faults.pages = [404, 403, 502];
    await desk.runUntil('the pages were read', () => {
      clock.advance(MINUTE_MS);
      return desk.solapi.faults.pages.length === 0;
    });
    clock.advance(MINUTE_MS);
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    expect(desk.received(PHONE)).toHaveLength(1);
  });

  it.each([
    ['4000', 'DELIVERED'],
    ['3000', 'ACCEPTED'],
    ['2230', 'FAILED'],
  ])('learns from the code %s of its lookup that a message is %s', async (code, state) => {
    desk.solapi.faults.next = ['unanswered'];
    desk.solapi.faults.listedCode = code;
    const reservation = await desk.createReservation(desk.time(30));
    await desk.runUntil('it was sent', () => desk.solapi.received.length === 1);
    clock.advance(MINUTE_MS);
    await desk.message(reservation, 'CONFIRMED', state);
    expect(desk.received(PHONE)).toHaveLength(1);
  });

  it('applies a long list of reports with an odd one', async () => {
    const reservation = await desk.createReservation(desk.time(30));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    const [delivered] = reportOf(0, {});
    const others = Array.from({ length: 900 }, (_, number) => ({
      messageId: `M${number}`,
      statusCode: '4000',
      text: '긴 메시지'.repeat(60),
    }));
    const odd = [{ messageId: '\u0000', statusCode: '4000' }, { messageId: 'M1', statusCode: {} }, 'text', null];
    expect((await desk.report([...odd, ...others, delivered])).body).toEqual({ applied: 1 });
    await desk.message(reservation, 'CONFIRMED', 'DELIVERED');
  });

  it('refuses a body that is not JSON, after its sender has shown the secret', async () => {
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/message-provider`);
    const path = String(body['items']?.[0]?.['reportPath']).replace('/api/v2', '');
    const post = (at: string) => server.caller(null)('POST', at, '{"messageId":');
    expect((await post(path)).body['code']).toBe('BODY_NOT_JSON');
    expect((await post(path.replace(/[^/]+$/, '00000000-0000-4000-8000-000000000000'))).status).toBe(404);
  });
});
