// @sweep 1/8 (decision 086)
import { guestExtension } from '@munjigi/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../db/index.ts';
import {
  fakeClock,
  itemsOf,
  makeGuest,
  MINUTE_MS,
  startTestServer,
  until,
  type Answer,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { openPayingDesk, type PayingDesk } from '../../testing/desks/paying-desk.ts';

/** The money of extensions that are held while something else happens (GT-12, GT-13). */

const SLOT_MS = 30 * MINUTE_MS;
const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
let server: TestServer;
let desk: PayingDesk;
let startOfTest: Date;
beforeAll(async () => {
  server = await startTestServer({ clock });
  desk = await openPayingDesk(server);
});
afterAll(async () => {
  expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
  await server.close();
  await Promise.all([desk.toss.close(), desk.portone.close()]);
});
beforeEach(() => {
  startOfTest = clock.now();
});
afterEach(async () => {
  desk.toss.faults.next = [];
  desk.portone.faults.next = [];
  clock.set(startOfTest);
  // The recurring jobs ran at later times, and would wait for them.
  await server.withActor(SYSTEM, (tx) =>
    tx.updateTable('jobs').set({ due_at: startOfTest }).where('due_at', '>', startOfTest).execute(),
  );
});

const at = (rest: string) => `/${desk.shop.slug}/guest/${rest}`;
const codeOf = ({ status, body }: Answer) => [status, body['code']];

interface Holding {
  readonly of: Answer['body'];
  readonly call: Caller['call'];
  readonly endsMs: number;
  readonly expiresMs: number;
}

const payCash = async (of: Answer['body'], amount: number) => {
  const record = { reservationId: of['id'], method: 'CASH', amount, mayExceedDue: true };
  const { status, body } = await desk.admin.call('POST', desk.url(), record);
  expect(status, JSON.stringify(body)).toBe(200);
};

/** The guest of a stay of 20,000 won, who holds half an hour more for 5,000 won. */
async function holding({ paid = 20_000, minutesLeft = 40, ...record } = {}): Promise<Holding> {
  const of = await desk.held({ state: 'CONFIRMED', ...record });
  await payCash(of, paid);
  const { call } = await makeGuest(server, desk.shop, desk.storeId, String(of['id']));
  const endsMs = Date.parse(String(of['endsAt']));
  clock.set(new Date(endsMs - minutesLeft * MINUTE_MS));
  const { body: offered } = await call('GET', at('extension'));
  const [first] = guestExtension.parse(offered).choices;
  const body = { version: offered['version'], minutes: 30, expectedPriceAmount: first?.totalAmount };
  const answer = await call('POST', at('extension'), body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { held } = guestExtension.parse(answer.body);
  return { of, call, endsMs, expiresMs: Date.parse(String(held?.holdExpiresAt)) };
}

const stayOf = async ({ of }: Pick<Holding, 'of'>) => {
  const { state, endsAt, priceAmount, paidAmount, heldExtension } = await desk.read(of);
  const added = Date.parse(String(endsAt)) - Date.parse(String(of['endsAt']));
  return { state, added, priceAmount, paidAmount, isHeld: heldExtension !== null };
};
const owedOf = async ({ of }: Pick<Holding, 'of'>) =>
  itemsOf((await desk.admin.call('GET', desk.url(`/refund-owed?reservationId=${String(of['id'])}`))).body).map(
    ({ amount }) => amount,
  );
const noticesOf = async ({ of }: Pick<Holding, 'of'>) =>
  itemsOf((await desk.admin.call('GET', desk.url('/notification?kind=REFUND_OWED&limit=50'))).body)
    .filter((item) => item['reservationId'] === of['id'])
    .map(({ amount }) => amount);
/** Lets the server do what is due, with the clock standing still between the steps. */
async function passTime(ms = 2000): Promise<void> {
  clock.advance(ms);
  await server.app.jobs.runDue();
}
const returned = (guest: Pick<Holding, 'of'>) =>
  until('the extension is returned', async () => {
    await passTime();
    return !(await stayOf(guest)).isHeld;
  });

describe('what a returned extension leaves owed (GT-13)', () => {
  it('owes only the money of the extension, keeps an earlier surplus, and notifies staff once when the timer returns it', async () => {
    const guest = await holding({ paid: 23_000 });
    await payCash(guest.of, 1000);
    clock.set(new Date(guest.expiresMs));
    await returned(guest);
    expect(await owedOf(guest)).toEqual([1000]);
    await until('staff are notified', async () => {
      await passTime();
      return (await noticesOf(guest)).length > 0;
    });
    await passTime();
    expect(await noticesOf(guest)).toEqual([1000]);
    expect(await stayOf(guest)).toMatchObject({ added: 0, priceAmount: 20_000, paidAmount: 24_000 });
    const { body } = await guest.call('GET', at('reservation'));
    expect(body['owedAmount']).toBe(1000);
  });

  it('owes nothing and notifies no one when the guest or staff return it unpaid, with an earlier surplus', async () => {
    const byGuest = await holding({ paid: 23_000 });
    expect((await byGuest.call('DELETE', at('extension'))).status).toBe(200);
    const byStaff = await holding({ paid: 23_000 });
    expect((await desk.edit(await desk.read(byStaff.of), { headCount: 3 })).status).toBe(200);
    for (const guest of [byGuest, byStaff]) {
      expect(await owedOf(guest)).toEqual([]);
      await passTime();
      expect(await noticesOf(guest)).toEqual([]);
      const { body } = await guest.call('GET', at('reservation'));
      expect([body['owedAmount'], body['paidAmount']]).toEqual([0, 23_000]);
    }
  });

  it('notifies staff when a change by staff leaves money of the extension owed', async () => {
    const guest = await holding();
    await payCash(guest.of, 2000);
    expect((await desk.edit(await desk.read(guest.of), { headCount: 3 })).status).toBe(200);
    expect(await owedOf(guest)).toEqual([2000]);
    await until('staff are notified', async () => {
      await passTime();
      return (await noticesOf(guest)).length > 0;
    });
    expect(await noticesOf(guest)).toEqual([2000]);
  });
});

describe('paying near the end of the hold (GT-11, GT-12)', () => {
  it('begins no payment of an extension with less than two minutes left', async () => {
    const guest = await holding();
    const heldMs = guest.expiresMs - 10 * MINUTE_MS;
    for (const minutes of [9, 15]) {
      clock.set(new Date(heldMs + minutes * MINUTE_MS));
      expect((await guest.call('POST', at('payment/begin'), { provider: 'TOSS' })).status).toBe(200);
    }
    clock.set(new Date(heldMs + 18 * MINUTE_MS + 1));
    expect(codeOf(await guest.call('POST', at('payment/begin'), { provider: 'TOSS' }))).toEqual([409, 'HOLD_ENDING']);
  });

  it('neither begins nor confirms the first payment in the last minutes, and asks Toss for no money', async () => {
    const of = await desk.held();
    const { call } = await makeGuest(server, desk.shop, desk.storeId, String(of['id']));
    const begun = await call('POST', at('payment/begin'), { provider: 'TOSS' });
    const [id, amount] = [String(begun.body['orderId']), 20_000];
    const { paymentKey } = desk.toss.book.agree({ orderId: id, amount });
    const { createdAt } = (await desk.read(of)) as unknown as { createdAt: string };
    const store = await server.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('stores').select('hold_minutes').where('id', '=', desk.storeId).executeTakeFirstOrThrow(),
    );
    const latestMs = Date.parse(createdAt) + (store.hold_minutes + 20) * MINUTE_MS;
    for (let ms = clock.now().getTime(); ms < latestMs - 3 * MINUTE_MS; ms += 8 * MINUTE_MS) {
      clock.set(new Date(ms));
      expect((await call('POST', at('payment/begin'), { provider: 'TOSS' })).status).toBe(200);
    }
    clock.set(new Date(latestMs - 3 * MINUTE_MS));
    expect((await call('POST', at('payment/begin'), { provider: 'TOSS' })).status).toBe(200);
    clock.set(new Date(latestMs - MINUTE_MS));
    expect(codeOf(await call('POST', at('payment/begin'), { provider: 'TOSS' }))).toEqual([409, 'HOLD_ENDING']);
    expect(codeOf(await call('POST', at(`payment/${id}/confirm`), { paymentKey, amount }))).toEqual([
      409,
      'HOLD_ENDING',
    ]);
    expect(desk.toss.book.find(id)?.state).toBe('IN_PROGRESS');
  });

  it('keeps the hold while PortOne does not answer, also beyond the added time, for 40 minutes at most', async () => {
    const guest = await holding({ minutesLeft: 1 });
    const begun = await guest.call('POST', at('payment/begin'), { provider: 'PORTONE' });
    const id = String(begun.body['orderId']);
    desk.portone.book.agree({ orderId: id, amount: 5000 });
    desk.portone.faults.next = Array.from({ length: 100 }, () => 'error' as const);
    const confirmed = await guest.call('POST', at(`payment/${id}/confirm`), { amount: 5000 });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
    const heldMs = guest.expiresMs - 10 * MINUTE_MS;
    for (let ms = clock.now().getTime(); ms < heldMs + 39 * MINUTE_MS; ms += MINUTE_MS) {
      clock.set(new Date(ms));
      await server.app.jobs.runDue();
      expect((await stayOf(guest)).isHeld, `after ${(ms - heldMs) / MINUTE_MS} minutes`).toBe(true);
    }
    clock.set(new Date(heldMs + 40 * MINUTE_MS));
    await returned(guest);
    expect(await stayOf(guest)).toMatchObject({ state: 'NO_SHOW', added: 0 });
  });

  it('returns the hold in time when PortOne answers that the guest has not paid', async () => {
    const guest = await holding();
    const { body } = await guest.call('POST', at('payment/begin'), { provider: 'PORTONE' });
    await guest.call('POST', at(`payment/${String(body['orderId'])}/confirm`), { amount: 5000 });
    const until10 = Date.parse(String((await desk.read(guest.of)).heldExtension?.['holdExpiresAt']));
    clock.set(new Date(until10));
    await returned(guest);
    expect(clock.now().getTime()).toBeLessThan(until10 + MINUTE_MS);
  });
});

describe('other changes during the hold', () => {
  it('shows the held time to staff who close the room, and keeps it to its payment when they accept (ST-2)', async () => {
    const guest = await holding();
    const closure = {
      startsAt: new Date(guest.endsMs).toISOString(),
      endsAt: new Date(guest.endsMs + SLOT_MS).toISOString(),
      roomIds: [guest.of['roomId']],
      reason: '누수',
    };
    const path = `/${desk.shop.slug}/store/${desk.storeId}/closure`;
    const refused = await desk.admin.call('POST', path, closure);
    expect(codeOf(refused)).toEqual([409, 'WOULD_STRAND']);
    expect(refused.body['stranded']).toMatchObject([{ id: guest.of['id'], endsAt: closure.endsAt }]);
    const block = { roomId: guest.of['roomId'], startsAt: closure.startsAt, endsAt: closure.endsAt };
    const blocked = await desk.admin.call('POST', `/${desk.shop.slug}/reservation`, {
      ...block,
      kind: 'BLOCK',
      blockReason: 'REPAIR',
      memo: '',
    });
    expect(codeOf(blocked)).toEqual([409, 'SLOT_TAKEN']);
    expect((await desk.admin.call('POST', path, { ...closure, acceptStranded: true })).status).toBe(200);
    await payCash(guest.of, 5000);
    expect(await stayOf(guest)).toMatchObject({ added: SLOT_MS, priceAmount: 25_000, isHeld: false });
  });

  it('extends across midnight', async () => {
    // From 22:00 to 24:00 in Seoul.
    const guest = await holding({ startsAt: '2026-11-21T13:00:00.000Z', endsAt: '2026-11-21T15:00:00.000Z' } as object);
    await payCash(guest.of, 5000);
    expect(await stayOf(guest)).toMatchObject({ added: SLOT_MS, priceAmount: 25_000 });
  });

  it('takes the money once when the guest pays in two windows', async () => {
    const guest = await holding();
    const windows = await Promise.all(
      ['TOSS', 'TOSS'].map((provider) => guest.call('POST', at('payment/begin'), { provider })),
    );
    const ids = windows.map(({ body }) => String(body['orderId']));
    expect(ids[0]).toBe(ids[1]);
    const { paymentKey } = desk.toss.book.agree({ orderId: String(ids[0]), amount: 5000 });
    const confirm = () => guest.call('POST', at(`payment/${String(ids[0])}/confirm`), { paymentKey, amount: 5000 });
    await Promise.all([confirm(), confirm()]);
    await until('it is paid', async () => {
      await passTime();
      return (await stayOf(guest)).added === SLOT_MS;
    });
    expect(await stayOf(guest)).toMatchObject({ priceAmount: 25_000, paidAmount: 25_000 });
    expect(desk.toss.done.filter((key) => key === ids[0])).toHaveLength(1);
    expect(await owedOf(guest)).toEqual([]);
  });
});
