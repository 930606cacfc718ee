import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../db/index.ts';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  openMessageDesk,
  startTestServer,
  until,
  type Answer,
  type FakeClock,
  type MessageDesk,
  type TestServer,
} from '../../testing/index.ts';
import { remindOfPasses } from './pass-reminders.ts';

const DAY_MS = 24 * HOUR_MS;
/** 15:30 in Seoul. */
const SOLD = new Date('2027-01-30T06:30:00Z');
type Fields = Readonly<Record<string, unknown>>;

describe('the message before a pass ends (PS-8)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let desk: MessageDesk;
  let phones = 0;
  let phone: string;

  beforeAll(async () => {
    clock = fakeClock(SOLD);
    server = await startTestServer({ clock });
  });
  beforeEach(async () => {
    clock.set(SOLD);
    desk = await openMessageDesk(server, clock);
    phone = `010-6666-${String(3000 + (phones += 1))}`;
  });
  afterEach(() => desk.solapi.close());
  afterAll(() => server.close());

  const HOURS = { name: '10시간권', unit: 'MINUTES', units: 600, priceAmount: 90_000, validDays: 30, roomIds: [] };
  const post = async (path: string, body: Fields) => {
    const key = { 'idempotency-key': uuidv7() };
    const answer = await desk.admin.call('POST', `/${desk.shop.slug}${path}`, body, key);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  async function sell(terms: Fields = {}, more: Fields = {}): Promise<Answer['body']> {
    const { id: offerId } = await post('/pass-offer', { storeId: desk.storeId, ...HOURS, ...terms });
    return post('/pass', { offerId, guestName: '이용권', guestPhone: phone, method: 'CASH', ...more });
  }
  /** The clock so long before the pass ends, which is at 15:30 in Seoul. */
  const goTo = (pass: Answer['body'], beforeMs: number) =>
    clock.set(new Date(Date.parse(String(pass['endsAt'])) - beforeMs));
  const remind = () => remindOfPasses({ db: server.app.db, clock });
  /** Sends what is due. The clock of these tests goes back, so the job itself may be due later. */
  const send = () =>
    until('nothing is due', async () => {
      await server.app.recurring['messages.send-to-staff']?.run();
      const rows = await server.withActor(SYSTEM, (tx) =>
        tx
          .selectFrom('staff_messages')
          .select('id')
          .where('product_id', '=', desk.shop.productId)
          .where('state', '=', 'QUEUED')
          .execute(),
      );
      return rows.length === 0;
    });
  const decisionsOf = async ({ id }: Answer['body']) => {
    const rows = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.selectFrom('pass_reminders').select('is_sent').where('id', '=', String(id)).execute(),
    );
    return rows.map((row) => row.is_sent);
  };
  const queuedOf = ({ id }: Answer['body']) =>
    server.withActor(SYSTEM, (tx) =>
      tx
        .selectFrom('staff_messages')
        .select(['language', 'kind'])
        .where('product_id', '=', desk.shop.productId)
        .where('dedupe_key', '=', `PASS_ENDING:${String(id)}`)
        .execute(),
    );

  it('comes once, a week before the end, with what is left', async () => {
    const pass = await sell();
    goTo(pass, 7 * DAY_MS + HOUR_MS);
    await remind();
    expect(await decisionsOf(pass)).toEqual([]);
    goTo(pass, 7 * DAY_MS - HOUR_MS);
    await Promise.all([remind(), remind()]);
    await remind();
    await send();
    expect(desk.received(phone)).not.toEqual([]);
    const texts = desk.received(phone).map(({ text }) => text);
    expect(texts).toHaveLength(1);
    // Thirty days after 30 January are 1 March, in a February without a 29th.
    for (const part of ["이용권 '10시간권'", '3월 1일', '15:30', '남은 이용권: 10시간', '환불받으실 수'])
      expect(texts[0]).toContain(part);
    expect(await decisionsOf(pass)).toEqual([true]);
  });

  it('comes by day only, also when the server was away at the week', async () => {
    const pass = await sell();
    // 03:30 and 21:30 in Seoul.
    for (const beforeMs of [6 * DAY_MS + 12 * HOUR_MS, 6 * DAY_MS - 6 * HOUR_MS]) {
      goTo(pass, beforeMs);
      await remind();
      expect(await decisionsOf(pass)).toEqual([]);
    }
    goTo(pass, 2 * DAY_MS);
    await remind();
    expect(await decisionsOf(pass)).toEqual([true]);
  });

  it('names credit in won, in the language of the latest stay of the guest', async () => {
    const pass = await sell({ name: 'Credit', unit: 'WON', units: 100_000 });
    await desk.createReservation({ guestPhone: phone, guestLanguage: 'en' });
    goTo(pass, 7 * DAY_MS - HOUR_MS);
    await remind();
    expect(await queuedOf(pass)).toEqual([{ language: 'en', kind: 'PASS_ENDING' }]);
    await send();
    expect(desk.received(phone).some(({ text }) => text.includes('Left on the pass: KRW 100,000'))).toBe(true);
  });

  it('does not come for a refunded, an ended, a short and an anonymised pass, nor to a number without messages', async () => {
    const refunded = await sell();
    const payments = await desk.admin.call('GET', `/${desk.shop.slug}/payment/${String(refunded['paymentId'])}`);
    await post(`/payment/${String(refunded['paymentId'])}/refund`, {
      version: payments.body['version'],
      amount: 90_000,
      reason: '환불',
    });
    const [short, landline, erased] = [
      await sell({ validDays: 13 }),
      await sell({}, { guestPhone: '02-555-0152' }),
      await sell(),
    ];
    await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx
        .updateTable('passes')
        .set({ guest_name: Buffer.alloc(0), guest_phone: Buffer.alloc(0), phone_mark: null })
        .where('id', '=', String(erased['id']))
        .execute(),
    );
    goTo(short, 6 * DAY_MS - HOUR_MS);
    await remind();
    goTo(refunded, 7 * DAY_MS - HOUR_MS);
    await remind();
    for (const pass of [refunded, short, landline, erased]) {
      expect(await decisionsOf(pass)).toEqual([false]);
      expect(await queuedOf(pass)).toEqual([]);
    }
    const over = await sell();
    goTo(over, -HOUR_MS);
    await remind();
    expect(await decisionsOf(over)).toEqual([]);
  });

  it('does not come where the store has switched it off, or the number refuses reminders', async () => {
    const path = `/store/${desk.storeId}/message-reminders`;
    const all = { isDayBeforeOn: true, isStartsSoonOn: true, isRatingOn: true };
    const first = await post(path, { version: null, ...all, isPassEndingOn: false });
    expect(first).toMatchObject({ ...all, isPassEndingOn: false, version: 1 });
    const pass = await sell();
    goTo(pass, 7 * DAY_MS - HOUR_MS);
    await remind();
    expect(await decisionsOf(pass)).toEqual([false]);
    // A request that does not name it leaves it as it is.
    expect(await post(path, { version: 1, ...all })).toMatchObject({ isPassEndingOn: false });
    expect(await post(path, { version: 2, ...all, isPassEndingOn: true })).toMatchObject({ isPassEndingOn: true });

    clock.set(SOLD);
    phone = `010-6666-${String(3000 + (phones += 1))}`;
    const other = await sell();
    const stay = await desk.createReservation({ guestPhone: phone });
    await post(`/reservation/${String(stay['id'])}/message/opt-outs`, { kind: 'DAY_BEFORE', isRefused: true });
    goTo(other, 7 * DAY_MS - HOUR_MS);
    await remind();
    expect(await decisionsOf(other)).toEqual([false]);
  });
});
