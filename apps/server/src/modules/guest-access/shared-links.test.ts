// @sweep 1/8 (decision 086)
import { ENDPOINTS, type Endpoint } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  fakeClock,
  makeGuest,
  MINUTE_MS,
  openOnlineDesk,
  startTestServer,
  type Answer,
  type OnlineDesk,
  type TestServer,
} from '../../testing/index.ts';

const problem = ({ status, body }: Answer) => [status, body['code']];
const namesAccount = (body: z.ZodType) => /accountNumber/i.test(JSON.stringify(z.toJSONSchema(body, { io: 'input' })));
const COOKIE = /^(munjigi_device=[\w-]{43}); Path=\/api\/v2; Max-Age=\d+; HttpOnly; SameSite=Lax/;

describe('a link that is used on two devices (GT-14)', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  let desk: OnlineDesk;
  let room = 0;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
    desk = await openOnlineDesk(server, clock, { rooms: 14 });
  });
  afterAll(() => server.close());

  /** A reservation, and the calls of two devices with its link. */
  async function open(guestPhone = desk.nextPhone()) {
    const of = await desk.createReservation({ guestPhone, roomId: desk.roomIds[(room += 1)], ...desk.stay(30) });
    const { call } = await makeGuest(server, desk.shop, desk.storeId, String(of['id']));
    const at = (rest: string) => `/${desk.shop.slug}/guest/${rest}`;
    /** Opens the page, which gives the device its cookie, and polls it once. */
    const openPage = async () => {
      const first = await call('GET', '/guest/page');
      const cookie = COOKIE.exec(first.headers.get('set-cookie') ?? '')?.[1] ?? '';
      expect(cookie).not.toBe('');
      const second = await call('GET', '/guest/page', undefined, { cookie });
      expect(second.headers.get('set-cookie')).toBeNull();
      const as = (method: string, rest: string, body?: unknown) => call(method, at(rest), body, { cookie });
      const read = async () => (await as('GET', 'cancellation')).body;
      return {
        read,
        cancel: async (fields: object = {}) =>
          as('POST', 'cancel', { version: (await read())['version'], expectedRefundAmount: 0, ...fields }),
        sendCode: (fields: object = {}) => as('POST', 'phone-code', fields),
      };
    };
    return { of, call, at, openPage, phone: guestPhone };
  }

  const codesOn = (phone: string) =>
    desk
      .received(phone)
      .flatMap(
        ({ text }) =>
          /^\[.+\] 예약 변경·취소 인증번호 (\d{6})\. 다른 사람에게 알려 주지 마세요\.$/.exec(text)?.[1] ?? [],
      );
  const codeOn = (phone: string, earlier = 0) =>
    desk.runUntil('the phone receives the code', () => codesOn(phone)[earlier]);

  it('lets the only device cancel without a code, and sends none', async () => {
    const { openPage } = await open();
    const guest = await openPage();
    expect((await guest.read())['proof']).toBe('NONE');
    expect(problem(await guest.sendCode())).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect((await guest.cancel()).status).toBe(200);
  });

  it('needs a code of the phone for an account also on the only device, and accepts none without a phone (GT-20)', async () => {
    const { openPage, phone, of } = await open();
    const guest = await openPage();
    const refundAccount = { bank: '090', accountNumber: '3333012345678', holderName: '남친구' };
    expect(await guest.read()).toMatchObject({ proof: 'NONE', accountProof: 'PHONE_CODE' });
    expect(problem(await guest.cancel({ refundAccount }))).toEqual([403, 'PHONE_CODE_REQUIRED']);
    expect(problem(await guest.cancel({ refundAccount, phoneCode: '123456' }))).toEqual([401, 'INVALID_CODE']);
    expect((await desk.read(of))['state']).toBe('CONFIRMED');
    expect((await guest.sendCode({ forAccount: true })).status).toBe(200);
    expect((await guest.cancel({ refundAccount, phoneCode: await codeOn(phone) })).status).toBe(200);
    const landline = await (await open('02-555-0199')).openPage();
    expect(await landline.read()).toMatchObject({ proof: 'NONE', accountProof: 'STORE' });
    expect(problem(await landline.sendCode({ forAccount: true }))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(problem(await landline.cancel({ refundAccount, phoneCode: '123456' }))).toEqual([
      403,
      'PHONE_CODE_REQUIRED',
    ]);
    expect((await landline.cancel()).status).toBe(200);
  });

  it('is the only way in which a guest or a stranger names an account (GT-20)', () => {
    const open: readonly string[] = ['guest', 'companion', 'public', 'channel'];
    const withAccount = Object.entries<Endpoint>(ENDPOINTS)
      .filter(([, { access, body }]) => open.includes(access) && body !== undefined && namesAccount(body))
      .map(([name]) => name);
    expect(withAccount).toEqual(['cancelAsGuest']);
  });

  it('leaves no address of a guest in the audit log, which is kept for years (BK-9)', async () => {
    const { openPage } = await open();
    await (await openPage()).cancel();
    const booked = await desk.post('/reservation', await desk.form({ roomId: desk.roomIds[13] }));
    expect(booked.status).toBe(200);
    const { items } = (await desk.admin.call('GET', `/${desk.shop.slug}/audit?limit=200`)).body as unknown as {
      items: { actor: { kind: string; address: string | null } }[];
    };
    const ofGuests = items.filter(({ actor }) => actor.kind === 'GUEST');
    expect(ofGuests.length).toBeGreaterThan(1);
    expect(ofGuests.filter(({ actor }) => actor.address !== null)).toEqual([]);
  });

  it('refuses a friend with the link who cancels and names an account, until the code of the guest’s phone', async () => {
    const { openPage, phone, of } = await open();
    await openPage();
    const friend = await openPage();
    expect((await friend.read())['proof']).toBe('PHONE_CODE');
    const refundAccount = { bank: '090', accountNumber: '3333012345678', holderName: '남친구' };
    expect(problem(await friend.cancel({ refundAccount }))).toEqual([403, 'PHONE_CODE_REQUIRED']);
    expect(problem(await friend.cancel({ refundAccount, phoneCode: '123456' }))).toEqual([401, 'INVALID_CODE']);
    expect((await friend.sendCode()).status).toBe(200);
    const code = await codeOn(phone);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(problem(await friend.cancel({ phoneCode: wrong }))).toEqual([401, 'INVALID_CODE']);
    expect(problem(await friend.cancel({ phoneCode: code, expectedRefundAmount: 1 }))).toEqual([409, 'REFUND_CHANGED']);
    expect((await friend.cancel({ phoneCode: code })).status).toBe(200);
    expect((await desk.read(of))['state']).toBe('CANCELLED');
  });

  it('needs the code of the guest as well once a friend has used the link, and of a request without a device', async () => {
    const { openPage, call, at, phone } = await open();
    const guest = await openPage();
    const { version } = await guest.read();
    const body = { version, expectedRefundAmount: 0 };
    expect(problem(await call('POST', at('cancel'), body))).toEqual([403, 'PHONE_CODE_REQUIRED']);
    expect((await guest.read())['proof']).toBe('NONE');
    await openPage();
    expect((await guest.read())['proof']).toBe('PHONE_CODE');
    expect(problem(await guest.cancel())).toEqual([403, 'PHONE_CODE_REQUIRED']);
    await guest.sendCode();
    expect((await guest.cancel({ phoneCode: await codeOn(phone) })).status).toBe(200);
  });

  it('accepts no code that was sent for another reservation or for a booking, and none after five wrong ones', async () => {
    const phone = desk.nextPhone();
    const [one, other] = [await open(phone), await open(phone)];
    const [guest, elsewhere] = [await one.openPage(), await other.openPage()];
    await Promise.all([one.openPage(), other.openPage()]);
    await elsewhere.sendCode();
    const code = await codeOn(phone);
    expect(problem(await guest.cancel({ phoneCode: code }))).toEqual([401, 'INVALID_CODE']);
    expect(problem(await guest.cancel({ phoneCode: await desk.codeOf(phone) }))).toEqual([401, 'INVALID_CODE']);
    await elsewhere.sendCode();
    const last = await codeOn(phone, 1);
    const wrong = last === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n += 1)
      expect(problem(await elsewhere.cancel({ phoneCode: wrong }))).toEqual([401, 'INVALID_CODE']);
    expect(problem(await elsewhere.cancel({ phoneCode: last }))).toEqual([401, 'INVALID_CODE']);
    // The phone of the guest is no target for a flood: three codes in ten minutes.
    expect(problem(await elsewhere.sendCode())).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    clock.advance(11 * MINUTE_MS);
    expect((await elsewhere.sendCode()).status).toBe(200);
  });

  it('leaves the cancellation to the store when the reservation has no mobile phone or a stay has no way to send', async () => {
    const landline = await open('02-555-0199');
    const guest = await landline.openPage();
    await landline.openPage();
    expect((await guest.read())['proof']).toBe('STORE');
    expect(problem(await guest.sendCode())).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(problem(await guest.cancel({ phoneCode: '123456' }))).toEqual([403, 'PHONE_CODE_REQUIRED']);
    const mobile = await open();
    const other = await mobile.openPage();
    await mobile.openPage();
    await desk.setProvider({ isEnabled: false });
    expect(problem(await other.sendCode())).toEqual([409, 'PROVIDER_NOT_SET']);
    await desk.setProvider({ isEnabled: true });
  });

  it('cancels once when two requests send the same code at once', async () => {
    const { openPage, phone } = await open();
    const [guest, friend] = [await openPage(), await openPage()];
    await guest.sendCode();
    const phoneCode = await codeOn(phone);
    const answers = await Promise.all([guest.cancel({ phoneCode }), friend.cancel({ phoneCode })]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
