import type { dailyReservations, DailyReservations, QueryOf, Reservation } from '@munjigi/contract';
import { addDays, businessDay, isLive, maskName, maskPhone, openPeriods, overlaps, type Period } from '@munjigi/rules';
import { LRUCache } from 'lru-cache';
import { readTogether, type Database, type PersonalKeys } from '../../db/index.ts';
import { notFound, SharedReply, type Person } from '../../http/index.ts';
import { readBoard, type BoardReservation, type BoardRoom, type BoardRow } from './board.sql.ts';

type Query = QueryOf<typeof dailyReservations>;
type Reply = SharedReply<typeof dailyReservations>;
type RoomOnBoard = DailyReservations['rooms'][number];

const WHOLE_SECOND_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/;

/** Guests whose masked name and phone are kept: about 10 MB, and the day of a thousand rooms. */
const MOST_MASKED = 16_000;

/** The masked name and phone of a guest by their encrypted ones. */
type MaskedGuests = (sealed: { readonly name: string; readonly phone: string }) => {
  readonly guestName: string;
  readonly guestPhone: string;
};

/**
 * Decrypts each guest only once, because decrypting took most of the time of a board (decision 114). Keeps nothing but what
 * every board shows.
 */
function maskGuestsOnce(personal: PersonalKeys): MaskedGuests {
  const known = new LRUCache<string, ReturnType<MaskedGuests>>({ max: MOST_MASKED });
  const open = (sealed: string) => personal.open(Buffer.from(sealed, 'base64'));
  return ({ name, phone }) => {
    const key = `${name} ${phone}`;
    let masked = known.get(key);
    if (!masked) {
      masked = { guestName: maskName(open(name)), guestPhone: maskPhone(open(phone)) };
      known.set(key, masked);
    }
    return masked;
  };
}

/**
 * The board (RV-3). Concurrent requests for the same days share one read and one serialised reply. The read begins
 * after the last of them arrived, so 100 open boards cost as much as one.
 */
export function boardReader(db: Database): (actor: Person, query: Query) => Promise<Reply> {
  const queries = new Map<string, { actor: Person; query: Query }>();
  const masked = maskGuestsOnce(db.personal);
  const read = readTogether<Reply>(async (keys) => {
    // Copied before the first await: a request that arrives during the read adds a new entry to the map.
    const questions = keys.map((key) => [key, queries.get(key)] as const);
    queries.clear();
    const found = new Map<string, Reply>();
    for (const [key, question] of questions) {
      const board = question && (await readBoard(db, question.actor, question.query));
      if (board) {
        const reply = toBoard(board, question.query, masked);
        found.set(key, SharedReply.ofNamedMembers<typeof dailyReservations>(reply));
      }
    }
    return found;
  });
  return async (actor, query) => {
    // The key contains everything that decides what the person can see; the read uses nothing else of the person.
    const stores = actor.storeIds === 'all' ? '*' : actor.storeIds.join();
    const key = [actor.productId, stores, query.storeId, query.date, query.days].join(' ');
    queries.set(key, { actor, query });
    const reply = await read(key);
    if (!reply) throw notFound();
    return reply;
  };
}

function toBoard(board: BoardRow, { storeId, date, days }: Query, masked: MaskedGuests): DailyReservations {
  const zone = { timeZone: board.time_zone, dayCutoff: board.day_cutoff };
  const { startsAt } = businessDay(zone, date);
  const { endsAt } = businessDay(zone, addDays(date, days - 1));
  const shown: Period = { startsAt, endsAt };
  const rooms = board.rooms.map((room) => ({
    ...room,
    reservations: room.reservations.filter((reservation) => overlaps(keptTime(reservation), shown)),
  }));
  const sharers = groupRoomsByKept(rooms);
  return {
    storeId,
    date,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    open: openPeriods({ timeZone: board.time_zone, hours: board.hours }, startsAt, endsAt).map(toBoardPeriod),
    rooms: rooms
      // An archived room stays on the board while it has reservations.
      .filter((room) => !room.is_archived || room.reservations.length > 0)
      .map((room) => toBoardRoom(room, { storeId, board, sharers, shown, masked })),
  };
}

