/** @module-tag engines */
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { openPayingDesk } from '../../testing/desks/paying-desk.ts';

describe('list of payments with search and filters (SL-1)', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let server: TestServer;
  let desk: BookingDesk;
  let owner: Caller;
  const names = new Map<string, string>();
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openBookingDesk(server, { rooms: 6 });
    owner = await server.signIn(desk.shop, ['FRANCHISEE'], [{ id: desk.storeId }]);
    const guests = [
      ['김하나', '010-1111-2222', 'STAFF'],
      ['김두리', '010-3333-2222', 'WALK_IN'],
      ['이세찬', '02-555-7777', 'STAFF'],
      ['남궁*세', '010-1111-9999', 'STAFF'],
    ] as const;
    const reservations = [];
    for (const [index, [guestName, guestPhone, channel]] of guests.entries())
      reservations.push({
        guestName,
        created: await desk.createReservation({ roomId: desk.roomIds[index], guestName, guestPhone, channel }),
      });
    for (const [index, { guestName, created }] of reservations.entries()) {
      clock.advance(1000);
      const { body } = await desk.admin.call('POST', `/${desk.shop.slug}/payment`, {
        reservationId: created['id'],
        method: 'CASH',
        amount: 1000 + index,
      });
      names.set(String(body['id']), guestName);
      codes.push(String(created['code']));
    }
  });
  afterAll(() => server.close());

  const codes: string[] = [];
  const list = async (
    query: Readonly<Record<string, string>>,
    by: Caller = owner,
    of: BookingDesk = desk,
  ): Promise<Answer['body'][]> => {
    const { status, body } = await by.call('GET', `/${of.shop.slug}/payment?${new URLSearchParams(query).toString()}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body['items'] ?? [];
  };
  const found = async (query: Readonly<Record<string, string>>, by?: Caller) =>
    (await list(query, by)).map((it) => names.get(String(it['id'])));

  it('finds by name prefix, phone, last four digits of the phone, and loosely written code', async () => {
    expect(await found({ q: '김' })).toEqual(['김두리', '김하나']);
    expect(await found({ q: '김하나' })).toEqual(['김하나']);
    expect(await found({ q: '하나' })).toEqual([]);
    expect(await found({ q: '2222' })).toEqual(['김두리', '김하나']);
    expect(await found({ q: '010 1111 2222' })).toEqual(['김하나']);
    expect(await found({ q: '+82 10-3333-2222' })).toEqual(['김두리']);
    expect(await found({ q: (codes[2] ?? '').toLowerCase().replace('-', '') })).toEqual(['이세찬']);
    // The characters of LIKE patterns have no special meaning.
    for (const q of ['%', '_하나', '남궁%']) expect(await found({ q })).toEqual([]);
    expect(await found({ q: '남궁*' })).toEqual(['남궁*세']);
  });

  it('returns the code and the masked name of the guest and no other guest data (PD-1)', async () => {
    const items = await list({ q: '김' });
    expect(items.map((it) => it['reservation'])).toEqual([
      { code: codes[1], guestName: '김*리' },
      { code: codes[0], guestName: '김*나' },
    ]);
    expect(JSON.stringify(items)).not.toMatch(
      /김두리|김하나|010-\*\*\*\*-2222|010-1111-2222|010-3333-2222|01011112222|01033332222/,
    );
  });

  it('combines the search with other filters and pages by cursor', async () => {
    expect(await found({ q: '김', channel: 'WALK_IN' })).toEqual(['김두리']);
    expect(await found({ roomId: desk.roomIds[2] ?? '' })).toEqual(['이세찬']);
    expect(await found({ roomId: desk.roomIds[0] ?? '', q: '이' })).toEqual([]);
    expect(await found({ q: '김', from: '2026-11-22' })).toEqual([]);
    const { body } = await owner.call(
      'GET',
      `/${desk.shop.slug}/payment?${new URLSearchParams({ q: '김', limit: '1' }).toString()}`,
    );
    expect(body['items']?.map((it) => names.get(String(it['id'])))).toEqual(['김두리']);
    expect(await found({ q: '김', limit: '1', cursor: String(body['nextCursor']) })).toEqual(['김하나']);
  });

  it('keeps the room of a payment after the reservation moves, as the sums of sales do', async () => {
    const reservation = await desk.createReservation({
      roomId: desk.roomIds[4],
      guestName: '옮긴이',
      startsAt: '2026-11-21T08:00:00.000Z',
      endsAt: '2026-11-21T09:00:00.000Z',
    });
    const { body: paid } = await desk.admin.call('POST', `/${desk.shop.slug}/payment`, {
      reservationId: reservation['id'],
      method: 'CASH',
      amount: 500,
    });
    expect((await desk.edit(await desk.read(reservation), { roomId: desk.roomIds[5] })).status).toBe(200);
    const inRoom = async (index: number) => (await list({ roomId: desk.roomIds[index] ?? '' })).map((it) => it['id']);
    expect([await inRoom(4), await inRoom(5)]).toEqual([[paid['id']], []]);
    const { body: sales } = await owner.call(
      'GET',
      `/${desk.shop.slug}/sales?from=2026-11-21&to=2026-11-21&storeId=${desk.storeId}&roomId=${desk.roomIds[4]}`,
    );
    expect(sales['totals']).toMatchObject({ grossAmount: 500 });
  });

  it('shows nothing of another store or product, and rejects an invalid query with 400', async () => {
    const other = await openBookingDesk(server);
    expect(await list({ q: '김' }, other.admin, other)).toEqual([]);
    const stranger = await server.signIn(desk.shop, ['FRANCHISEE'], []);
    for (const q of ['김', '2222', codes[0] ?? '']) expect(await found({ q }, stranger)).toEqual([]);
    expect(await found({ q: '김', storeId: uuidv7() })).toEqual([]);
    for (const wrong of ['q=', 'channel=PHONE', 'roomId=1'])
      expect([wrong, (await owner.call('GET', `/${desk.shop.slug}/payment?${wrong}`)).status]).toEqual([wrong, 400]);
  });

  it('finds provider payments by payment key or order id, and unpaid ones by room and channel of their reservation', async () => {
    const paying = await openPayingDesk(server, { rooms: 2 });
    const paid = await paying.paid(await paying.held({ guestName: '열쇠' }));
    const ids = async (query: Readonly<Record<string, string>>) =>
      (await list(query, paying.admin, paying)).map((it) => it['id']);
    const key = paid.online?.paymentKey ?? expect.fail();
    expect([await ids({ q: key }), await ids({ q: paid.id }), await ids({ q: `${key}x` })]).toEqual([
      [paid.id],
      [paid.id],
      [],
    ]);
    const waiting = await paying.held({ guestName: '대기' });
    const begun = await paying.begun(waiting);
    expect(await ids({ q: '대기', channel: 'STAFF', roomId: String(waiting['roomId']), state: 'READY' })).toEqual([
      begun.id,
    ]);
    expect(await list({ q: key }, desk.admin)).toEqual([]);
    await paying.toss.close();
    await paying.portone.close();
  });
});
