/** @module-tag engines */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  itemsOf,
  openBookingDesk,
  startTestServer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';

describe('GET audit by what the entries are about (PD-2)', () => {
  let server: TestServer;
  let desk: BookingDesk;
  let reservation: Awaited<ReturnType<BookingDesk['createReservation']>>;
  beforeAll(async () => {
    server = await startTestServer({ clock: fakeClock(new Date('2026-11-21T06:00:00Z')) });
    desk = await openBookingDesk(server);
    reservation = await desk.createReservation();
    await desk.createReservation({ roomId: desk.roomIds[1] });
    const room = { name: '파랑 룸 100%', version: 1 };
    expect((await desk.admin.call('PATCH', `/${desk.shop.slug}/room/${desk.roomIds[0]}`, room)).status).toBe(200);
  });
  afterAll(() => server.close());

  const find = async (query: Readonly<Record<string, string>>, by: Caller = desk.admin) => {
    const path = `/${by === desk.admin ? desk.shop.slug : otherSlug}/audit?${new URLSearchParams(query).toString()}`;
    return itemsOf((await by.call('GET', path)).body).map(({ action, subject }) => [action, subject?.['name'] ?? null]);
  };
  let otherSlug = '';

  it('finds a reservation by its code, in any case and without its hyphen', async () => {
    const code = String(reservation['code']);
    for (const about of [code, code.toLowerCase(), code.replace('-', ' ')])
      expect(await find({ about })).toEqual([['reservation.created', code]]);
  });

  it('finds a room by a part of its name, and takes signs of a pattern as they are', async () => {
    for (const about of ['파랑', '100%']) expect(await find({ about })).toEqual([['room.changed', '파랑 룸 100%']]);
    expect(await find({ about: '파%룸' })).toEqual([]);
    expect(await find({ about: '_' })).toEqual([]);
  });

  it('finds a subject by its id', async () => {
    expect(await find({ about: String(reservation['id']) })).toEqual([['reservation.created', reservation['code']]]);
  });

  it('combines the subject with the kind of subject and of act', async () => {
    expect(await find({ about: '파랑', subjectKind: 'room', action: 'room' })).toHaveLength(1);
    expect(await find({ about: '파랑', subjectKind: 'door' })).toEqual([]);
    expect(await find({ about: '파랑', action: 'reservation.created' })).toEqual([]);
  });

  it('finds nothing of another chain (AC-1)', async () => {
    const other = await server.makeShop();
    otherSlug = other.slug;
    const theirs = await server.signIn(other, ['ADMIN']);
    for (const about of ['파랑', String(reservation['code']), String(reservation['id'])])
      expect(await find({ about }, theirs)).toEqual([]);
  });

  it('exports what the search finds', async () => {
    const query = new URLSearchParams({ about: '파랑', format: 'csv' });
    const file = await fetch(`${server.url}/api/v2/${desk.shop.slug}/audit/export?${query.toString()}`, {
      headers: { authorization: `Bearer ${desk.admin.token}` },
    });
    const text = await file.text();
    expect(text).toContain('room.changed');
    expect(text).not.toContain('reservation.created');
  });
});
