// @sweep 1/12 (decision 086)
import type { MessageProvider } from '@munjigi/contract';
import { startVirtualMailbox, type VirtualMailbox } from '@munjigi/virtual-providers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SEALED_TABLES } from '../../app.ts';
import { storeActor } from '../../db/index.ts';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  itemsOf,
  openMessageDesk,
  startTestServer,
  type Answer,
  type FakeClock,
  type MessageDesk,
  type TestServer,
} from '../../testing/index.ts';
import { openVirtualToss } from '../../testing/peers/payment-provider.ts';
import { eraseDue } from '../personal-data/erase.ts';

/** Noon in Seoul: no quiet hours. */
const NOON = new Date('2026-11-21T03:00:00Z');
const PHONE = '010-1234-5678';
const LANDLINE = '02-555-1234';
const EMAIL = 'jane.doe@guest.example';
const MAIL_ACCOUNT = { user: 'mail', password: 'mail-password' };
type Body = Answer['body'];

describe('the e-mail address and the language of a waiting guest (WL-1, MS-13, MS-14)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let desk: MessageDesk;
  let toss: Awaited<ReturnType<typeof openVirtualToss>>;
  let mailbox: VirtualMailbox;
  let days = 0;

  beforeAll(async () => {
    clock = fakeClock(NOON);
    server = await startTestServer({ clock });
  });
  beforeEach(async () => {
    clock.set(new Date(NOON.getTime() + 24 * HOUR_MS * (days += 1)));
    desk = await openMessageDesk(server, clock, { rooms: 3 });
    toss = await openVirtualToss(server, desk.shop);
    await desk.set({ waitlist_offer_minutes: 20 });
    mailbox = await startVirtualMailbox({ ...MAIL_ACCOUNT, now: () => clock.now() });
    const set = await desk.admin.call('POST', `/${desk.shop.slug}/message-provider`, {
      provider: 'SMTP',
      account: MAIL_ACCOUNT.user,
      secret: MAIL_ACCOUNT.password,
      address: mailbox.address,
      senderEmail: 'stay@shop.example',
    });
    expect(set.status, JSON.stringify(set.body)).toBe(200);
  });
  afterEach(async () => {
    await mailbox.close();
    await desk.solapi.close();
    await toss.close();
  });
  afterAll(() => server.close());

  const base = () => `/${desk.shop.slug}/waitlist`;
  const add = (room: number, change: Readonly<Record<string, unknown>> = {}) =>
    desk.admin.call('POST', base(), {
      storeId: desk.storeId,
      roomId: desk.roomIds[room],
      startsAt: new Date(NOON.getTime() + 24 * HOUR_MS * (days + 1)).toISOString(),
      endsAt: new Date(NOON.getTime() + 24 * HOUR_MS * (days + 1) + 2 * HOUR_MS).toISOString(),
      headCount: 2,
      guestName: 'Jane Doe',
      guestPhone: PHONE,
      ...change,
    });
  const wait = async (room: number, change: Readonly<Record<string, unknown>> = {}): Promise<Body> => {
    const { status, body } = await add(room, change);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const becomes = (entry: Body, state: string) =>
    desk.runUntil(`the entry becomes ${state}`, async () => {
      const { body } = await desk.admin.call('GET', `${base()}?limit=100`);
      return itemsOf(body).find((item) => item['id'] === entry['id'] && item['state'] === state);
    });
  const reservationOf = (entry: Body) => ({ id: entry['offeredReservationId'] }) as unknown as Body;

  it('are shown masked, revealed on record, and stored encrypted until they are erased (PD-1 to PD-3)', async () => {
    const entry = await wait(0, { guestEmail: EMAIL, guestLanguage: 'en' });
    expect(entry).toMatchObject({ guestEmail: 'j***@g***.example', guestLanguage: 'en' });
    expect(await wait(1)).toMatchObject({ guestEmail: '', guestLanguage: 'ko' });
    const revealed = await desk.admin.call('POST', `${base()}/${entry['id']}/reveal`, { reason: '빈 자리 안내' });
    expect(revealed.body).toEqual({ guestName: 'Jane Doe', guestPhone: PHONE, guestEmail: EMAIL });
    const audited = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.selectFrom('audit_log').select(['action', 'detail']).execute(),
    );
    expect(audited.map(({ action }) => action)).toContain('waitlist.revealed');
    expect(JSON.stringify(audited)).not.toContain(EMAIL);

    expect((await desk.admin.call('POST', `/${desk.shop.slug}/personal-data`, { keptMonths: 1 })).status).toBe(200);
    clock.advance(40 * 24 * HOUR_MS);
    await eraseDue({ db: server.app.db, clock, tables: SEALED_TABLES });
    const rows = await server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
      tx.selectFrom('waitlist').select(['guest_name', 'guest_phone', 'guest_email']).execute(),
    );
    expect(rows).toEqual(rows.map(() => ({ guest_name: '', guest_phone: '', guest_email: '' })));
  });

  it('are refused when they are no address and no language', async () => {
    for (const [field, value] of [
      ['guestEmail', 'jane@guest'],
      ['guestEmail', 'jane@guest.example\r\nBcc: other@guest.example'],
      ['guestLanguage', 'fr'],
    ] as const) {
      const { status, body } = await add(0, { [field]: value });
      expect([status, body['errors']?.[0]?.['path']], value).toEqual([400, field]);
    }
  });

  it('choose the language of the offer, and its address when the phone cannot receive an SMS', async () => {
    const bySms = await becomes(await wait(0, { guestEmail: EMAIL, guestLanguage: 'en' }), 'OFFERED');
    expect(await desk.message(reservationOf(bySms), 'SLOT_OFFERED', 'ACCEPTED')).toMatchObject({
      channel: 'LMS',
      language: 'en',
    });
    expect(desk.received(PHONE)[0]?.text).toContain('Jane Doe, the time you wanted is available.');
    expect(mailbox.received).toEqual([]);
    const byEmail = await becomes(await wait(1, { guestPhone: LANDLINE, guestEmail: EMAIL }), 'OFFERED');
    expect(await desk.message(reservationOf(byEmail), 'SLOT_OFFERED', 'ACCEPTED')).toMatchObject({
      channel: 'EMAIL',
      language: 'ko',
    });
    expect(mailbox.received).toMatchObject([{ to: EMAIL, subject: '기다리시던 자리가 났습니다' }]);
    expect(await desk.read(reservationOf(byEmail))).toMatchObject({
      guestEmail: 'j***@g***.example',
      guestLanguage: 'ko',
    });
  });

  it('send the offer to the address after the SMS has finally failed (MS-14)', async () => {
    desk.solapi.faults.refused.add(PHONE.replaceAll('-', ''));
    const offered = await becomes(await wait(0, { guestEmail: EMAIL, guestLanguage: 'en' }), 'OFFERED');
    expect(await desk.message(reservationOf(offered), 'SLOT_OFFERED', 'ACCEPTED')).toMatchObject({ channel: 'EMAIL' });
    expect(mailbox.received).toMatchObject([{ to: EMAIL, subject: 'The time you wanted is available' }]);
  });

  it('leave the entry to staff when no provider reaches the guest in time (WL-2)', async () => {
    await becomes(await wait(0, { guestPhone: LANDLINE }), 'FREE');
    const fail = (provider: MessageProvider, failures: number) =>
      server.withActor(headOffice(desk.shop.productId), (tx) =>
        tx
          .updateTable('message_providers')
          .set({ failures })
          .where('product_id', '=', desk.shop.productId)
          .where('provider', '=', provider)
          .execute(),
      );
    // The message waits for the provider of SMS, which is tried before the mail server.
    await fail('SOLAPI', 1);
    await becomes(await wait(1, { guestEmail: EMAIL }), 'FREE');
    await becomes(await wait(2, { guestPhone: LANDLINE, guestEmail: EMAIL }), 'OFFERED');
    await fail('SOLAPI', 0);
    await fail('SMTP', 1);
    clock.advance(HOUR_MS);
    const later = { startsAt: desk.time(60).startsAt, endsAt: desk.time(60).endsAt };
    await becomes(await wait(0, { ...alignToHour(later), guestPhone: LANDLINE, guestEmail: EMAIL }), 'FREE');
    await becomes(await wait(1, { ...alignToHour(later), guestEmail: EMAIL }), 'OFFERED');
  });

  it('leave the entry to staff when the message is switched off in the language of the guest (WL-2)', async () => {
    expect((await desk.setTemplate('SLOT_OFFERED', { isEnabled: false })).status).toBe(200);
    await becomes(await wait(0), 'FREE');
    await becomes(await wait(1, { guestLanguage: 'en' }), 'OFFERED');
  });
});

function alignToHour({ startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string }) {
  const floor = (at: string) => new Date(Math.floor(Date.parse(at) / HOUR_MS) * HOUR_MS).toISOString();
  return { startsAt: floor(startsAt), endsAt: floor(endsAt) };
}
