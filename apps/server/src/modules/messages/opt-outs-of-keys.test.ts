// @sweep 1/12 (decision 086)
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SEALED_TABLES } from '../../app.ts';
import { personalKeys, SYSTEM } from '../../db/index.ts';
import {
  fakeClock,
  itemsOf,
  openMessageDesk,
  startTestServer,
  type Answer,
  type FakeClock,
  type MessageDesk,
  type TestServer,
} from '../../testing/index.ts';
import { openVirtualToss } from '../../testing/peers/payment-provider.ts';
import { rotateKeys } from '../personal-data/index.ts';

const [OLD, NEW] = ['the-key-before-of-these-tests-00000000000', 'the-newest-key-of-these-tests-00000000000'] as const;
/** Noon in Seoul: no quiet hours. */
const NOON = new Date('2026-11-21T03:00:00Z');
const PERIOD = { startsAt: '2026-11-22T09:00:00Z', endsAt: '2026-11-22T10:00:00Z' };
const PHONE = '010-1234-5678';
const OTHER_PHONE = '010-8765-4321';
type Body = Answer['body'];

describe('refusals of messages while the key of personal data changes (MS-15, PD-3)', () => {
  let clock: FakeClock;
  let first: TestServer;
  /** The only process that runs. */
  let server: TestServer;
  let desk: MessageDesk;

  beforeEach(async () => {
    clock = fakeClock(NOON);
    first = await startTestServer({ clock, config: { personalDataKeys: [OLD] } });
    server = first;
    desk = await openMessageDesk(first, clock);
  });
  afterEach(async () => {
    await desk.solapi.close();
    await server.app.close();
    await first.close();
  });

  /** Ends the process that runs, and starts one with these keys. */
  const restartWith = async (...keys: readonly string[]) => {
    await server.app.close();
    server = await startTestServer({ beside: first, config: { personalDataKeys: keys } });
  };
  const rotate = () => rotateKeys({ db: server.app.db, clock, tables: SEALED_TABLES }, () => undefined);
  const call = (method: string, path: string, body?: unknown) =>
    server.caller(desk.admin.token)(method, `/${desk.shop.slug}${path}`, body);
  const make = async (room: number): Promise<Body> => {
    const wish = desk.wish({ roomId: desk.roomIds[room], ...PERIOD, guestPhone: PHONE });
    const { status, body } = await call('POST', '/reservation', wish);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const set = async (reservation: Body, kind: string, isRefused = true) => {
    const answer = await call('POST', `/reservation/${reservation['id']}/message/opt-outs`, { kind, isRefused });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const refusedKindsOf = async (reservation: Body) =>
    itemsOf((await call('GET', `/reservation/${reservation['id']}/message/opt-outs`)).body)
      .filter((item) => item['isRefused'])
      .map((item) => item['kind']);
  const isWithdrawn = (reservation: Body, kind: string) =>
    desk.runUntil(`${kind} is withdrawn`, async () => {
      const items = itemsOf((await call('GET', `/message?reservationId=${reservation['id']}&limit=100`)).body);
      return items.find((item) => item['kind'] === kind && item['state'] === 'WITHDRAWN')?.['error'] === 'OPTED_OUT';
    });
  const countRefusals = () =>
    server.withActor(SYSTEM, async (tx) => (await tx.selectFrom('message_opt_outs').select('id').execute()).length);

  it('hold for reservations of the other key, before and after the keys are rotated', async () => {
    const before = await make(0);
    await set(before, 'ENDING_SOON');
    await restartWith(NEW, OLD);
    const later = await make(1);
    expect(await refusedKindsOf(later)).toEqual(['ENDING_SOON']);
    await isWithdrawn(later, 'ENDING_SOON');
    await set(later, 'ACCESS_OPENS');
    await set(before, 'PAYMENT_REMINDER');
    const all = ['PAYMENT_REMINDER', 'ACCESS_OPENS', 'ENDING_SOON'];
    for (const reservation of [before, later]) expect(await refusedKindsOf(reservation)).toEqual(all);
    await isWithdrawn(before, 'ACCESS_OPENS');
    expect((await rotate()).retired).toBe(1);
    await restartWith(NEW);
    const last = await make(2);
    for (const reservation of [before, later, last]) expect(await refusedKindsOf(reservation)).toEqual(all);
    await isWithdrawn(last, 'ACCESS_OPENS');
  });

  it('end when they are taken back with the other key', async () => {
    const before = await make(0);
    await set(before, 'ENDING_SOON');
    await restartWith(NEW, OLD);
    const later = await make(1);
    await set(later, 'ACCESS_OPENS');
    await set(later, 'ENDING_SOON', false);
    await set(before, 'ACCESS_OPENS', false);
    for (const reservation of [before, later]) expect(await refusedKindsOf(reservation)).toEqual([]);
    expect(await countRefusals()).toBe(0);
    await set(before, 'ENDING_SOON');
    await rotate();
    await restartWith(NEW);
    await set(later, 'ENDING_SOON', false);
    expect(await countRefusals()).toBe(0);
  });

  it('hold again after a rotation when an earlier version stored the mark of another key', async () => {
    await restartWith(NEW, OLD);
    const reservation = await make(0);
    await set(reservation, 'ENDING_SOON');
    const [marks] = personalKeys([OLD]).marks;
    await server.withActor(SYSTEM, (tx) =>
      tx
        .updateTable('message_opt_outs')
        .set({ phone_mark: marks?.whole('phone', PHONE.replaceAll('-', '')) ?? null })
        .execute(),
    );
    expect((await rotate()).rows).toBe(1);
    expect((await rotate()).rows).toBe(0);
    await restartWith(NEW);
    expect(await refusedKindsOf(reservation)).toEqual(['ENDING_SOON']);
  });

  it('keep the server from an offer to a guest who refused it with the key before (WL-2)', async () => {
    const toss = await openVirtualToss(server, desk.shop);
    await desk.set({ waitlist_offer_minutes: 20 });
    const occupied = await make(0);
    await set(occupied, 'SLOT_OFFERED');
    await restartWith(NEW, OLD);
    const wait = async (guestPhone: string): Promise<Body> => {
      clock.advance(1000);
      const guest = { headCount: 2, guestName: '고대기', guestPhone, memo: '' };
      const { body } = await call('POST', '/waitlist', {
        storeId: desk.storeId,
        roomId: desk.roomIds[0],
        ...PERIOD,
        ...guest,
      });
      expect(body['state'], JSON.stringify(body)).toBe('WAITING');
      return body;
    };
    const [refusing, other] = [await wait(PHONE), await wait(OTHER_PHONE)];
    expect((await call('POST', `/reservation/${occupied['id']}/cancel`, { version: occupied['version'] })).status).toBe(
      200,
    );
    const read = async ({ id }: Body) =>
      itemsOf((await call('GET', '/waitlist?limit=100')).body).find((item) => item['id'] === id);
    await desk.runUntil('another guest has the offer', async () => (await read(other))?.['state'] === 'OFFERED');
    expect(await read(refusing)).toMatchObject({ offeredReservationId: null });
    await toss.close();
  });
});
