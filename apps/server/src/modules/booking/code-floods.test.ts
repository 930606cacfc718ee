// @sweep 1/8 (decision 086)
import { ON_CALL_CONDITIONS } from '@munjigi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  openOnlineDesk,
  solveWork,
  startTestServer,
  type Answer,
  type OnlineDesk,
  type TestServer,
} from '../../testing/index.ts';
import { bookingMarks } from './guest-proof/booking-marks.ts';

describe('codes to phones that no guest enters (BK-5, BK-11)', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  let desk: OnlineDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
  });
  beforeEach(async () => {
    desk = await openOnlineDesk(server, clock, { rooms: 1 });
  });
  afterAll(() => server.close());

  const send = (address: string, work?: unknown) =>
    desk.post('/phone-code', { phone: desk.nextPhone(), ...(work !== undefined && { work }) }, desk.from(address));
  /** Sends a code as the page does: it solves a challenge. */
  const sendSolved = async (address: string): Promise<Answer> => {
    const first = await send(address);
    return first.body['challenge'] === undefined ? first : send(address, solveWork(first.body['challenge']));
  };
  const isRefused = ({ status, body }: Answer) => [status, body['code'], body['challenge']];
  const REFUSED = [429, 'TOO_MANY_ATTEMPTS', undefined];

  /** As if the address had requested so many codes that no guest entered. */
  const countCodes = (count: number, { from = desk.nextAddress(), minutesAgo = 0 } = {}) =>
    server.withActor(headOffice(desk.shop.productId), (tx) => {
      const at = new Date(clock.now().getTime() - minutesAgo * 60_000);
      return sql`insert into phone_codes (product_id, store_id, id, phone_mark, address_mark, code_hash, sent_at,
        expires_at)
        select ${desk.shop.productId}, ${desk.storeId}, gen_random_uuid(), gen_random_uuid()::text::bytea,
          ${bookingMarks(server.config.tokenSecret).ofAddress(desk.shop.productId, from)}, 'x', ${at}, ${at}
        from generate_series(1, ${count}::int)`.execute(tx);
    });
  const enterCodes = (address: string) =>
    server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx
        .updateTable('phone_codes')
        .set({ proven_at: clock.now() })
        .where('address_mark', '=', bookingMarks(server.config.tokenSecret).ofAddress(desk.shop.productId, address))
        .execute(),
    );
  const floods = async (): Promise<string[]> => {
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/payment/notification?kind=CODE_FLOOD`);
    return (body['items'] as unknown as { text: string }[]).map(({ text }) => text);
  };

  it('serves a guest while seven addresses request 200 codes: a quarter is free of work, and no more is sent', async () => {
    const strangers = Array.from({ length: 7 }, () => desk.nextAddress());
    const answers: Answer[] = [];
    for (let n = 0; n < 200; n += 1) answers.push(await send(strangers[n % 7] ?? ''));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    expect((await sendSolved(desk.nextAddress())).status).toBe(200);
  }, 60_000);

  it('needs work from every address from a quarter of the limit of a store on, and more near its end', async () => {
    await countCodes(49);
    expect((await send(desk.nextAddress())).status).toBe(200);
    expect(String((await send(desk.nextAddress())).body['challenge'])).toMatch(/^13\./);
    await countCodes(149);
    clock.advance(1000);
    expect(String((await send(desk.nextAddress())).body['challenge'])).toMatch(/^18\./);
    clock.advance(2 * HOUR_MS);
    expect((await send(desk.nextAddress())).status).toBe(200);
  });

  it('serves beyond the limit of a store only addresses that enter their codes', async () => {
    const [stranger, guest] = [desk.nextAddress(), desk.nextAddress()];
    await countCodes(200, { from: stranger });
    expect(isRefused(await sendSolved(stranger))).toEqual(REFUSED);
    expect((await sendSolved(guest)).status).toBe(200);
    expect(isRefused(await sendSolved(guest))).toEqual(REFUSED);
    await enterCodes(guest);
    expect((await sendSolved(guest)).status).toBe(200);
  });

  it('keeps the last quarter of the budget of a chain for clean addresses, and sends nothing beyond it', async () => {
    await desk.setProvider({ codeBudget: 100 });
    const stranger = desk.nextAddress();
    await countCodes(75, { from: stranger, minutesAgo: 120 });
    expect(isRefused(await sendSolved(stranger))).toEqual(REFUSED);
    expect((await sendSolved(desk.nextAddress())).status).toBe(200);
    await countCodes(24, { minutesAgo: 120 });
    const refused = await sendSolved(desk.nextAddress());
    expect([...isRefused(refused), refused.body['retryAfterSeconds']]).toEqual([...REFUSED, 22 * 3600]);
    await desk.setProvider({ codeBudget: 200 });
    expect((await sendSolved(desk.nextAddress())).status).toBe(200);
  });

  it('sends no more than the budget when codes are requested at once', async () => {
    await desk.setProvider({ codeBudget: 50 });
    await countCodes(48, { minutesAgo: 120 });
    const addresses = Array.from({ length: 6 }, () => desk.nextAddress());
    const works: unknown[] = [];
    for (const address of addresses) works.push(solveWork((await send(address)).body['challenge']));
    const answers = await Promise.all(addresses.map((address, index) => send(address, works[index])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await floods()).toEqual([expect.stringContaining('다 썼어요'), expect.stringContaining('절반')]);
  });

  it('notifies head office once of a flood at a store, and begins an incident until a person confirms it (OC-2)', async () => {
    const path = `/${desk.shop.slug}/store/${desk.storeId}/on-call`;
    const rules = await desk.admin.call('POST', path, {
      version: null,
      isEnabled: true,
      conditions: ON_CALL_CONDITIONS.map((condition) => ({ condition, isEnabled: true, isUrgent: true })),
      steps: [{ userIds: [desk.admin.userId], channels: ['PUSH'], afterMinutes: 0 }],
      quietFrom: null,
      quietUntil: null,
    });
    expect(rules.status).toBe(200);
    await countCodes(48);
    expect((await sendSolved(desk.nextAddress())).status).toBe(200);
    expect(await floods()).toEqual([]);
    for (let n = 0; n < 3; n += 1) expect((await sendSolved(desk.nextAddress())).status).toBe(200);
    expect(await floods()).toEqual([expect.stringContaining('이 매장에 몰리고')]);
    const incidents = async () => {
      const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/incident?storeId=${desk.storeId}`);
      return (body['items'] as unknown as { kind: string }[]).map(({ kind }) => kind).join();
    };
    expect(await desk.runUntil('the incident begins', incidents)).toBe('CODE_FLOOD');
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/payment/notification?kind=CODE_FLOOD`);
    const ids = (body['items'] as unknown as { id: string }[]).map(({ id }) => id);
    await desk.admin.call('POST', `/${desk.shop.slug}/payment/notification/confirm`, { ids });
    expect(await desk.runUntil('the incident ends', async () => (await incidents()) === '')).toBe(true);
  });

  it('changes the budget of a chain and keeps it when it is left out (MS-9)', async () => {
    const read = async () => {
      const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/message-provider`);
      return (body['items'] as unknown as { codeBudget: number }[])[0]?.codeBudget;
    };
    expect(await read()).toBe(1000);
    await desk.setProvider({ codeBudget: 300 });
    await desk.setProvider({ isEnabled: true });
    expect(await read()).toBe(300);
  });
});
