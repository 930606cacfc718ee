/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { startVirtualMailbox, type VirtualMailbox } from '@munjigi/virtual-providers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SEALED_TABLES } from '../../app.ts';
import { storeActor } from '../../db/index.ts';
import { headOffice } from '../../testing/index.ts';
import {
  fakeClock,
  HOUR_MS,
  itemsOf,
  makeGuest,
  MINUTE_MS,
  openMessageDesk,
  startTestServer,
  until,
  type Answer,
  type FakeClock,
  type MessageDesk,
  type TestServer,
} from '../../testing/index.ts';
import { eraseDue } from '../personal-data/erase.ts';

const PHONE = '010-1234-5678';
const LANDLINE = '02-555-1234';
const EMAIL = 'jane.doe@guest.example';
const MAIL_ACCOUNT = { user: 'mail', password: 'mail-password' };
/** Noon in Seoul: no quiet hours. */
const NOON = new Date('2026-11-21T03:00:00Z');
/** What no mail server accepts, or what would add a header or a recipient. */
const NO_ADDRESSES = [
  'jane',
  'jane@',
  '@guest.example',
  'jane@guest',
  'jane@guest.example\r\nBcc: other@guest.example',
  'jane@guest.example\nSubject: x',
  'jane@guest.example, other@guest.example',
  'jane@@guest.example',
  '홍길동@guest.example',
  `${'a'.repeat(10_000)}@guest.example`,
  `jane@${'a.'.repeat(5000)}example`,
];