function toBoardRoom(
  room: BoardRoom,
  {
    storeId,
    board,
    sharers,
    shown,
    masked,
  }: {
    storeId: string;
    board: BoardRow;
    sharers: ReadonlyMap<string, readonly BoardRoom[]>;
    shown: Period;
    masked: MaskedGuests;
  },
): RoomOnBoard {
  const linked = [...new Set(keeps(room).flatMap((id) => sharers.get(id) ?? []))].filter(({ id }) => id !== room.id);
  const closures = board.closures
    .filter(
      (closure) => closure.room_ids.length === 0 || [room, ...linked].some(({ id }) => closure.room_ids.includes(id)),
    )
    .map((closure) => ({
      startsAt: utc(closure.starts_at),
      endsAt: utc(closure.ends_at),
      reason: closure.reason,
      reservationId: null,
    }))
    .filter((item) => overlaps({ startsAt: new Date(item.startsAt), endsAt: new Date(item.endsAt) }, shown));
  const keptByLinked = linked.flatMap((other) =>
    other.reservations
      .filter((reservation) => isLive(reservation.state) || reservation.state === 'COMPLETED')
      .map((reservation) => ({
        ...toBoardPeriod(keptTime(reservation)),
        reason: other.name,
        reservationId: reservation.id,
      })),
  );
  return {
    room: {
      id: room.id,
      storeId,
      name: room.name,
      capacity: room.capacity,
      order: room.sort_order,
      partRoomIds: room.part_room_ids,
    },
    reservations: room.reservations.map((reservation) =>
      toBoardReservation(reservation, { storeId, roomId: room.id, masked }),
    ),
    closures: [...closures, ...keptByLinked],
  };
}

/** A room that consists of parts occupies its parts instead of itself (RV-2). */
function keeps({ id, part_room_ids: parts }: BoardRoom): readonly string[] {
  return parts.length > 0 ? parts : [id];
}

/** By each room, those that it keeps free: itself or its joined rooms. In the order of the board. */
function groupRoomsByKept(rooms: readonly BoardRoom[]): ReadonlyMap<string, readonly BoardRoom[]> {
  const groups = new Map<string, BoardRoom[]>();
  for (const room of rooms) {
    for (const id of keeps(room)) {
      const group = groups.get(id);
      if (group) group.push(room);
      else groups.set(id, [room]);
    }
  }
  return groups;
}

function keptTime(boardReservation: BoardReservation): Period {
  return {
    startsAt: new Date(boardReservation.keeps_from ?? boardReservation.starts_at),
    endsAt: new Date(boardReservation.buffer_ends_at),
  };
}

function toBoardReservation(
  boardReservation: BoardReservation,
  place: { readonly storeId: string; readonly roomId: string; readonly masked: MaskedGuests },
): Reservation {
  return {
    id: boardReservation.id,
    code: boardReservation.code,
    storeId: place.storeId,
    roomId: place.roomId,
    kind: boardReservation.kind,
    state: boardReservation.state,
    startsAt: utc(boardReservation.starts_at),
    endsAt: utc(boardReservation.ends_at),
    bufferEndsAt: utc(boardReservation.buffer_ends_at),
    businessDate: boardReservation.business_date,
    ...place.masked({ name: boardReservation.guest_name, phone: boardReservation.guest_phone }),
    headCount: boardReservation.head_count,
    channel: boardReservation.channel,
    blockReason: boardReservation.block_reason,
    memo: boardReservation.memo,
    priceAmount: boardReservation.price_amount,
    paidAmount: boardReservation.paid_amount,
    waivedAmount: boardReservation.waived_amount,
    holdExpiresAt: boardReservation.hold_expires_at === null ? null : utc(boardReservation.hold_expires_at),
    seriesId: boardReservation.series_id,
    version: boardReservation.version,
  };
}

function toBoardPeriod({ startsAt, endsAt }: Period): { startsAt: string; endsAt: string } {
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
}

/** PostgreSQL writes nearly all instants in UTC without a fraction; cutting the text costs less than a date. */
function utc(instant: string): string {
  if (WHOLE_SECOND_UTC.test(instant)) return `${instant.slice(0, -6)}.000Z`;
  return new Date(instant).toISOString();
}
