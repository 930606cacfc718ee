import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type TestServer,
} from '../../testing/index.ts';

const seoul = (clock: string, date = '2026-11-21') => new Date(`${date}T${clock}:00+09:00`);

describe('a walk-in that starts now (RV-7, decision 058)', () => {
  const clock = fakeClock(seoul('14:07'));
  let server: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());

  async function openAt(now: Date): Promise<void> {
    clock.set(now);
    desk = await openBookingDesk(server);
  }
  const problem = ({ status, body }: Answer) => [status, body['code'], body['errors']?.[0]?.['path'] ?? null];
  const walkIn = (startsAt: Date, endsAt: Date, more: Readonly<Record<string, unknown>> = {}) =>
    desk.book({
      guestName: '',
      guestPhone: '',
      channel: 'WALK_IN',
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      ...more,
    });
  const quote = (startsAt: Date, endsAt: Date, isWalkIn: boolean) =>
    desk.admin.call('POST', `/${desk.shop.slug}/price-policy/quote`, {
      roomId: desk.roomIds[0],
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      headCount: 2,
      isWalkIn,
    });

  it.each([
    ['in the afternoon', seoul('14:07'), seoul('15:07'), '2026-11-21'],
    ['a minute before the business date begins', seoul('05:59'), seoul('06:59'), '2026-11-20'],
    ['when the business date begins', seoul('06:00'), seoul('07:00'), '2026-11-21'],
    ['across midnight', seoul('23:47'), seoul('00:47', '2026-11-22'), '2026-11-21'],
    ['at midnight', seoul('00:00'), seoul('01:00'), '2026-11-20'],
  ])('is created at the price of two whole slots %s, without a name', async (_when, startsAt, endsAt, businessDate) => {
    await openAt(startsAt);
    expect((await quote(startsAt, endsAt, true)).body).toMatchObject({ totalAmount: 10_000 });
    const { status, body } = await walkIn(startsAt, endsAt, { expectedPriceAmount: 10_000 });
    expect([status, body['priceAmount'], body['startsAt'], body['businessDate'], body['guestName']]).toEqual([
      200,
      10_000,
      startsAt.toISOString(),
      businessDate,
      '',
    ]);
  });

  it('rejects a start off the slots for other channels, and an unexpected price', async () => {
    await openAt(seoul('14:07'));
    const [startsAt, endsAt] = [seoul('14:07'), seoul('15:07')];
    expect(problem(await quote(startsAt, endsAt, false))).toEqual([422, 'OFF_SLOT_GRID', 'startsAt']);
    expect(
      problem(await desk.book({ startsAt: seoul('15:07').toISOString(), endsAt: seoul('16:07').toISOString() })),
    ).toEqual([422, 'OFF_SLOT_GRID', 'startsAt']);
    expect(problem(await desk.book({ guestName: '' }))).toEqual([400, 'INVALID_INPUT', 'guestName']);
    expect((await walkIn(startsAt, endsAt, { expectedPriceAmount: 9000 })).body['code']).toBe('PRICE_CHANGED');
  });

  it('rejects overlap with the next reservation, even by a second, suggests times on the slots, and may end where that one starts', async () => {
    await openAt(seoul('14:07'));
    await desk.createReservation({ startsAt: seoul('15:00').toISOString(), endsAt: seoul('16:00').toISOString() });
    const refused = await walkIn(seoul('14:07'), seoul('15:07'));
    expect(problem(refused)).toEqual([409, 'SLOT_TAKEN', 'startsAt']);
    const here = (refused.body['free'] ?? []).filter((period) => period['roomId'] === desk.roomIds[0]);
    expect(here[0]?.['startsAt']).toBe(seoul('16:00').toISOString());
    const { status, body } = await walkIn(seoul('14:07'), seoul('15:00'));
    expect([status, body['priceAmount']]).toEqual([200, 10_000]);

    await openAt(seoul('14:59'));
    await desk.createReservation({ startsAt: seoul('15:00').toISOString(), endsAt: seoul('16:00').toISOString() });
    clock.advance(59_000);
    expect(problem(await walkIn(seoul('14:59'), seoul('15:59')))).toEqual([409, 'SLOT_TAKEN', 'startsAt']);
  });

  it('lets one of two concurrent walk-ins have the room', async () => {
    await openAt(seoul('14:07'));
    const answers = await Promise.all([1, 2].map(() => walkIn(seoul('14:07'), seoul('15:07'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is extended by whole slots at the price of the added slots, and repriced when it moves or is resized', async () => {
    await openAt(seoul('23:47'));
    const { body } = await walkIn(seoul('23:47'), seoul('00:47', '2026-11-22'));
    const extended = await desk.verb(body, 'extend', { minutes: 30, expectedPriceAmount: 15_000 });
    expect([extended.status, extended.body['priceAmount'], extended.body['endsAt']]).toEqual([
      200,
      15_000,
      seoul('01:17', '2026-11-22').toISOString(),
    ]);
    const moved = await desk.edit(extended.body, { roomId: desk.roomIds[1], expectedPriceAmount: 15_000 });
    expect([moved.status, moved.body['startsAt']]).toEqual([200, seoul('23:47').toISOString()]);
    const resized = await desk.edit(moved.body, {
      endsAt: seoul('02:00', '2026-11-22').toISOString(),
      expectedPriceAmount: 25_000,
    });
    expect([resized.status, resized.body['priceAmount']]).toEqual([200, 25_000]);
  });
});
