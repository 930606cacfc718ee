import { startVirtualMailbox, type VirtualMailbox } from '@munjigi/virtual-providers';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../db/index.ts';
import { fakeClock, openMessageDesk, startTestServer, type MessageDesk, type TestServer } from '../../testing/index.ts';
import { queueStaffMessage } from '../staff-messages/index.ts';

const MAIL = { user: 'mail-user', password: 'mail-password-of-the-tests' };
const MINUTE_MS = 60_000;

/** The sender of messages to staff: SMS, delivery reports and attempts whose process was killed. */
describe('messages to staff (AU-8)', () => {
  const clock = fakeClock(new Date('2026-11-21T03:00:00Z'));
  let server: TestServer;
  let second: TestServer;
  let desk: MessageDesk;
  let mailbox: VirtualMailbox;

  beforeAll(async () => {
    server = await startTestServer({ clock, outboundTimeoutMs: 500 });
    second = await startTestServer({ beside: server, outboundTimeoutMs: 500 });
    desk = await openMessageDesk(server, clock);
    mailbox = await startVirtualMailbox(MAIL);
    const set = await desk.admin.call('POST', `/${desk.shop.slug}/message-provider`, {
      provider: 'SMTP',
      account: MAIL.user,
      secret: MAIL.password,
      address: mailbox.address,
      senderEmail: 'no-reply@test.example',
    });
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    await server.withActor(SYSTEM, (tx) =>
      tx.updateTable('users').set({ phone: '010-7777-8888' }).where('id', '=', desk.admin.userId).execute(),
    );
  });
  afterAll(async () => {
    await desk.solapi.close();
    await mailbox.close();
    await second.close();
    await server.close();
  });

  async function queue(channel: 'EMAIL' | 'SMS', body: string): Promise<string> {
    const queued = await server.withActor(SYSTEM, (tx) =>
      queueStaffMessage(tx, {
        productId: desk.shop.productId,
        userId: desk.admin.userId,
        kind: 'ON_CALL',
        channel,
        language: 'ko',
        dedupeKey: uuidv7(),
        subject: '호출',
        body,
        now: clock.now(),
        expiresAt: new Date(clock.now().getTime() + 30 * MINUTE_MS),
      }),
    );
    if ('error' in queued) return expect.fail(queued.error);
    return queued.id;
  }
  const rowOf = (id: string) =>
    server.withActor(SYSTEM, (tx) =>
      tx.selectFrom('staff_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    );
  const inState = (id: string, state: string) =>
    desk.runUntil(`the message becomes ${state}`, async () => {
      const row = await rowOf(id);
      return row.state === state && row;
    });
  /** As if the process had been killed a minute ago, in an attempt with this reference. */
  const interrupt = (id: string, reference: string | null) =>
    server.withActor(SYSTEM, (tx) =>
      tx
        .updateTable('staff_messages')
        .set({ sending_since: new Date(clock.now().getTime() - MINUTE_MS), tries: 1, reference })
        .where('id', '=', id)
        .where('state', '=', 'QUEUED')
        .execute(),
    );
  const mailsWith = (text: string) => mailbox.received.filter(({ body }) => body.includes(text));

  it('sends an SMS to the phone of the account, and applies its delivery report once', async () => {
    const id = await queue('SMS', '문이 응답하지 않습니다');
    const row = await inState(id, 'ACCEPTED');
    expect([row.body.length, row.subject.length]).toEqual([0, 0]);
    const [sms] = desk.received('010-7777-8888');
    if (!sms) return expect.fail('The phone received nothing');
    expect([sms.text, sms.from]).toEqual(['문이 응답하지 않습니다', '0212345678']);
    const report = desk.solapi.reportOf(sms);
    expect((await desk.report(report)).body).toEqual({ applied: 1 });
    expect((await rowOf(id)).state).toBe('DELIVERED');
    expect((await desk.report(report)).body).toEqual({ applied: 0 });
  });

  it('sends once from two processes, and again after a kill before the provider had the message', async () => {
    const ids = await Promise.all([1, 2, 3].map((number) => queue('EMAIL', `once ${number}`)));
    const killed = await queue('EMAIL', 'killed early');
    await interrupt(killed, null);
    for (const id of [...ids, killed]) await inState(id, 'ACCEPTED');
    for (const text of ['once 1', 'once 2', 'once 3', 'killed early']) expect(mailsWith(text), text).toHaveLength(1);
  });

  it('does not repeat an e-mail with an unknown outcome', async () => {
    // A pause of the provider keeps the sender away until the attempt is set up.
    const pause = (retryAt: Date | null) =>
      server.withActor(SYSTEM, (tx) =>
        tx
          .updateTable('message_providers')
          .set({ retry_at: retryAt })
          .where('product_id', '=', desk.shop.productId)
          .where('provider', '=', 'SMTP')
          .execute(),
      );
    await pause(new Date(clock.now().getTime() + 10 * MINUTE_MS));
    const id = await queue('EMAIL', 'killed late');
    await interrupt(id, '<killed@test.example>');
    const row = await inState(id, 'FAILED');
    expect([row.error, row.body.length, mailsWith('killed late')]).toEqual(['OUTCOME_UNKNOWN', 0, []]);
    await pause(null);
  });

  it('asks Solapi what became of an SMS whose answer was lost, and sends it once', async () => {
    desk.solapi.faults.next.push('unanswered');
    const id = await queue('SMS', '응답이 없었습니다');
    await desk.runUntil('the SMS arrived', () => desk.solapi.received.some(({ text }) => text === '응답이 없었습니다'));
    clock.advance(MINUTE_MS);
    await inState(id, 'ACCEPTED');
    expect(desk.solapi.received.filter(({ text }) => text === '응답이 없었습니다')).toHaveLength(1);
  });
});
