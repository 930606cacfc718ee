// @sweep 1/8 (decision 086)
import { zonedTime } from '@munjigi/rules';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  MINUTE_MS,
  openMessageDesk,
  startTestServer,
  type Answer,
  type FakeClock,
  type MessageDesk,
  type TestServer,
} from '../../testing/index.ts';

const PHONE = '010-1234-5678';
/** Noon in Seoul: no quiet hours. */
const NOON = new Date('2026-11-21T03:00:00Z');

describe('messages to guests (MS-1 to MS-10)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let desk: MessageDesk;
  const logLines: string[] = [];

  beforeAll(async () => {
    clock = fakeClock(NOON);
    server = await startTestServer({ clock, logLines, outboundTimeoutMs: 500 });
  });
  beforeEach(async () => {
    clock.set(new Date(NOON.getTime() + 24 * HOUR_MS * (days += 1)));
    desk = await openMessageDesk(server, clock);
  });
  afterEach(() => desk.solapi.close());
  afterAll(() => server.close());
  let days = 0;
  const seoulTimeOf = (at: unknown) => zonedTime('Asia/Seoul', new Date(String(at)));

  const kindsOf = async (of: Parameters<MessageDesk['messagesOf']>[0]) =>
    (await desk.messagesOf(of)).map((item) => `${item['kind']} ${item['state']}`);

  it('sends one message for a hold, and one for its confirmation (MS-1)', async () => {
    const held = await desk.createReservation({ state: 'PENDING', ...desk.time(5) });
    expect(held['state']).toBe('PENDING');
    const sent = await desk.message(held, 'HELD', 'ACCEPTED');
    expect(sent).toMatchObject({ recipient: '010-****-5678', guestName: '홍*동', channel: 'LMS', error: null });
    const [received] = desk.received(PHONE);
    expect(received?.text).toContain('홍길동님, 예약이 접수되었습니다');
    expect(received?.from).toBe('0212345678');
    await desk.verb(held, 'confirm');
    await desk.message(held, 'CONFIRMED', 'ACCEPTED');
    expect(desk.received(PHONE)).toHaveLength(2);
  });

  it('lists and filters messages by the time that they show: the end, or the planned time of one that waits (MS-10)', async () => {
    // The reminder of the coming day is queued before the confirmation leaves, and stands above it.
    const reservation = await desk.createReservation(desk.time(30));
    const confirmed = await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    const list = async (query: string) => {
      const { body } = await desk.admin.call(
        'GET',
        `/${desk.shop.slug}/message?reservationId=${reservation['id']}&limit=100${query}`,
      );
      return body['items'] as Answer['body'][];
    };
    const timeOf = (item: Answer['body']) => Date.parse(String(item['endedAt'] ?? item['sendAt']));
    const items = await list('');
    expect(items.some(({ endedAt }) => endedAt === null)).toBe(true);
    expect(items.at(-1)?.['id']).toBe(confirmed['id']);
    expect(items.map(timeOf)).toEqual(items.map(timeOf).toSorted((one, other) => other - one));
    expect((await list('&sort=sentAt')).map(({ id }) => id)).toEqual(items.map(({ id }) => id).toReversed());
    const later = new Date(timeOf(confirmed) + 1).toISOString();
    expect((await list(`&to=${later}`)).map(({ id }) => id)).toEqual([confirmed['id']]);
    expect((await list(`&from=${later}`)).map(({ id }) => id)).toEqual(items.slice(0, -1).map(({ id }) => id));
    expect((await list('&state=ENDED')).map(({ id }) => id)).toEqual([confirmed['id']]);
    expect((await list('&state=QUEUED')).map(({ id }) => id)).toEqual(items.slice(0, -1).map(({ id }) => id));
  });

  it('writes nothing for a product without an enabled provider (MS-9)', async () => {
    await desk.setProvider({ isEnabled: false });
    const reservation = await desk.createReservation(desk.time(5));
    expect(await desk.messagesOf(reservation)).toEqual([]);
  });

  it('withdraws what waits, and sends the cancellation with its refund, when a reservation is cancelled (MS-1)', async () => {
    desk.solapi.faults.isDown = true;
    const reservation = await desk.createReservation(desk.time(30));
    await desk.runUntil('the first attempt failed', async () => desk.solapi.requests > 0);
    desk.solapi.faults.isDown = false;
    await desk.verb(reservation, 'cancel', {});
    await desk.message(reservation, 'CANCELLED', 'ACCEPTED');
    expect(await kindsOf(reservation)).toEqual(
      expect.arrayContaining([
        'CONFIRMED WITHDRAWN',
        'ACCESS_OPENS WITHDRAWN',
        'ENDING_SOON WITHDRAWN',
        'CANCELLED ACCEPTED',
      ]),
    );
    expect(desk.received(PHONE).map(({ text }) => text)).toEqual([expect.stringContaining('취소되었습니다')]);
  });

  it('sends the opening of the window and the end in time, and follows an extension (MS-1)', async () => {
    const reservation = await desk.createReservation(desk.time(2, 1));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    clock.advance(2 * HOUR_MS - 10 * MINUTE_MS);
    await desk.message(reservation, 'ACCESS_OPENS', 'ACCEPTED');
    const extended = await desk.verb(await desk.read(reservation), 'extend', { minutes: 60 });
    expect(extended.status, JSON.stringify(extended.body)).toBe(200);
    await desk.message(reservation, 'EXTENDED', 'ACCEPTED');
    expect(await kindsOf(reservation)).toEqual(expect.arrayContaining(['ENDING_SOON WITHDRAWN', 'ENDING_SOON QUEUED']));
    clock.set(new Date(new Date(String(extended.body['endsAt'])).getTime() - 9 * MINUTE_MS));
    await desk.message(reservation, 'ENDING_SOON', 'ACCEPTED');
  });

  it('does not send the warning of an end after the end (MS-1)', async () => {
    const reservation = await desk.createReservation(desk.time(1, 1));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    desk.solapi.faults.isDown = true;
    clock.advance(2 * HOUR_MS - 5 * MINUTE_MS);
    const before = desk.solapi.requests;
    await desk.runUntil('the provider was tried', () => desk.solapi.requests > before);
    clock.advance(10 * MINUTE_MS);
    await desk.runUntil('both are over', async () =>
      (await kindsOf(reservation)).every((text) => !text.endsWith('QUEUED')),
    );
    desk.solapi.faults.isDown = false;
    expect(desk.received(PHONE).map(({ text }) => text)).toEqual([expect.stringContaining('확정')]);
  });

  it('sends an extension in the quiet hours to a guest in the room, and to a later guest after them (MS-6)', async () => {
    // Half past ten in the evening in Seoul.
    clock.advance(10.5 * HOUR_MS);
    const [present, later] = [
      await desk.createReservation(desk.time(0, 1)),
      await desk.createReservation({ ...desk.time(26, 1) }),
    ];
    // A confirmation that waits would say the new end itself (MS-16).
    for (const reservation of [present, later]) await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    for (const reservation of [present, later])
      expect((await desk.verb(await desk.read(reservation), 'extend', { minutes: 60 })).status).toBe(200);
    await desk.message(present, 'EXTENDED', 'ACCEPTED');
    expect(await kindsOf(later)).toContain('EXTENDED QUEUED');
  });

  it.each([
    ['23:30', 11.5],
    ['00:30', 12.5],
    ['07:30', 19.5],
  ])('sends the payment link of a hold made at %s at once (MS-6)', async (_name, hours) => {
    clock.advance(hours * HOUR_MS);
    const createdAt = clock.now().getTime();
    const held = await desk.createReservation({ state: 'PENDING', ...desk.time(20) });
    const sent = await desk.message(held, 'HELD', 'ACCEPTED');
    // A few ticks of the fake clock, each of which runs the sender.
    expect(Date.parse(String(sent['sendAt'])) - createdAt).toBeLessThanOrEqual(10_000);
    const [received] = desk.received(PHONE);
    expect(received?.text).toContain(String(held['code']));
  });

  it.each([
    ['20:30', '20:30', 8.5],
    ['21:00', '08:00', 9],
    ['23:30', '08:00', 11.5],
    ['00:00', '08:00', 12],
    ['07:30', '08:00', 19.5],
    ['08:00', '08:00', 20],
  ])('sends a payment reminder that falls due at %s at %s (MS-6)', async (_due, expected, hours) => {
    // The reminder is due in the middle of a hold of twelve hours.
    await desk.set({ hold_minutes: 720 });
    clock.advance((hours - 6) * HOUR_MS);
    const held = await desk.createReservation({ state: 'PENDING', ...desk.time(40) });
    await desk.runUntil(`the reminder waits for ${expected}`, async () => {
      const reminder = (await desk.messagesOf(held)).find((item) => item['kind'] === 'PAYMENT_REMINDER');
      return seoulTimeOf(reminder?.['sendAt']) === expected;
    });
  });

  it('tries alimtalk first, and SMS after its report of failure (MS-4, MS-5)', async () => {
    await desk.setProvider({ kakaoChannelId: 'KA01PF' });
    await desk.setTemplate('CONFIRMED', {
      alimtalkCode: 'KA01TP',
      alimtalkState: 'APPROVED',
      body: '확정 {{roomName}}',
    });
    const reservation = await desk.createReservation(desk.time(30));
    const sent = await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    expect(sent['channel']).toBe('ALIMTALK');
    desk.solapi.faults.undeliverable.add('ATA');
    const [alimtalk] = desk.solapi.received;
    if (!alimtalk) throw new Error('Nothing was received');
    expect((await desk.report(desk.solapi.reportOf(alimtalk))).body).toEqual({ applied: 1 });
    await desk.runUntil('the SMS', () => desk.solapi.received.length === 2);
    const sms = desk.solapi.received[1];
    expect(sms?.type).toBe('SMS');
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    if (sms) await desk.report(desk.solapi.reportOf(sms));
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/message/${sent['id']}`);
    expect(body).toMatchObject({ state: 'DELIVERED', channel: 'SMS', body: '확정 Room 1' });
    expect(body['attempts']).toMatchObject([
      { channel: 'ALIMTALK', state: 'FAILED' },
      { channel: 'SMS', state: 'DELIVERED' },
    ]);
  });

  it('ignores reports that are repeated, late, unknown or from a wrong path (MS-5)', async () => {
    const reservation = await desk.createReservation(desk.time(30));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    const [received] = desk.solapi.received;
    if (!received) throw new Error('Nothing was received');
    const delivered = desk.solapi.reportOf(received);
    const failed = delivered.map((item) => ({ ...item, statusCode: '3104' }));
    expect((await desk.report(delivered)).body).toEqual({ applied: 1 });
    expect((await desk.report(delivered)).body).toEqual({ applied: 0 });
    expect((await desk.report(failed)).body).toEqual({ applied: 0 });
    expect((await desk.report([{ messageId: 'unknown', statusCode: '4000' }, 7, null])).body).toEqual({ applied: 0 });
    await desk.message(reservation, 'CONFIRMED', 'DELIVERED');
    const wrong = await server.caller(null)(
      'POST',
      `/${desk.shop.slug}/message-report/00000000-0000-4000-8000-000000000000`,
      delivered,
    );
    expect(wrong.status).toBe(404);
    expect((await desk.report([{ messageId: 'x'.repeat(2 * 1024 * 1024) }])).status).toBe(413);
  });

  it('does not send twice when the provider dies after it accepted a message (MS-4)', async () => {
    desk.solapi.faults.next = ['unanswered'];
    const reservation = await desk.createReservation(desk.time(30));
    await desk.runUntil('it was sent', () => desk.solapi.received.length === 1);
    clock.advance(MINUTE_MS);
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    expect(desk.solapi.received).toHaveLength(1);
  });

  it('sends again what the provider lost (MS-4)', async () => {
    desk.solapi.faults.next = ['lost'];
    const reservation = await desk.createReservation(desk.time(30));
    await desk.runUntil('it was tried', () => desk.solapi.faults.next.length === 0);
    clock.advance(MINUTE_MS);
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    expect(desk.solapi.received).toHaveLength(1);
  });

  it('fails a phone that receives no messages, and one that the provider refuses (MS-4)', async () => {
    const later = desk.time(34);
    const landline = await desk.createReservation({ ...desk.time(30), guestPhone: '02-777-8888' });
    expect((await desk.message(landline, 'CONFIRMED', 'FAILED'))['error']).toBe('NOT_A_MOBILE_NUMBER');
    desk.solapi.faults.refused.add('01099990000');
    const refused = await desk.createReservation({ ...later, guestPhone: '010-9999-0000' });
    const failed = await desk.message(refused, 'CONFIRMED', 'FAILED');
    expect(failed['error']).toContain('1025');
    expect(failed['error']).not.toContain('9999');
  });

  it('sends a guest at most ten messages an hour, in the order of their causes (MS-7)', async () => {
    const reservations: Record<string, unknown>[] = [];
    for (let room = 0; room < 12; room += 1)
      reservations.push(await desk.createReservation({ ...desk.time(30), roomId: desk.roomIds[room] }));
    await desk.runUntil('ten are sent', () => desk.received(PHONE).length === 10);
    await desk.runUntil('the sender ran again', async () => clock.now().getTime() % 10_000 === 0);
    expect(desk.received(PHONE)).toHaveLength(10);
    const order = desk
      .received(PHONE)
      .map(({ text }) => reservations.findIndex((one) => text.includes(String(one['code']))));
    expect(order).toEqual([...order].sort((one, other) => one - other));
    clock.advance(HOUR_MS);
    await desk.runUntil('the others follow', () => desk.received(PHONE).length === 12);
  });

  it('resends with what holds now, at most three times an hour, and not after the end (MS-8)', async () => {
    const reservation = await desk.createReservation(desk.time(30));
    const sent = await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    const path = `/${desk.shop.slug}/message/${sent['id']}/resend`;
    await desk.edit(await desk.read(reservation), { guestPhone: '010-2222-3333' });
    for (let time = 0; time < 3; time += 1) expect((await desk.admin.call('POST', path, {})).status).toBe(200);
    expect((await desk.admin.call('POST', path, {})).body['code']).toBe('MESSAGE_LIMIT');
    await desk.runUntil('they are sent', () => desk.received('010-2222-3333').length === 3);
    await desk.verb(await desk.read(reservation), 'cancel', {});
    expect((await desk.admin.call('POST', path, {})).body['code']).toBe('STATE_NOT_ALLOWED');
  });

  it('refuses a template with a foreign variable or without a needed one, and keeps versions (MS-3)', async () => {
    const foreign = await desk.setTemplate('ENDING_SOON', { body: '{{accessCode}}' });
    expect([foreign.status, foreign.body['code']]).toEqual([422, 'TEMPLATE_VARIABLES']);
    const missing = await desk.setTemplate('CODE_ACTIVE', { body: '코드' });
    expect([missing.status, missing.body['code']]).toEqual([422, 'TEMPLATE_VARIABLES']);
    expect((await desk.setTemplate('CONFIRMED', { body: '확정 {{date}}' })).body['version']).toBe(1);
    const stale = await desk.setTemplate('CONFIRMED', { version: 0, body: '다른' });
    expect([stale.status, stale.body['code']]).toEqual([409, 'STALE']);
    const path = `/${desk.shop.slug}/message-template/CONFIRMED/ko`;
    const { body: versions } = await desk.admin.call('GET', `${path}/versions`);
    expect(versions).toMatchObject({ total: 2, items: [{ version: 1 }, { version: 0 }] });
    const { body: preview } = await desk.admin.call('POST', `${path}/preview`, {
      subject: '제목',
      body: '{{nope}} 가나a',
    });
    expect(preview).toMatchObject({ bytes: 6, channel: 'SMS', unknownVariables: ['nope'] });
  });

  it('sends nothing of a kind that is switched off (MS-3)', async () => {
    await desk.setTemplate('CONFIRMED', { isEnabled: false });
    const reservation = await desk.createReservation(desk.time(30));
    expect((await desk.message(reservation, 'CONFIRMED', 'WITHDRAWN'))['error']).toBe('TEMPLATE_DISABLED');
  });

  it('shows the trouble of a provider and never its secret, and needs the secret of another account (MS-9)', async () => {
    desk.solapi.faults.isDown = true;
    const reservation = await desk.createReservation(desk.time(30));
    const base = `/${desk.shop.slug}/message-provider`;
    await desk.runUntil('the trouble shows', async () => {
      const { body } = await desk.admin.call('GET', base);
      return body['items']?.[0]?.['trouble'];
    });
    const { body } = await desk.admin.call('GET', base);
    expect(JSON.stringify(body)).not.toContain('solapi-secret');
    const other = await desk.setProvider({ account: 'OTHER', secret: undefined });
    expect([other.status, other.body['code']]).toEqual([400, 'INVALID_INPUT']);
    const foreign = await desk.setProvider({ address: 'https://example.com' });
    expect([foreign.status, foreign.body['code']]).toEqual([400, 'INVALID_INPUT']);
    desk.solapi.faults.isDown = false;
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
  });

  it('writes no name, phone or text of a guest into the log', () => {
    const log = logLines.join('\n');
    for (const word of ['홍길동', '010-1234-5678', '01012345678', '예약이 확정되었습니다'])
      expect(log).not.toContain(word);
  });
});
