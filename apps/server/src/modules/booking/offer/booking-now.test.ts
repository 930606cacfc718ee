/** @module-tag engines */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  MINUTE_MS,
  openOnlineDesk,
  startTestServer,
  until,
  type Answer,
  type OnlineDesk,
  type TestServer,
} from '../../../testing/index.ts';

const problem = ({ status, body }: Answer) => [status, body['code']];
/** A time of Seoul as the server writes it. */
const seoul = (date: string, time: string) => new Date(`${date}T${time}:00+09:00`).toISOString();
const atSeoul = (text: string) => new Date(`${text.replace(' ', 'T')}:00+09:00`).toISOString();

interface Stay {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly amount: number;
}
interface Now {
  readonly now: string;
  readonly isOpen: boolean;
  readonly opensAt: string | null;
  readonly rooms: { readonly roomId: string; readonly stay: Stay | null; readonly freeUntil: string | null }[];
  readonly next: { readonly startsAt: string; readonly endsAt: string; readonly amounts: (number | null)[] }[];
  readonly fromAmount: number | null;
}

describe('GET booking/…/now (BK-14)', () => {
  const clock = fakeClock(new Date(seoul('2026-11-21', '14:07')));
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
  });
  afterAll(() => server.close());

  const open = (rooms = 2) => openOnlineDesk(server, clock, { rooms });
  /** Reads until the reply is of the present time of the clock: the server shares it for a second (BK-2). */
  const readNow = (desk: OnlineDesk, query = '?headCount=2&minutes=60') =>
    until('the reply is current', async () => {
      const { status, body } = await desk.get(`/now${query}`);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body['now'] === clock.now().toISOString() && (body as unknown as Now);
    });
  const setHours = (desk: OnlineDesk, opensAt: string, closesAt: string) =>
    desk.set({ hours: JSON.stringify([1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt, closesAt }))) });
  const startNow = async (desk: OnlineDesk, { amount: _price, ...stay }: Stay, change = {}) =>
    desk.form({ roomId: desk.roomIds[0], ...stay, startsNow: true, expectedPriceAmount: 10_000, ...change });

  it.each([
    { at: '2026-11-21 23:50', next: '2026-11-22 00:00' },
    { at: '2026-11-22 00:15', next: '2026-11-22 00:30' },
    { at: '2026-11-22 03:00', next: '2026-11-22 03:00' },
  ])('offers tonight at $at in a store that is open day and night', async ({ at, next }) => {
    clock.set(new Date(atSeoul(at)));
    const desk = await open();
    const { isOpen, rooms, next: starts, fromAmount } = await readNow(desk);
    expect([isOpen, starts[0]?.startsAt, fromAmount]).toEqual([true, atSeoul(next), 10_000]);
    expect(rooms[0]).toMatchObject({ roomId: desk.roomIds[0], freeUntil: null, stay: { startsAt: atSeoul(at) } });
  });

  it.each([
    { at: '2026-11-21 23:50', next: '2026-11-22 00:00', ends: '00:50' },
    { at: '2026-11-22 00:15', next: '2026-11-22 00:30', ends: '01:15' },
    { at: '2026-11-22 03:00', next: '2026-11-22 03:00', ends: '04:00' },
  ])('keeps to the opening hours from 10:00 to 04:00 at $at', async ({ at, next, ends }) => {
    clock.set(new Date(atSeoul(at)));
    const desk = await open();
    await setHours(desk, '10:00', '04:00');
    const { isOpen, rooms, next: starts } = await readNow(desk);
    expect([isOpen, starts[0]?.startsAt]).toEqual([true, atSeoul(next)]);
    expect(rooms[0]).toMatchObject({
      freeUntil: seoul('2026-11-22', '04:00'),
      stay: { endsAt: seoul('2026-11-22', ends) },
    });
  });

  it('says when a closed store opens, and offers its first start of the calendar day', async () => {
    clock.set(new Date(seoul('2026-11-22', '04:10')));
    const desk = await open();
    await setHours(desk, '10:00', '04:00');
    const { isOpen, opensAt, rooms, next } = await readNow(desk);
    const opening = seoul('2026-11-22', '10:00');
    expect([isOpen, opensAt, next[0]?.startsAt]).toEqual([false, opening, opening]);
    expect(rooms.map(({ stay }) => stay)).toEqual([null, null]);
  });

  it('ends a stay before the next reservation with its buffer, and prices it from the border before (decision 058)', async () => {
    clock.set(new Date(seoul('2026-11-23', '14:07')));
    const desk = await open(3);
    await desk.set({ buffer_minutes: 10, min_minutes: 60 });
    const at = (from: string, to: string) => ({ startsAt: seoul('2026-11-23', from), endsAt: seoul('2026-11-23', to) });
    await desk.createReservation({ roomId: desk.roomIds[0], ...at('15:30', '17:00') });
    await desk.createReservation({ roomId: desk.roomIds[1], ...at('15:00', '17:00') });
    const { rooms } = await readNow(desk, '?headCount=2&minutes=120');
    expect(rooms).toMatchObject([
      { freeUntil: seoul('2026-11-23', '15:20'), stay: { ...at('14:07', '15:07'), amount: 10_000 } },
      // 43 minutes to 14:50 are one slot and a border, less than the shortest stay.
      { freeUntil: seoul('2026-11-23', '14:50'), stay: null },
      { freeUntil: null, stay: { ...at('14:07', '16:07'), amount: 20_000 } },
    ]);
    expect((await readNow(desk, '?headCount=5&minutes=120')).rooms).toEqual([]);
  });

  it('does not offer a room that is occupied, cleaned or closed, nor an archived one', async () => {
    clock.set(new Date(seoul('2026-11-24', '14:07')));
    const desk = await open(4);
    await desk.set({ buffer_minutes: 30 });
    const at = (from: string, to: string) => ({ startsAt: seoul('2026-11-24', from), endsAt: seoul('2026-11-24', to) });
    clock.set(new Date(seoul('2026-11-24', '13:00')));
    await desk.createReservation({ roomId: desk.roomIds[0], ...at('13:00', '14:30') });
    // A guest who came: a stay that ends without one leaves nothing to clean.
    await desk.verb(await desk.createReservation({ roomId: desk.roomIds[1], ...at('13:00', '14:00') }), 'check-in');
    await desk.createReservation({ roomId: desk.roomIds[2], ...at('14:00', '15:00'), kind: 'BLOCK' });
    clock.set(new Date(seoul('2026-11-24', '14:07')));
    const { body: room } = await desk.admin.call('GET', `/${desk.shop.slug}/room/${desk.roomIds[3]}`);
    await desk.admin.call('POST', `/${desk.shop.slug}/room/${desk.roomIds[3]}/archive`, {
      version: room['version'],
      isArchived: true,
    });
    const { rooms } = await readNow(desk);
    expect(rooms.map(({ stay }) => stay)).toEqual([null, null, null]);
  });

  it('books a stay that starts now, and extends it by whole slots', async () => {
    clock.set(new Date(seoul('2026-11-25', '14:07')));
    const desk = await open();
    const [room] = (await readNow(desk)).rooms;
    const stay = room?.stay as Stay;
    const quoted = await desk.post('/quote', {
      roomId: desk.roomIds[0],
      startsAt: stay.startsAt,
      endsAt: stay.endsAt,
      headCount: 2,
      startsNow: true,
    });
    expect(quoted.body).toMatchObject({ totalAmount: stay.amount, dueAmount: 10_000 });
    clock.advance(5 * MINUTE_MS);
    const booked = await desk.post('/reservation', await startNow(desk, stay));
    expect([booked.status, booked.body]).toMatchObject([
      200,
      { state: 'PENDING', startsAt: stay.startsAt, endsAt: seoul('2026-11-25', '15:07'), priceAmount: 10_000 },
    ]);
    const row = await desk.read({ id: booked.body['reservationId'] } as Answer['body']);
    const extended = await desk.verb(row, 'extend', { minutes: 30, expectedPriceAmount: 15_000 });
    expect([extended.status, extended.body]).toMatchObject([
      200,
      { endsAt: seoul('2026-11-25', '15:37'), priceAmount: 15_000 },
    ]);
  });

  it('gives a room to one of two guests who start in it at once (RV-2)', async () => {
    clock.set(new Date(seoul('2026-11-26', '14:07')));
    const desk = await open();
    const stay = (await readNow(desk)).rooms[0]?.stay as Stay;
    const forms = [await startNow(desk, stay), await startNow(desk, stay)];
    const answers = await Promise.all(forms.map((form) => desk.post('/reservation', form)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.body['code']).toBe('SLOT_TAKEN');
    const free = (lost?.body['free'] ?? []) as unknown as Stay[];
    // The other room at the same minute is nearer than every other time.
    expect(free[0]).toMatchObject({ roomId: desk.roomIds[1], startsAt: stay.startsAt });
  });

  it('refuses a start in the future, one of an earlier slot, any room, and a start off the grid without the mark', async () => {
    clock.set(new Date(seoul('2026-11-27', '14:07')));
    const desk = await open();
    const stay = (await readNow(desk)).rooms[0]?.stay as Stay;
    const shifted = (ms: number) => ({
      startsAt: new Date(Date.parse(stay.startsAt) + ms).toISOString(),
      endsAt: new Date(Date.parse(stay.endsAt) + ms).toISOString(),
    });
    const send = async (change: object) => problem(await desk.post('/reservation', await startNow(desk, stay, change)));
    expect(await send(shifted(MINUTE_MS))).toEqual([422, 'OFF_SLOT_GRID']);
    expect(await send(shifted(-HOUR_MS))).toEqual([422, 'IN_THE_PAST']);
    expect(await send({ roomId: null })).toEqual([400, 'INVALID_INPUT']);
    expect(await send({ startsNow: false, ...shifted(HOUR_MS) })).toEqual([422, 'OFF_SLOT_GRID']);
  });
});
