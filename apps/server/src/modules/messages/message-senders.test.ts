// @sweep 1/12 (decision 086)
import { startVirtualMailbox, type VirtualMailbox } from '@munjigi/virtual-providers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor, SYSTEM } from '../../db/index.ts';
import {
  fakeClock,
  HOUR_MS,
  openMessageDesk,
  startTestServer,
  type FakeClock,
  type MessageDesk,
  type TestServer,
} from '../../testing/index.ts';

/** Noon in Seoul: no quiet hours. */
const NOON = new Date('2026-11-21T03:00:00Z');
const MAIL = { user: 'mail-user', password: 'mail-password-of-the-tests' };

describe('sending from two processes, and by e-mail', () => {
  let clock: FakeClock;
  let server: TestServer;
  let second: TestServer;
  let desk: MessageDesk;
  let mailbox: VirtualMailbox;
  const logLines: string[] = [];

  beforeAll(async () => {
    clock = fakeClock(NOON);
    server = await startTestServer({ clock, logLines, outboundTimeoutMs: 500 });
    second = await startTestServer({ beside: server, outboundTimeoutMs: 500 });
    desk = await openMessageDesk(server, clock, { rooms: 30 });
    mailbox = await startVirtualMailbox(MAIL);
  });
  afterAll(async () => {
    await desk.solapi.close();
    await mailbox.close();
    await second.close();
    await server.close();
  });

  const phoneOf = (number: number) => `010-5555-${String(1000 + number)}`;

  it('sends what waited for a provider once and in order, and drops what is stale (MS-1, MS-4)', async () => {
    desk.solapi.faults.isDown = true;
    const stale = await desk.createReservation({ ...desk.time(1, 1), guestPhone: phoneOf(99) });
    const reservations = [];
    for (let number = 0; number < 24; number += 1) {
      const of = { ...desk.time(40), roomId: desk.roomIds[number], guestPhone: phoneOf(number) };
      reservations.push(await desk.createReservation({ ...of, state: 'PENDING' }));
    }
    // Eight messages that fail together are one failure: the next attempt follows after seconds, not minutes.
    const failed = () =>
      server.withActor(storeActor(desk.shop.productId, desk.storeId), async (tx) => {
        const attempts = await tx.selectFrom('message_attempts').select('id').where('state', '=', 'FAILED').execute();
        return attempts.length;
      });
    await desk.runUntil('eight attempts have failed', async () => (await failed()) >= 8);
    const { retry_at: retryAt } = await server.withActor(SYSTEM, (tx) =>
      tx
        .selectFrom('message_providers')
        .select('retry_at')
        .where('product_id', '=', desk.shop.productId)
        .executeTakeFirstOrThrow(),
    );
    expect((retryAt?.getTime() ?? 0) - clock.now().getTime()).toBeLessThan(30_000);
    for (const reservation of reservations) await desk.verb(await desk.read(reservation), 'confirm');
    const cancelled = reservations.slice(0, 4);
    for (const reservation of cancelled) await desk.verb(await desk.read(reservation), 'cancel', {});
    clock.set(new Date(NOON.getTime() + 3 * HOUR_MS));
    await desk.message(stale, 'CONFIRMED', 'EXPIRED');
    desk.solapi.faults.isDown = false;
    const expected = reservations.length;
    await desk.runUntil('all are sent', () => desk.solapi.received.length >= expected);
    for (let run = 0; run < 20; run += 1) await desk.runUntil('a further run', () => true);
    expect(desk.received(phoneOf(99))).toEqual([]);
    for (const [number] of reservations.entries()) {
      const texts = desk.received(phoneOf(number)).map(({ text }) => text);
      expect(texts, phoneOf(number)).toHaveLength(1);
      expect(texts[0]).toContain(number < 4 ? '취소되었습니다' : '확정되었습니다');
    }
    expect(new Set(desk.solapi.received.map(({ attempt }) => attempt)).size).toBe(desk.solapi.received.length);
  });

  it('sends a test message by e-mail, whose password no log and no reply shows (MS-3, MS-9)', async () => {
    const base = `/${desk.shop.slug}`;
    const set = await desk.admin.call('POST', `${base}/message-provider`, {
      provider: 'SMTP',
      account: MAIL.user,
      secret: MAIL.password,
      address: mailbox.address,
      senderEmail: 'no-reply@test.example',
    });
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    const path = `${base}/message-template/CONFIRMED/ko/test`;
    const sent = await desk.admin.call('POST', path, { to: 'guest@test.example' });
    expect(sent.body).toEqual({ channel: 'EMAIL', isAccepted: true, error: null });
    expect(mailbox.received).toMatchObject([
      { to: 'guest@test.example', from: 'no-reply@test.example', subject: '예약이 확정되었습니다' },
    ]);
    expect(mailbox.received[0]?.body).toContain('홍길동님');
    mailbox.faults.isRefusing = true;
    const refused = await desk.admin.call('POST', path, { to: 'unknown@test.example' });
    expect(refused.body).toMatchObject({ channel: 'EMAIL', isAccepted: false });
    const listed = await desk.admin.call('GET', `${base}/message-provider`);
    expect(JSON.stringify([listed.body, logLines])).not.toContain(MAIL.password);
  });

  it('refuses a mail server in a private network (MS-9)', async () => {
    const refused = await desk.admin.call('POST', `/${desk.shop.slug}/message-provider`, {
      provider: 'SMTP',
      version: 1,
      account: MAIL.user,
      secret: MAIL.password,
      address: '10.0.0.5:25',
      senderEmail: 'no-reply@test.example',
    });
    expect([refused.status, refused.body['code']]).toEqual([400, 'INVALID_INPUT']);
  });

  it('shows a franchisee the messages of their stores only (MS-10)', async () => {
    const franchisee = await server.signIn(desk.shop, ['FRANCHISEE'], []);
    const { body } = await franchisee.call('GET', `/${desk.shop.slug}/message`);
    expect(body).toMatchObject({ total: 0, items: [] });
  });
});
