import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  makeGuest,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type TestServer,
} from '../../testing/index.ts';

/** 29 February in Seoul, 22:00; a stay of three hours goes over midnight and the end of the month. */
const LEAP_NIGHT = new Date('2028-02-29T13:00:00Z');

describe('the calendar entry of a stay (MS-24)', () => {
  const clock = fakeClock(new Date('2028-02-25T03:00:00Z'));
  let server: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openBookingDesk(server, { rooms: 40 });
    await desk.set({ address: '서울 강남구 테헤란로 1, 2층; "안쪽" 문\\n뒤', phone: '02-1234-5678' });
  });
  afterAll(() => server.close());

  let room = -1;
  async function booked(record: Readonly<Record<string, unknown>> = {}) {
    room += 1;
    const reservation = await desk.createReservation({
      roomId: desk.roomIds[room],
      startsAt: LEAP_NIGHT.toISOString(),
      endsAt: new Date(LEAP_NIGHT.getTime() + 3 * HOUR_MS).toISOString(),
      ...record,
    });
    const guest = await makeGuest(server, desk.shop, desk.storeId, String(reservation['id']));
    return { reservation, ...guest };
  }

  async function readText(token: string): Promise<string> {
    const response = await fetch(`${server.url}/api/v2/guest/stay-calendar`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/calendar; charset=utf-8; method=PUBLISH',
    ]);
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.headers.get('content-disposition')).toBe('inline; filename="stay.ics"');
    return response.text();
  }

  function parse(text: string) {
    const root = new ICAL.Component(ICAL.parse(text));
    const [vevent] = root.getAllSubcomponents('vevent');
    if (!vevent) throw new Error('The file has no event');
    const event = new ICAL.Event(vevent);
    return {
      method: root.getFirstPropertyValue('method'),
      names: root.getAllProperties().map(({ name }) => name),
      uid: event.uid,
      sequence: event.sequence,
      status: vevent.getFirstPropertyValue('status'),
      startsAt: event.startDate.toJSDate(),
      endsAt: event.endDate.toJSDate(),
      location: event.location,
      summary: event.summary,
      description: event.description,
      alarms: vevent.getAllSubcomponents('valarm').length,
    };
  }

  it('is read by another program with its times, place and reminder, over midnight and 29 February', async () => {
    const { reservation, token } = await booked();
    const text = await readText(token);
    expect(parse(text)).toEqual({
      method: 'PUBLISH',
      // No name of a calendar: Outlook would create a calendar for it.
      names: ['version', 'prodid', 'calscale', 'method'],
      uid: `${reservation['id']}@munjigi`,
      sequence: 0,
      status: 'CONFIRMED',
      startsAt: LEAP_NIGHT,
      endsAt: new Date('2028-02-29T16:00:00Z'),
      location: '서울 강남구 테헤란로 1, 2층; "안쪽" 문\\n뒤',
      summary: expect.stringContaining(' · Room 1'),
      description: expect.stringContaining(String(reservation['code'])),
      alarms: 1,
    });
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('has a higher sequence and the same uid after a move, and is cancelled after a cancellation', async () => {
    const { reservation, token } = await booked();
    const change = async (answer: Promise<Answer>) => expect((await answer).status).toBe(200);
    const before = parse(await readText(token));
    const later = new Date(LEAP_NIGHT.getTime() + 24 * HOUR_MS);
    await change(
      desk.edit(await desk.read(reservation), {
        startsAt: later.toISOString(),
        endsAt: new Date(later.getTime() + HOUR_MS).toISOString(),
      }),
    );
    const moved = parse(await readText(token));
    expect([moved.uid, moved.startsAt, moved.status]).toEqual([before.uid, later, 'CONFIRMED']);
    expect(moved.sequence).toBeGreaterThan(before.sequence);
    await change(desk.verb(await desk.read(reservation), 'cancel', {}));
    const cancelled = parse(await readText(token));
    expect([cancelled.uid, cancelled.status, cancelled.alarms]).toEqual([before.uid, 'CANCELLED', 0]);
    expect(cancelled.sequence).toBeGreaterThan(moved.sequence);
  });

  it('is tentative while it is not paid, and English for a guest who reads English', async () => {
    const { token } = await booked({ state: 'PENDING', guestLanguage: 'en' });
    const entry = parse(await readText(token));
    expect([entry.status, entry.alarms]).toEqual(['TENTATIVE', 0]);
    expect(entry.description).toContain('Questions: 02-1234-5678');
  });

  it('has neither the guest nor anything that opens a door, because calendars are shared', async () => {
    const { token } = await booked({ guestName: '홍길동', memo: '비밀 메모' });
    const text = (await readText(token)).replaceAll('\r\n ', '');
    for (const secret of ['홍길동', '홍*동', '01012345678', '010-1234-5678', '메모', token, 'mjg_', 'http'])
      expect(text).not.toContain(secret);
  });

  it('is refused for a wrong and for a revoked token', async () => {
    const { reservation, token } = await booked();
    const statusOf = async (one: string) =>
      (await fetch(`${server.url}/api/v2/guest/stay-calendar`, { headers: { authorization: `Bearer ${one}` } })).status;
    expect(await statusOf(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBe(401);
    const revoked = await desk.admin.call('DELETE', `/${desk.shop.slug}/reservation/${reservation['id']}/guest-access`);
    expect(revoked.status, JSON.stringify(revoked.body)).toBe(200);
    expect(await statusOf(token)).toBe(401);
  });
});
