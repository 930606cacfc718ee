import { v7 as uuidv7 } from 'uuid';
import { storeActor } from '../../db/index.ts';
import { headOffice, type Answer, type Caller, type Shop, type TestServer } from '../server.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** Longer than any test: thousands of random lives advance the clock of one test by months. */
const ENDLESS_SESSION_HOURS = 100 * 366 * 24;

/** A store with one price at all hours, and an ADMIN who books there. */
export interface BookingDesk {
  readonly server: TestServer;
  readonly shop: Shop;
  readonly storeId: string;
  readonly roomIds: readonly string[];
  readonly admin: Caller;
  /** A period whose start and length are in hours, from the clock's now. */
  time(fromHours: number, hours?: number): { startsAt: string; endsAt: string };
  /** The body of a reservation in the first room, from an hour from now for two hours, overridden by `record`. */
  wish(record?: Readonly<Record<string, unknown>>): Record<string, unknown>;
  book(record?: Readonly<Record<string, unknown>>, by?: Caller): Promise<Answer>;
  /** Like `book`, and expects success. */
  createReservation(record?: Readonly<Record<string, unknown>>, by?: Caller): Promise<Answer['body']>;
  verb(of: Answer['body'], name: string, body?: Readonly<Record<string, unknown>>, by?: Caller): Promise<Answer>;
  edit(of: Answer['body'], body: Readonly<Record<string, unknown>>, by?: Caller): Promise<Answer>;
  /** Reads the reservation, and throws when the server refuses. */
  read(of: Answer['body'], by?: Caller): Promise<Answer['body']>;
  /** Changes settings of the store, given as columns. */
  set(settings: Readonly<Record<string, string | number>>): Promise<void>;
}

export async function openBookingDesk(
  server: TestServer,
  { rooms = 2, slotAmount = 5000, shop }: { rooms?: number; slotAmount?: number; shop?: Shop } = {},
): Promise<BookingDesk> {
  const in_ = shop ?? (await server.makeShop({ rooms }));
  const admin = await server.signIn(in_, ['ADMIN'], [], ENDLESS_SESSION_HOURS);
  const [store] = in_.stores;
  if (!store) throw new Error('The shop has no store');
  await addPrice(server, in_.productId, store.id, slotAmount);
  const path = (of: Answer['body']) => `/${in_.slug}/reservation/${of['id']}`;
  const desk: BookingDesk = {
    server,
    shop: in_,
    storeId: store.id,
    roomIds: store.rooms.map((room) => room.id),
    admin,
    time(fromHours, hours = 2) {
      const from = server.clock.now().getTime() + fromHours * HOUR_MS;
      return { startsAt: new Date(from).toISOString(), endsAt: new Date(from + hours * HOUR_MS).toISOString() };
    },
    wish: (readonly = {}) => ({
      roomId: desk.roomIds[0],
      ...desk.time(1),
      ...(readonly['kind'] === 'BLOCK'
        ? { blockReason: 'CLEANING' }
        : { headCount: 2, guestName: '홍길동', guestPhone: '010-1234-5678' }),
      ...readonly,
    }),
    book: (readonly, by = admin) => by.call('POST', `/${in_.slug}/reservation`, desk.wish(readonly)),
    async createReservation(readonly, by) {
      const { status, body } = await desk.book(readonly, by);
      if (status !== 200) throw new Error(`The reservation was not made: ${JSON.stringify(body)}`);
      return body;
    },
    verb: (of, name, body = {}, by = admin) =>
      by.call(
        'POST',
        `${path(of)}/${name}`,
        name === 'reveal' ? { reason: '본인 확인', ...body } : { version: of['version'], ...body },
      ),
    edit: (of, body, by = admin) => by.call('PATCH', path(of), { version: of['version'], ...body }),
    async read(of, by = admin) {
      const { status, body } = await by.call('GET', path(of));
      if (status !== 200) throw new Error(`The reservation was not read: ${status} ${JSON.stringify(body)}`);
      return body;
    },
    async set(settings) {
      await server.withActor(headOffice(in_.productId), (tx) =>
        tx.updateTable('stores').set(settings).where('id', '=', store.id).execute(),
      );
    },
  };
  return desk;
}

async function addPrice(server: TestServer, productId: string, storeId: string, amount: number): Promise<void> {
  await server.withActor(storeActor(productId, storeId), (tx) =>
    tx
      .insertInto('price_policies')
      .values({
        product_id: productId,
        store_id: storeId,
        id: uuidv7(),
        name: '기본',
        room_ids: [],
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        holidays: true,
        starts_on: null,
        ends_on: null,
        from_time: '00:00',
        to_time: '00:00',
        unit: 'SLOT',
        amount,
        package_minutes: null,
        included_head_count: 4,
        extra_person_amount: 1000,
        priority: 1,
        created_at: server.clock.now(),
      })
      .execute(),
  );
}
