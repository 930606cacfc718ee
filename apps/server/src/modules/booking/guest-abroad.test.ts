import { startVirtualMailbox, type VirtualMailbox } from '@munjigi/virtual-providers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  openOnlineDesk,
  startTestServer,
  type Answer,
  type OnlineDesk,
  type TestServer,
} from '../../testing/index.ts';
import { bookingMarks } from './guest-proof/booking-marks.ts';

const problem = ({ status, body }: Answer) => [status, body['code']];
const MAIL = { user: 'mailer', password: 'mail-password-of-the-tests' };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Abroad {
  readonly guestPhone: string;
  readonly guestEmail: string;
}

describe('guests with a number outside Korea (BK-16)', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  let desk: OnlineDesk;
  let mailbox: VirtualMailbox;

  const connectMail = (of: OnlineDesk, change: Readonly<Record<string, unknown>> = {}) =>
    of.admin.call('POST', `/${of.shop.slug}/message-provider`, {
      provider: 'SMTP',
      account: MAIL.user,
      secret: MAIL.password,
      address: mailbox.address,
      senderEmail: 'no-reply@test.example',
      ...change,
    });
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
    desk = await openOnlineDesk(server, clock, { rooms: 60 });
    mailbox = await startVirtualMailbox(MAIL);
    expect((await connectMail(desk)).status).toBe(200);
  });
  afterAll(async () => {
    await mailbox.close();
    await server.close();
  });

  let guests = 0;
  const nextGuest = (): Abroad => {
    guests += 1;
    return { guestPhone: `+1415555${1000 + guests}`, guestEmail: `guest${guests}@mail.example` };
  };
  let room = 0;
  const nextRoom = () => desk.roomIds[(room += 1)];
  const send = ({ guestPhone, guestEmail }: Abroad, purpose = 'BOOKING') =>
    desk.post('/phone-code', { phone: guestPhone, email: guestEmail, purpose, language: 'en' });
  /** The code of the latest e-mail to this address, after one more was requested. */
  const codeOf = async (guest: Abroad, purpose?: string) => {
    const mails = () => mailbox.received.filter(({ to, body }) => to === guest.guestEmail && / is \d{6}\./.test(body));
    const before = mails().length;
    const sent = await send(guest, purpose);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    const mail = await desk.runUntil('the e-mail arrives', () => mails()[before]);
    return / is (\d{6})\./.exec(mail.body)?.[1] ?? '';
  };
  const book = async (guest: Abroad, phoneCode: string, change: Readonly<Record<string, unknown>> = {}) =>
    desk.post('/reservation', await desk.form({ roomId: nextRoom(), ...guest, phoneCode, language: 'en', ...change }));

  /** Opens the page of a reservation on two devices, and returns the requests of the second one. */
  const openOnTwoDevices = async (booked: Answer) => {
    const call = server.caller(String(booked.body['path']).slice('/g/'.length));
    let cookie = '';
    for (let devices = 0; devices < 2; devices += 1) {
      const { headers } = await call('GET', '/guest/page');
      cookie = /^(munjigi_device=[\w-]{43});/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
      await call('GET', '/guest/page', undefined, { cookie });
    }
    return (method: string, rest: string, body?: unknown) =>
      call(method, `/${desk.shop.slug}/guest/${rest}`, body, { cookie });
  };

  it('book with a code that comes by e-mail, and get their messages there', async () => {
    expect((await desk.get()).body).toMatchObject({ canSendCode: true, canSendEmail: true });
    const guest = nextGuest();
    const booked = await book(guest, await codeOf(guest));
    expect(booked).toMatchObject({ status: 200, body: { state: 'PENDING' } });
    const [code] = mailbox.received.filter(({ to }) => to === guest.guestEmail);
    expect(code?.subject).toMatch(/^\[.+\] Your code$/);
    const link = await desk.runUntil('the payment link arrives', () =>
      mailbox.received.find(({ to, body }) => to === guest.guestEmail && body.includes('/g/')),
    );
    expect(link.to).toBe(guest.guestEmail);
    expect(desk.received(guest.guestPhone)).toEqual([]);
    const detail = await desk.admin.call('GET', `/${desk.shop.slug}/reservation/${booked.body['reservationId']}`);
    expect(detail.body).toMatchObject({ guestEmail: expect.stringContaining('@') as string });
  });

  it.each([
    ['a number outside Korea without an address', { phone: '+14155550100' }],
    ['a Korean number with an address', { phone: '010-2222-3333', email: 'guest@mail.example' }],
    [
      'a Korean number in the way it is dialled abroad, with an address',
      { phone: '+821022223333', email: 'a@b.example' },
    ],
    ['no address at all', { phone: '+14155550100', email: 'guest' }],
    ['a number of no country', { phone: '+0123456789', email: 'guest@mail.example' }],
  ])('refuses %s', async (_name, body) => {
    expect(problem(await desk.post('/phone-code', body))).toEqual([400, 'INVALID_INPUT']);
  });

  it('accepts a code for the address and the number that it was sent for only', async () => {
    const [guest, other] = [nextGuest(), nextGuest()];
    const code = await codeOf(guest);
    await codeOf(other);
    expect(problem(await book(other, code))).toEqual([401, 'INVALID_CODE']);
    expect(problem(await book({ ...guest, guestEmail: other.guestEmail }, code))).toEqual([401, 'INVALID_CODE']);
    expect(problem(await book({ ...guest, guestPhone: other.guestPhone }, code))).toEqual([401, 'INVALID_CODE']);
    const tagged = guest.guestEmail.replace('@', '+x@');
    expect(problem(await book({ ...guest, guestEmail: tagged }, code))).toEqual([401, 'INVALID_CODE']);
    expect((await book(guest, code)).status).toBe(200);
  });

  it('accepts no code of an e-mail for a Korean phone, and no code of an SMS for an address', async () => {
    const guest = nextGuest();
    const phone = desk.nextPhone();
    const form = await desk.form({ roomId: nextRoom(), guestPhone: phone, phoneCode: await codeOf(guest) });
    expect(problem(await desk.post('/reservation', form))).toEqual([401, 'INVALID_CODE']);
    expect(problem(await desk.post('/reservation', { ...form, guestEmail: guest.guestEmail }))).toEqual([
      400,
      'INVALID_INPUT',
    ]);
    expect(problem(await book(nextGuest(), await desk.codeOf(phone)))).toEqual([401, 'INVALID_CODE']);
  });

  it('accepts no right code after five wrong ones, and none twice', async () => {
    const guest = nextGuest();
    const code = await codeOf(guest);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let count = 0; count < 5; count += 1) expect(problem(await book(guest, wrong))).toEqual([401, 'INVALID_CODE']);
    expect(problem(await book(guest, code))).toEqual([401, 'INVALID_CODE']);
    const second = nextGuest();
    const used = await codeOf(second);
    expect((await book(second, used)).status).toBe(200);
    expect(problem(await book(second, used))).toEqual([401, 'INVALID_CODE']);
  });

  it('send a mailbox three codes in ten minutes and ten in a day, for every spelling and number (BK-5)', async () => {
    const guest = { guestPhone: '+819012345678', guestEmail: 'taro.yamada@gmail.com' };
    const spellings = [
      'taro.yamada@gmail.com',
      'TaroYamada@GMAIL.com',
      'tar.oyamada+x@googlemail.com',
      't.aro.yamada@gmail.com',
    ];
    const answers: Answer[] = [];
    for (const [index, guestEmail] of spellings.entries())
      answers.push(await send({ guestPhone: `+8190123456${10 + index}`, guestEmail }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[3]?.body).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      retryAfterSeconds: expect.any(Number) as number,
    });
    let sent = 3;
    for (let count = 0; count < 12; count += 1) {
      clock.advance(10 * MINUTE_MS);
      if ((await send(guest)).status === 200) sent += 1;
    }
    expect(sent).toBe(10);
    clock.advance(24 * HOUR_MS);
  });

  it('count for their mailbox in the limit of unpaid stays, with any number (BK-7)', async () => {
    const guest = nextGuest();
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const same = { ...guest, guestPhone: `+4930123456${count}` };
      statuses.push((await book(same, await codeOf(same))).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('count for their mailbox in the limit of stays that cost nothing (BK-7)', async () => {
    const free = await openOnlineDesk(server, clock, { rooms: 6 });
    expect((await connectMail(free)).status).toBe(200);
    await free.setPrice(0);
    const guestEmail = 'free.guest@mail.example';
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      clock.advance(10 * MINUTE_MS);
      const guestPhone = `+3312345678${count}`;
      const mails = () => mailbox.received.filter(({ to }) => to === guestEmail);
      const before = mails().length;
      await free.post('/phone-code', { phone: guestPhone, email: guestEmail, language: 'en' });
      const mail = await free.runUntil('the e-mail arrives', () =>
        mails()
          .slice(before)
          .find(({ body }) => / is \d{6}\./.test(body)),
      );
      const phoneCode = / is (\d{6})\./.exec(mail.body)?.[1] ?? '';
      const form = await free.form({
        roomId: free.roomIds[count],
        guestPhone,
        guestEmail,
        phoneCode,
        expectedPriceAmount: 0,
      });
      statuses.push((await free.post('/reservation', form)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('find the stays of their number and address, and none of another address with their number (BK-15)', async () => {
    const guest = nextGuest();
    const booked = await book(guest, await codeOf(guest));
    const find = async (who: Abroad) => desk.post('/find', { ...who, phoneCode: await codeOf(who, 'FINDING') });
    const found = await find(guest);
    expect(found).toMatchObject({
      status: 200,
      body: { items: [{ reservationCode: booked.body['reservationCode'], path: booked.body['path'] }] },
    });
    // A stranger knows the number and proves an address of their own.
    const stranger = { ...guest, guestEmail: 'stranger@mail.example' };
    expect((await find(stranger)).body).toEqual({ items: [] });
    expect(problem(await desk.post('/find', { ...guest, phoneCode: await codeOf(guest) }))).toEqual([
      401,
      'INVALID_CODE',
    ]);
  });

  it('join the waitlist with their address, and no stranger gets their entry by their number (WL-5)', async () => {
    const occupiedDesk = await openOnlineDesk(server, clock, { rooms: 1 });
    expect((await connectMail(occupiedDesk)).status).toBe(200);
    const stay = occupiedDesk.stay(5);
    expect((await occupiedDesk.post('/reservation', await occupiedDesk.form(stay))).status).toBe(200);
    const join = async ({ guestPhone, guestEmail }: Abroad) => {
      const mails = () => mailbox.received.filter(({ to }) => to === guestEmail);
      const before = mails().length;
      await occupiedDesk.post('/phone-code', { phone: guestPhone, email: guestEmail, language: 'en' });
      const mail = await occupiedDesk.runUntil('the e-mail arrives', () => mails()[before]);
      return occupiedDesk.post('/waitlist', {
        roomId: null,
        ...stay,
        headCount: 2,
        guestName: 'Ann',
        guestPhone,
        guestEmail,
        phoneCode: / is (\d{6})\./.exec(mail.body)?.[1],
        language: 'en',
      });
    };
    const guest = nextGuest();
    const joined = await join(guest);
    expect(joined.status).toBe(200);
    const stranger = await join({ ...guest, guestEmail: 'other@mail.example' });
    expect(stranger.status).toBe(200);
    expect(stranger.body['withdrawToken']).not.toBe(joined.body['withdrawToken']);
    clock.advance(10 * MINUTE_MS);
    expect((await join(guest)).body['withdrawToken']).toBe(joined.body['withdrawToken']);
  });

  it('cancel a link that is used on two devices with a code of their e-mail, which a friend cannot redirect (GT-14)', async () => {
    const guest = nextGuest();
    const booked = await book(guest, await codeOf(guest));
    const friend = await openOnTwoDevices(booked);
    const { body: terms } = await friend('GET', 'cancellation');
    expect(terms['proof']).toBe('EMAIL_CODE');
    const cancel = (phoneCode?: string) =>
      friend('POST', 'cancel', { version: terms['version'], expectedRefundAmount: 0, ...(phoneCode && { phoneCode }) });
    expect(problem(await cancel())).toEqual([403, 'PHONE_CODE_REQUIRED']);
    expect((await friend('POST', 'phone-code', { language: 'en' })).status).toBe(200);
    const mail = await desk.runUntil('the e-mail arrives', () =>
      mailbox.received.find(({ to, body }) => to === guest.guestEmail && body.includes('code to change or cancel')),
    );
    const code = /is (\d{6})/.exec(mail.body)?.[1] ?? '';
    expect(problem(await cancel(code === '000000' ? '111111' : '000000'))).toEqual([401, 'INVALID_CODE']);
    // A code to cancel makes no booking.
    expect(problem(await book(guest, code))).toEqual([401, 'INVALID_CODE']);
    const contact = await friend('GET', 'contact');
    const redirect = { version: contact.body['version'], email: 'friend@mail.example' };
    expect((await friend('PATCH', 'contact', redirect)).status).toBe(200);
    const { body: after } = await friend('GET', 'cancellation');
    expect(after['proof']).toBe('STORE');
    const late = { version: after['version'], expectedRefundAmount: 0, phoneCode: code };
    expect(problem(await friend('POST', 'cancel', late))).toEqual([403, 'PHONE_CODE_REQUIRED']);
  });

  it('cancel with the code of their e-mail once a second device has used the link (GT-14)', async () => {
    const guest = nextGuest();
    const booked = await book(guest, await codeOf(guest));
    const device = await openOnTwoDevices(booked);
    expect((await device('POST', 'phone-code', { language: 'en' })).status).toBe(200);
    const mail = await desk.runUntil('the e-mail arrives', () =>
      mailbox.received.find(({ to, body }) => to === guest.guestEmail && body.includes('code to change or cancel')),
    );
    const { body: terms } = await device('GET', 'cancellation');
    const phoneCode = /is (\d{6})/.exec(mail.body)?.[1];
    const answer = await device('POST', 'cancel', { version: terms['version'], expectedRefundAmount: 0, phoneCode });
    expect(answer).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
  });

  it('cannot book where the chain sends no e-mails, and the page says so', async () => {
    const chain = await openOnlineDesk(server, clock, { rooms: 1 });
    expect((await chain.get()).body).toMatchObject({ canSendCode: true, canSendEmail: false });
    const { guestPhone: phone, guestEmail: email } = nextGuest();
    expect(problem(await chain.post('/phone-code', { phone, email }))).toEqual([409, 'PROVIDER_NOT_SET']);
  });

  it('are stored with their code as keyed hashes only (BK-9)', () => {
    const marks = bookingMarks(server.config.tokenSecret);
    expect(marks.ofMailbox('one', 'a@b.example')).not.toEqual(marks.ofMailbox('other', 'a@b.example'));
    expect(marks.ofMailbox('one', 'a@b.example')).toEqual(marks.ofMailbox('one', 'A+tag@B.example'));
    expect(marks.ofMailbox('one', 'a.b@mail.example')).not.toEqual(marks.ofMailbox('one', 'ab@mail.example'));
  });
});