describe('the address and the language of a guest (MS-13 to MS-15, GP-7)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let desk: MessageDesk;
  let mailbox: VirtualMailbox;
  let days = 0;
  const logLines: string[] = [];

  beforeAll(async () => {
    clock = fakeClock(NOON);
    server = await startTestServer({ clock, logLines, outboundTimeoutMs: 500 });
  });
  beforeEach(async () => {
    clock.set(new Date(NOON.getTime() + 24 * HOUR_MS * (days += 1)));
    desk = await openMessageDesk(server, clock);
    mailbox = await startVirtualMailbox({ ...MAIL_ACCOUNT, now: () => clock.now() });
    expect((await setMail()).status).toBe(200);
  });
  afterEach(async () => {
    await mailbox.close();
    await desk.solapi.close();
  });
  afterAll(() => server.close());

  const setMail = (change: Readonly<Record<string, unknown>> = {}) =>
    desk.admin.call('POST', `/${desk.shop.slug}/message-provider`, {
      provider: 'SMTP',
      account: MAIL_ACCOUNT.user,
      secret: MAIL_ACCOUNT.password,
      address: mailbox.address,
      senderEmail: 'stay@shop.example',
      ...change,
    });
  const guestOf = async (reservation: Answer['body']) => {
    const { call } = await makeGuest(server, desk.shop, desk.storeId, String(reservation['id']));
    const path = `/${desk.shop.slug}/guest/contact`;
    return { call, read: () => call('GET', path), change: (body: object) => call('PATCH', path, body) };
  };
  const refusalsOf = (isRefused: boolean) =>
    ['ENDING_SOON', 'ACCESS_OPENS', 'ACCESS_OPENS'].map((kind) => ({ kind, isRefused }));
  const optOutsOf = (reservation: Answer['body']) =>
    `/${desk.shop.slug}/reservation/${reservation['id']}/message/opt-outs`;
  const refuse = (reservation: Answer['body'], kind: string, isRefused = true) =>
    desk.admin.call('POST', optOutsOf(reservation), { kind, isRefused });

  it('write in the language of the reservation, and in another one after a change (MS-13)', async () => {
    const reservation = await desk.createReservation({
      ...desk.time(2, 1),
      guestName: 'Jane Doe',
      guestLanguage: 'en',
    });
    expect(await desk.message(reservation, 'CONFIRMED', 'ACCEPTED')).toMatchObject({ language: 'en', channel: 'LMS' });
    expect(desk.received(PHONE)[0]?.text).toMatch(/^\[.*\] Jane Doe, your reservation is confirmed/);
    expect((await desk.edit(await desk.read(reservation), { guestLanguage: 'ko' })).status).toBe(200);
    const waiting = (await desk.messagesOf(reservation)).filter((item) => item['state'] === 'QUEUED');
    expect(waiting.map((item) => item['language'])).toEqual(waiting.map(() => 'ko'));
    expect(waiting.length).toBeGreaterThan(0);
    clock.advance(2 * HOUR_MS - 10 * MINUTE_MS);
    expect(await desk.message(reservation, 'ACCESS_OPENS', 'ACCEPTED')).toMatchObject({ language: 'ko' });
    expect(desk.received(PHONE)[1]?.text).toContain('이제 입장하실 수 있습니다');
  });

  it('goes by e-mail after the final failure of the SMS, with the subject of the template (MS-14)', async () => {
    const reservation = await desk.createReservation({ ...desk.time(30), guestEmail: EMAIL });
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    const [sms] = desk.solapi.received;
    if (!sms) throw new Error('Nothing was received');
    desk.solapi.faults.undeliverable.add(sms.type);
    await desk.report(desk.solapi.reportOf(sms));
    await desk.runUntil('the e-mail', () => mailbox.received.length === 1);
    expect(mailbox.received[0]).toMatchObject({
      to: EMAIL,
      from: 'stay@shop.example',
      subject: '예약이 확정되었습니다',
    });
    expect(mailbox.received[0]?.body.replaceAll('\r\n', '\n')).toBe(sms.text);
    // The calendar entry beside the text (MS-24).
    const [calendar] = mailbox.received[0]?.attachments ?? [];
    expect(calendar?.type).toMatch(/^text\/calendar; charset=utf-8; method=PUBLISH;? ?/i);
    expect(calendar?.text).toContain(`UID:${reservation['id']}@munjigi\r\n`);
    const sent = await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    expect(sent).toMatchObject({ channel: 'EMAIL', recipient: 'j***@g***.example' });
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/message/${sent['id']}`);
    expect(body['attempts']).toMatchObject([
      { channel: 'LMS', provider: 'SOLAPI', state: 'FAILED' },
      { channel: 'EMAIL', provider: 'SMTP', state: 'ACCEPTED' },
    ]);
    expect(JSON.stringify(body)).not.toContain(EMAIL);
  });

  it('goes by e-mail to a guest with a landline, also while Solapi does not answer (MS-14)', async () => {
    desk.solapi.faults.isDown = true;
    const period = desk.time(30);
    const bySms = await desk.createReservation(period);
    await desk.runUntil('Solapi was tried', () => desk.solapi.requests > 0);
    const byEmail = await desk.createReservation({
      ...period,
      roomId: desk.roomIds[1],
      guestPhone: LANDLINE,
      guestEmail: EMAIL,
      guestLanguage: 'en',
    });
    expect(await desk.message(byEmail, 'CONFIRMED', 'ACCEPTED')).toMatchObject({ channel: 'EMAIL' });
    expect(mailbox.received[0]?.subject).toBe('Your reservation is confirmed');
    expect((await desk.messagesOf(bySms)).map((item) => item['state'])).not.toContain('ACCEPTED');
    desk.solapi.faults.isDown = false;
    await desk.message(bySms, 'CONFIRMED', 'ACCEPTED');
    // Without an address there is no channel.
    const none = await desk.createReservation({ ...period, roomId: desk.roomIds[2], guestPhone: LANDLINE });
    expect(await desk.message(none, 'CONFIRMED', 'FAILED')).toMatchObject({ error: 'NOT_A_MOBILE_NUMBER' });
    const linkOf = async (of: Answer['body']) =>
      (await desk.admin.call('GET', `/${desk.shop.slug}/reservation/${of['id']}/message/payment-link`)).body;
    expect((await linkOf(none))['obstacle']).toBe('NO_PHONE');
    expect((await linkOf(byEmail))['obstacle']).toBe('NO_PAYMENT_PROVIDER');
  });

  it('goes by e-mail without Solapi, in the order of the causes also for a guest without a phone, and fails once when refused (MS-14)', async () => {
    await desk.setProvider({ isEnabled: false });
    const period = desk.time(30);
    const walkIn = await desk.createReservation({
      channel: 'WALK_IN',
      startsAt: clock.now().toISOString(),
      endsAt: new Date(clock.now().getTime() + HOUR_MS).toISOString(),
      guestName: '',
      guestPhone: '',
      guestEmail: EMAIL,
    });
    expect(await desk.message(walkIn, 'CONFIRMED', 'ACCEPTED')).toMatchObject({ recipient: 'j***@g***.example' });
    expect((await desk.admin.call('GET', optOutsOf(walkIn))).body).toMatchObject({ isPossible: false });
    expect((await refuse(walkIn, 'ENDING_SOON')).status).toBe(409);
    mailbox.faults.isRefusing = true;
    const refused = await desk.createReservation({ ...period, guestEmail: EMAIL });
    expect(await desk.message(refused, 'CONFIRMED', 'FAILED')).toMatchObject({ error: 'EENVELOPE 550' });
    const [message] = (await desk.messagesOf(refused)).filter((item) => item['kind'] === 'CONFIRMED');
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/message/${message?.['id']}`);
    expect(body['attempts']).toHaveLength(1);
  });

  it('sends later messages by SMS while an e-mail to the same guest waits for the mail server (MS-1)', async () => {
    const period = desk.time(30);
    const reservation = await desk.createReservation({ ...period, guestEmail: EMAIL });
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    mailbox.faults.isDown = true;
    const [sms] = desk.solapi.received;
    if (!sms) throw new Error('Nothing was received');
    desk.solapi.faults.undeliverable.add(sms.type);
    await desk.report(desk.solapi.reportOf(sms));
    await desk.message(reservation, 'CONFIRMED', 'QUEUED');
    const later = await desk.createReservation({ ...period, roomId: desk.roomIds[1] });
    expect(await desk.message(later, 'CONFIRMED', 'ACCEPTED')).toMatchObject({ channel: 'LMS' });
    expect(mailbox.received).toEqual([]);
    mailbox.faults.isDown = false;
    expect(await desk.message(reservation, 'CONFIRMED', 'ACCEPTED')).toMatchObject({ channel: 'EMAIL' });
  });

  it('gives up a recipient that the mail server defers, after five tries, without a pause for other guests (MS-14)', async () => {
    mailbox.faults.isDeferring = true;
    const otherPeriod = desk.time(40);
    const deferred = await desk.createReservation({ ...desk.time(30), guestPhone: LANDLINE, guestEmail: EMAIL });
    // The pause counts from the stored outcome, so the hour passes after it.
    const isStored = async (tries: number) => {
      const [message] = (await desk.messagesOf(deferred)).filter((item) => item['kind'] === 'CONFIRMED');
      const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/message/${message?.['id']}`);
      const attempts = (body['attempts'] ?? []) as unknown as readonly { readonly state: string }[];
      return attempts.filter(({ state }) => state === 'FAILED').length === tries;
    };
    await desk.runUntil('the first try', () => isStored(1));
    mailbox.faults.isDeferring = false;
    const other = await desk.createReservation({
      ...otherPeriod,
      guestPhone: '02-555-9999',
      guestEmail: 'other@guest.example',
    });
    expect(await desk.message(other, 'CONFIRMED', 'ACCEPTED')).toMatchObject({ channel: 'EMAIL' });
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/message-provider`);
    expect(itemsOf(body).find((item) => item['provider'] === 'SMTP')).toMatchObject({ trouble: null });
    expect(mailbox.rejections()).toBe(1);
    mailbox.faults.isDeferring = true;
    for (const tries of [2, 3, 4, 5]) {
      clock.advance(HOUR_MS + 5 * MINUTE_MS);
      await desk.runUntil(`try ${tries}`, () => isStored(tries));
    }
    const failed = await desk.message(deferred, 'CONFIRMED', 'FAILED');
    expect([failed['error'], mailbox.rejections()]).toEqual(['RECIPIENT_DEFERRED 450', 5]);
  });

  it('limits the e-mails of a guest without a phone number to ten within an hour (MS-7)', async () => {
    const period = desk.time(30);
    const walkIn = await desk.createReservation({
      channel: 'WALK_IN',
      startsAt: clock.now().toISOString(),
      endsAt: new Date(clock.now().getTime() + 4 * HOUR_MS).toISOString(),
      guestName: '',
      guestPhone: '',
      guestEmail: EMAIL,
    });
    const first = await desk.message(walkIn, 'CONFIRMED', 'ACCEPTED');
    await server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
      sql`
        insert into messages (product_id, store_id, id, reservation_id, kind, dedupe_key, guest_phone, state, queued_at,
          send_at, expires_at, ended_at)
        select product_id, store_id, gen_random_uuid(), reservation_id, kind, dedupe_key || n, guest_phone, state,
          queued_at, send_at, expires_at, ended_at
        from messages, generate_series(1, 9) n where id = ${String(first['id'])}`.execute(tx),
    );
    const second = await desk.admin.call('POST', `/${desk.shop.slug}/message/${first['id']}/resend`, {});
    expect(second.status).toBe(200);
    await desk.message(await desk.createReservation(period), 'CONFIRMED', 'ACCEPTED');
    expect(await desk.message(walkIn, 'CONFIRMED', 'QUEUED')).toMatchObject({ id: second.body['id'] });
    clock.advance(HOUR_MS);
    await desk.runUntil('the e-mail after the hour', () => mailbox.received.length === 2);
  });

  it('cannot add headers or recipients to an e-mail by the name of the guest (MS-14)', async () => {
    const { body: list } = await desk.admin.call('GET', `/${desk.shop.slug}/message-template`);
    const before = itemsOf(list).find((item) => item['kind'] === 'CONFIRMED' && item['language'] === 'ko');
    expect(
      (await desk.setTemplate('CONFIRMED', { subject: '{{guestName}}', body: String(before?.['body']) })).status,
    ).toBe(200);
    const guestName = 'Jane\r\nBcc: other@guest.example\r\n\r\nText';
    const reservation = await desk.createReservation({
      ...desk.time(30),
      guestName,
      guestPhone: LANDLINE,
      guestEmail: EMAIL,
    });
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    expect(mailbox.received.map(({ to }) => to)).toEqual([EMAIL]);
    expect(mailbox.received[0]?.subject).toContain('Jane Bcc: other@guest.example');
    expect(mailbox.received[0]?.body).toContain('예약이 확정되었습니다');
  });

  it('refuses what is no address, from staff and from the guest', async () => {
    const reservation = await desk.createReservation(desk.time(30));
    const guest = await guestOf(reservation);
    for (const email of NO_ADDRESSES) {
      const answers = [
        await desk.book({ ...desk.time(40), guestEmail: email }),
        await desk.edit(reservation, { guestEmail: email }),
        await guest.change({ version: reservation['version'], email }),
      ];
      expect(
        answers.map(({ status }) => status),
        email.slice(0, 60),
      ).toEqual([400, 400, 400]);
    }
    expect((await desk.edit(reservation, { guestLanguage: 'fr' })).status).toBe(400);
    expect(
      (await guest.change({ version: reservation['version'], refusals: [{ kind: 'CODE_ACTIVE', isRefused: true }] }))
        .status,
    ).toBe(400);
    expect((await refuse(reservation, 'CONFIRMED')).status).toBe(400);
    let edited = reservation;
    for (const [typed, shown] of [
      ['jane@한국.example', 'j***@x***.example'],
      ['"Jane" <jane@Guest.example>', 'j***@g***.example'],
      [' mailto:jane@guest.example. ', 'j***@g***.example'],
    ] as const) {
      edited = (await desk.edit(edited, { guestEmail: typed })).body;
      expect([typed, edited['guestEmail']]).toEqual([typed, shown]);
    }
  });

  it('shows the address masked and reveals it to staff on record; a block has none (PD-1)', async () => {
    const reservation = await desk.createReservation({ ...desk.time(30), guestEmail: EMAIL });
    expect(reservation).toMatchObject({ guestEmail: 'j***@g***.example', guestLanguage: 'ko' });
    expect((await desk.verb(reservation, 'reveal')).body).toMatchObject({ guestPhone: PHONE, guestEmail: EMAIL });
    const block = await desk.createReservation({ ...desk.time(40), kind: 'BLOCK' });
    expect((await desk.edit(block, { guestEmail: EMAIL })).body['errors']).toMatchObject([{ path: 'guestEmail' }]);
    expect(logLines.join('\n')).not.toContain(EMAIL);
  });

  it('lets the guest set, replace and remove the address, masked, without sending a message (GP-7)', async () => {
    const reservation = await desk.createReservation(desk.time(30));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    const count = (await desk.messagesOf(reservation)).length;
    const guest = await guestOf(reservation);
    const { body: first } = await guest.read();
    expect(first).toMatchObject({ language: 'ko', maskedEmail: '', hasEmails: true });
    const set = await guest.change({ version: first['version'], email: EMAIL, language: 'en' });
    expect(set.body).toMatchObject({ language: 'en', maskedEmail: 'j***@g***.example' });
    const removed = await guest.change({ version: set.body['version'], email: '' });
    expect(removed.body).toMatchObject({ language: 'en', maskedEmail: '' });
    expect(JSON.stringify([first, set.body, removed.body])).not.toMatch(/jane|010-1234-5678|01012345678/);
    const { body: seen } = await desk.admin.call('GET', `/${desk.shop.slug}/reservation/${reservation['id']}`);
    const history = (seen['history'] as unknown as Answer['body'][]).filter((e) => e['kind'] === 'CONTACT_CHANGED');
    expect(history).toMatchObject([{ actorKind: 'GUEST', reason: null }, { actorKind: 'GUEST' }]);
    expect(JSON.stringify(seen)).not.toContain(EMAIL);
    clock.advance(5 * MINUTE_MS);
    await desk.runUntil('the sender ran', async () => (await desk.messagesOf(reservation)).length === count);
    expect([desk.received(PHONE).length, mailbox.received.length]).toEqual([1, 0]);
    const audited = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.selectFrom('audit_log').select('detail').where('action', '=', 'reservation.contact-changed').execute(),
    );
    expect(audited).toHaveLength(2);
    expect(JSON.stringify(audited)).not.toContain('jane');
  });

  it.each(['revoke', 'replace'] as const)(
    'forgets an address that was named through a link which staff %s, and keeps one that staff set (GP-7)',
    async (act) => {
      const reservation = await desk.createReservation(desk.time(30));
      const path = `/${desk.shop.slug}/reservation/${reservation['id']}/guest-access`;
      const end = async () => {
        const { body } = await desk.admin.call('GET', path);
        return act === 'revoke'
          ? desk.admin.call('DELETE', path)
          : desk.admin.call('POST', path, { replacesTokenId: body['tokenId'] });
      };
      const emailNow = async () => (await desk.verb(reservation, 'reveal')).body['guestEmail'];
      const stranger = await guestOf(reservation);
      const { body } = await stranger.read();
      expect((await stranger.change({ version: body['version'], email: EMAIL })).status).toBe(200);
      expect(await emailNow()).toBe(EMAIL);
      expect((await end()).status).toBe(200);
      expect(await emailNow()).toBe('');
      const seen = await desk.read(reservation);
      expect(JSON.stringify(seen['history'])).toContain('CONTACT_CHANGED');
      expect((await desk.edit(seen, { guestEmail: EMAIL })).status).toBe(200);
      if (act === 'revoke') await guestOf(reservation);
      expect((await end()).status).toBe(200);
      expect(await emailNow()).toBe(EMAIL);
    },
  );

  it('accepts one of two changes at once, and five within an hour (GP-7)', async () => {
    const reservation = await desk.createReservation(desk.time(30));
    const guest = await guestOf(reservation);
    let { body } = await guest.read();
    const { version } = body;
    const answers = await Promise.all(['a', 'b'].map((name) => guest.change({ version, email: `${name}@x.example` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body['code']).toBe('STALE');
    for (const name of ['c', 'd', 'e', 'f']) {
      ({ body } = await guest.read());
      expect((await guest.change({ version: body['version'], email: `${name}@x.example` })).status).toBe(200);
    }
    ({ body } = await guest.read());
    const limited = await guest.change({ version: body['version'], email: 'g@x.example' });
    expect([limited.status, limited.body['code']]).toEqual([429, 'MESSAGE_LIMIT']);
    // What changes nothing is not counted, and the limit ends.
    clock.advance(HOUR_MS + 1000);
    expect((await guest.change({ version: body['version'], email: 'f@x.example' })).body['version']).toBe(
      body['version'],
    );
    expect((await guest.change({ version: body['version'], email: 'g@x.example' })).status).toBe(200);
  });

  it('ends with the acts of the token, and does not reach another product or store (GT-2, AC-1)', async () => {
    const reservation = await desk.createReservation(desk.time(30));
    const guest = await guestOf(reservation);
    const other = await server.makeShop({ rooms: 1 });
    expect((await guest.call('GET', `/${other.slug}/guest/contact`)).status).toBe(404);
    const stranger = await server.signIn(other, ['ADMIN']);
    expect(
      (await stranger.call('GET', `/${other.slug}/reservation/${reservation['id']}/message/opt-outs`)).status,
    ).toBe(404);
    expect((await guest.call('GET', optOutsOf(reservation))).status).toBe(401);
    await desk.verb(await desk.read(reservation), 'cancel', {});
    expect((await guest.change({ version: 2, email: EMAIL })).status).toBe(409);
  });

  /** As if the guest had booked it online and confirmed the phone with a code. */
  const bookedOnline = ({ id }: Answer['body']) =>
    server.withActor(desk.admin.actor, (tx) =>
      tx.updateTable('reservations').set({ channel: 'ONLINE' }).where('id', '=', String(id)).execute(),
    );

  it('withdraws what a guest refuses only for the stay of a link whose phone no code confirmed (MS-15)', async () => {
    const [reservations, period] = [await desk.createReservation(desk.time(2, 1)), desk.time(30)];
    await desk.message(reservations, 'CONFIRMED', 'ACCEPTED');
    const guest = await guestOf(reservations);
    const { body: before } = await guest.read();
    const after = await guest.change({ version: before['version'], refusals: refusalsOf(true) });
    expect(await desk.message(reservations, 'ENDING_SOON', 'WITHDRAWN')).toMatchObject({ error: 'OPTED_OUT' });
    // The stay of the person whose phone was named.
    const theirs = await desk.createReservation({ ...period, roomId: desk.roomIds[1] });
    const items = async () => (await desk.admin.call('GET', optOutsOf(theirs))).body['items'];
    expect(await items()).toMatchObject([{}, {}, {}, {}, { isRefused: false }, { isRefused: false }, {}]);
    // Staff record the wish for every stay of the phone, although this stay refuses the kind already.
    expect((await refuse(reservations, 'ENDING_SOON')).status).toBe(200);
    expect(await items()).toMatchObject([{}, {}, {}, {}, { isRefused: false }, { isRefused: true }, {}]);
    const allowed = await guest.change({ version: after.body['version'], refusals: refusalsOf(false) });
    expect((allowed.body['refusals'] as unknown as Answer['body'][]).filter((item) => item['isRefused'])).toEqual([]);
  });

  it('withdraws what the guest refuses, in all stores of the product, and keeps what is needed (MS-15)', async () => {
    const [reservations, period] = [await desk.createReservation(desk.time(2, 1)), desk.time(30)];
    await bookedOnline(reservations);
    await desk.message(reservations, 'CONFIRMED', 'ACCEPTED');
    const guest = await guestOf(reservations);
    const { body: before } = await guest.read();
    const after = await guest.change({ version: before['version'], refusals: refusalsOf(true) });
    expect(after.body['refusals']).toEqual([
      { kind: 'PAYMENT_REMINDER', isRefused: false },
      { kind: 'SLOT_OFFERED', isRefused: false },
      { kind: 'DAY_BEFORE', isRefused: false },
      { kind: 'STARTS_SOON', isRefused: false },
      { kind: 'ACCESS_OPENS', isRefused: true },
      { kind: 'ENDING_SOON', isRefused: true },
      { kind: 'RATING_INVITED', isRefused: false },
    ]);
    expect(await desk.message(reservations, 'ENDING_SOON', 'WITHDRAWN')).toMatchObject({ error: 'OPTED_OUT' });
    await desk.message(reservations, 'ACCESS_OPENS', 'WITHDRAWN');
    // Another reservation of the same phone, written in another way.
    const later = await desk.createReservation({ ...period, roomId: desk.roomIds[1], guestPhone: '+82 10 1234 5678' });
    await desk.message(later, 'CONFIRMED', 'ACCEPTED');
    expect(await desk.message(later, 'ENDING_SOON', 'WITHDRAWN')).toMatchObject({ error: 'OPTED_OUT' });
    expect((await desk.admin.call('GET', optOutsOf(later))).body['items']).toMatchObject([
      {},
      {},
      {},
      {},
      { isRefused: true, decidedBy: 'GUEST' },
      { isRefused: true, decidedBy: 'GUEST' },
      {},
    ]);
    // A refusal that staff made through the other reservation stays.
    expect((await refuse(later, 'PAYMENT_REMINDER')).status).toBe(200);
    const spoken = await guest.change({ version: after.body['version'], language: 'en' });
    const allowed = await guest.change({ version: spoken.body['version'], refusals: refusalsOf(false) });
    const left = (allowed.body['refusals'] as unknown as Answer['body'][]).filter((item) => item['isRefused']);
    expect(left).toEqual([{ kind: 'PAYMENT_REMINDER', isRefused: true }]);
  });

  it('lets staff refuse a kind on record, also two at once, and does not send a refused one again (MS-15)', async () => {
    const reservation = await desk.createReservation(desk.time(1, 1));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    clock.advance(HOUR_MS - 5 * MINUTE_MS);
    const opened = await desk.message(reservation, 'ACCESS_OPENS', 'ACCEPTED');
    const [one, other] = await Promise.all([refuse(reservation, 'ACCESS_OPENS'), refuse(reservation, 'ACCESS_OPENS')]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const rows = () =>
      server.withActor(headOffice(desk.shop.productId), (tx) =>
        tx.selectFrom('message_opt_outs').select(['kind', 'decided_by']).execute(),
      );
    expect(await rows()).toEqual([{ kind: 'ACCESS_OPENS', decided_by: 'PERSON' }]);
    const resendPath = `/${desk.shop.slug}/message/${opened['id']}/resend`;
    expect((await desk.admin.call('POST', resendPath, {})).status).toBe(409);
    expect((await refuse(reservation, 'ACCESS_OPENS', false)).body['items']).toMatchObject([
      {},
      {},
      {},
      {},
      { isRefused: false },
      {},
      {},
    ]);
    expect(await rows()).toEqual([]);
    expect((await desk.admin.call('POST', resendPath, {})).status).toBe(200);
    const audited = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.selectFrom('audit_log').select('detail').where('action', '=', 'message.opt-outs-set').execute(),
    );
    expect(audited.map(({ detail }) => detail)).toEqual([
      { kind: 'ACCESS_OPENS', isRefused: true },
      { kind: 'ACCESS_OPENS', isRefused: false },
    ]);
  });

  it('does not deadlock with the sender, which locks a message before its refusal (MS-15)', async () => {
    const reservation = await desk.createReservation(desk.time(5, 1));
    await desk.message(reservation, 'CONFIRMED', 'ACCEPTED');
    const guest = await guestOf(reservation);
    expect((await refuse(reservation, 'ENDING_SOON')).status).toBe(200);
    const { body: before } = await guest.read();
    const actor = storeActor(desk.shop.productId, desk.storeId);
    const change = await server.withActor(actor, async (tx) => {
      const { rows } = await sql<{ pid: number }>`
        select pg_backend_pid() as pid, id from messages
        where reservation_id = ${String(reservation['id'])} and kind = 'ACCESS_OPENS' and state = 'QUEUED' for
          update`.execute(tx);
      const answer = guest.change({
        version: before['version'],
        refusals: [{ kind: 'ENDING_SOON', isRefused: false }],
      });
      await until('the guest waits for the message', async () => {
        const waiting = await server.withActor(actor, (other) =>
          sql`select from pg_locks where not granted
            and ${rows[0]?.pid ?? 0}::integer = any(pg_blocking_pids(pid))`.execute(other),
        );
        return waiting.rows.length > 0;
      });
      await sql`update message_opt_outs set used_at = used_at where kind = 'ENDING_SOON'`.execute(tx);
      return { answer };
    });
    expect((await change.answer).status).toBe(200);
  });

  it('erases the address with the name, and deletes refusals that were not used for the same time (MS-15, PD-2)', async () => {
    expect((await desk.admin.call('POST', `/${desk.shop.slug}/personal-data`, { keptMonths: 1 })).status).toBe(200);
    const reservation = await desk.createReservation({ ...desk.time(2), guestEmail: EMAIL });
    await refuse(reservation, 'ENDING_SOON');
    await desk.message(reservation, 'ENDING_SOON', 'WITHDRAWN');
    clock.advance(40 * 24 * HOUR_MS);
    await eraseDue({ db: server.app.db, clock, tables: SEALED_TABLES });
    const found = await server.withActor(headOffice(desk.shop.productId), async (tx) => ({
      reservations: await tx.selectFrom('reservations').select(['guest_email', 'guest_phone']).execute(),
      emails: await tx.selectFrom('messages').select('guest_email').execute(),
      optOuts: await tx.selectFrom('message_opt_outs').select('id').execute(),
    }));
    expect(found.reservations).toEqual([{ guest_email: '', guest_phone: '' }]);
    expect(new Set(found.emails.map(({ guest_email: email }) => email))).toEqual(new Set(['']));
    expect(found.optOuts).toEqual([]);
  });
});
