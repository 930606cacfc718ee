import { guestPage, type GuestPage } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  makeGuest,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';

const NOW = new Date('2026-11-21T06:00:00Z');
const problem = ({ status, body }: Answer) => [status, body['code']];

describe('GET /api/v2/guest/page (GP-2)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openBookingDesk(server, { rooms: 12 });
    await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx
        .updateTable('stores')
        .set({
          address: '서울 강남구 테헤란로 1',
          guest_directions: '지하 1층으로 내려와 왼쪽입니다.',
          guest_map_url: 'https://map.example/1',
          guest_house_rules: '금연',
          guest_wifi_name: 'munjigi',
          guest_wifi_password: 'play-room-2026',
        })
        .where('id', '=', desk.storeId)
        .execute(),
    );
  });
  afterAll(() => server.close());

  let room = -1;
  /** A guest of a confirmed stay from an hour after `NOW` for two hours, in another room each time. */
  async function guestOf(body: Readonly<Record<string, unknown>> = {}) {
    const roomId = desk.roomIds[(room += 1)] ?? '';
    clock.set(NOW);
    const of = await desk.createReservation({ roomId, state: 'CONFIRMED', ...body });
    const { call, token } = await makeGuest(server, desk.shop, desk.storeId, String(of['id']));
    return { of, roomId, call, token };
  }
  const read = async ({ call }: { readonly call: Caller['call'] }): Promise<GuestPage> => {
    const { status, body } = await call('GET', '/guest/page');
    expect([status, JSON.stringify(body)]).toEqual([200, expect.any(String)]);
    return guestPage.parse(body);
  };
  const addPhoto = async (roomId: string) => {
    const id = uuidv7();
    await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx
        .insertInto('room_photos')
        .values({
          product_id: desk.shop.productId,
          store_id: desk.storeId,
          id,
          room_id: roomId,
          sort_order: 1,
          width: 1600,
          height: 900,
          small: Buffer.from('small'),
          large: Buffer.from('large'),
          created_at: NOW,
        })
        .execute(),
    );
    return id;
  };

  it('answers everything that the page shows, and names the product of the token', async () => {
    const guest = await guestOf();
    const photoId = await addPhoto(guest.roomId);
    await desk.admin.call('PATCH', `/${desk.shop.slug}/room/${guest.roomId}`, {
      version: 1,
      amenities: ['노래방', 'PS5'],
    });
    const page = await read(guest);
    expect(page).toMatchObject({
      product: { slug: desk.shop.slug },
      now: NOW.toISOString(),
      reservation: { reservationId: guest.of['id'], store: { address: '서울 강남구 테헤란로 1' } },
      dueAmount: guest.of['priceAmount'],
      arrival: {
        directions: '지하 1층으로 내려와 왼쪽입니다.',
        mapUrl: 'https://map.example/1',
        houseRules: '금연',
        amenities: ['노래방', 'PS5'],
        photo: { id: photoId, width: 1600, height: 900 },
      },
      codes: [],
      doors: [],
      help: null,
      rating: { isAllowed: false, given: null },
    });
    const reservation = await guest.call('GET', `/${desk.shop.slug}/guest/reservation`);
    expect(page.reservation).toEqual(reservation.body);
  });

  it('contains the English texts beside the Korean ones, and no way in after the stay (GP-12)', async () => {
    const guest = await guestOf();
    await desk.admin.call('PATCH', `/${desk.shop.slug}/room/${guest.roomId}`, {
      version: 1,
      guestDirections: '왼쪽 문',
      guestDirectionsEn: 'The door on the left',
    });
    const path = `/${desk.shop.slug}/store/${desk.storeId}/guest-information`;
    const { body: information } = await desk.admin.call('GET', path);
    const english = { addressEn: '1 Teheran-ro', directionsEn: 'Go down to level B1.', houseRulesEn: 'No smoking' };
    await desk.admin.call('PATCH', path, { version: information['version'], ...english });
    const inRoom = { roomDirections: '왼쪽 문', roomDirectionsEn: 'The door on the left' };
    expect((await read(guest)).arrival).toMatchObject({ ...english, ...inRoom, houseRules: '금연' });
    clock.set(new Date(Date.parse(String(guest.of['endsAt'])) + 25 * HOUR_MS));
    const ended = { addressEn: '1 Teheran-ro', directionsEn: '', houseRulesEn: '', roomDirectionsEn: '' };
    expect((await read(guest)).arrival).toMatchObject(ended);
    clock.set(NOW);
  });

  it('contains the Wi-Fi in the access window, and neither before nor after it', async () => {
    const guest = await guestOf();
    const [startsAt, endsAt] = [Date.parse(String(guest.of['startsAt'])), Date.parse(String(guest.of['endsAt']))];
    const wifiAt = async (at: number) => {
      clock.set(new Date(at));
      return (await read(guest)).arrival.wifi;
    };
    const until = new Date(endsAt + 10 * MINUTE_MS).toISOString();
    const wifi = { name: 'munjigi', password: 'play-room-2026', until };
    expect(await wifiAt(startsAt - 10 * MINUTE_MS - 1)).toBeNull();
    expect(await wifiAt(startsAt - 10 * MINUTE_MS)).toEqual(wifi);
    expect(await wifiAt(endsAt - 1)).toEqual(wifi);
    expect(await wifiAt(endsAt + HOUR_MS)).toBeNull();
    clock.set(NOW);
    const unpaid = await guestOf({ state: 'PENDING', ...desk.time(0) });
    expect((await read(unpaid)).arrival.wifi).toBeNull();
  });

  it('shows the photo of the own room, and answers 404 for one of another room', async () => {
    const [mine, other] = [await guestOf(), await guestOf()];
    const photoId = await addPhoto(mine.roomId);
    const url = `${server.url}/api/v2/${desk.shop.slug}/guest/photo/${photoId}`;
    const path = `/${desk.shop.slug}/guest/photo/${photoId}`;
    const reply = await fetch(url, { headers: { authorization: `Bearer ${mine.token}` } });
    expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([200, 'image/webp', 'large']);
    expect(problem(await other.call('GET', path))).toEqual([404, 'NOT_FOUND']);
    expect(problem(await mine.call('GET', `/${desk.shop.slug}/guest/photo/${uuidv7()}`))).toEqual([404, 'NOT_FOUND']);
    expect(problem(await mine.call('GET', `/${desk.shop.slug}/guest/photo/..`))).toEqual([404, 'NOT_FOUND']);
    expect((await fetch(url)).status).toBe(401);
  });

  it('is refused to people, channels and wrong tokens', async () => {
    for (const token of [null, 'mjg_wrong', desk.admin.token])
      expect(problem(await server.caller(token)('GET', '/guest/page'))).toEqual([401, 'GUEST_TOKEN_INVALID']);
  });
});
