import { dailyReservations, type DailyReservations, type QueryOf, type Reservation } from '@munjigi/contract';
import { addDays, businessDay, isLive, maskName, maskPhone, openPeriods, overlaps, type Period } from '@munjigi/rules';
import { readTogether, type Database, type PersonalKeys } from '../../db/index.ts';
import { notFound, SharedReply, type Person } from '../../http/index.ts';
import { readBoard, type BoardReservation, type BoardRoom, type BoardRow } from './board.sql.ts';

type Query = QueryOf<typeof dailyReservations>;
type Reply = SharedReply<typeof dailyReservations>;
type RoomOnBoard = DailyReservations['rooms'][number];

/**
 * The board (RV-3). Concurrent requests for the same days share one read and one serialised reply. The read begins
 * after the last of them arrived, so 100 open boards cost as much as one.
 */
export function boardReader(db: Database): (actor: Person, query: Query) => Promise<Reply> {
  const queries = new Map<string, { actor: Person; query: Query }>();
  const read = readTogether<Reply>(async (keys) => {
    // Copied before the first await: a request that arrives during the read adds a new entry to the map.
    const questions = keys.map((key) => [key, queries.get(key)] as const);
    queries.clear();
    const found = new Map<string, Reply>();
    for (const [key, question] of questions) {
      const board = question && (await readBoard(db, question.actor, question.query));
      if (board) found.set(key, new SharedReply(dailyReservations, toBoard(board, question.query, db.personal)));
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

function toBoard(board: BoardRow, { storeId, date, days }: Query, personal: PersonalKeys): DailyReservations {
  const zone = { timeZone: board.time_zone, dayCutoff: board.day_cutoff };
  const { startsAt } = businessDay(zone, date);
  const { endsAt } = businessDay(zone, addDays(date, days - 1));
  const shown: Period = { startsAt, endsAt };
  const rooms = board.rooms.map((room) => ({
    ...room,
    reservations: room.reservations.filter((reservation) => overlaps(keptTime(reservation), shown)),
  }));
  return {
    storeId,
    date,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    open: openPeriods({ timeZone: board.time_zone, hours: board.hours }, startsAt, endsAt).map(toBoardPeriod),
    rooms: rooms
      // An archived room stays on the board while it has reservations.
      .filter((room) => !room.is_archived || room.reservations.length > 0)
      .map((room) => toBoardRoom(room, { storeId, board, rooms, shown, personal })),
  };
}

function toBoardRoom(
  room: BoardRoom,
  {
    storeId,
    board,
    rooms,
    shown,
    personal,
  }: { storeId: string; board: BoardRow; rooms: readonly BoardRoom[]; shown: Period; personal: PersonalKeys },
): RoomOnBoard {
  const linked = rooms.filter((other) => other.id !== room.id && keeps(other).some((id) => keeps(room).includes(id)));
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
      toBoardReservation(reservation, { storeId, roomId: room.id, personal }),
    ),
    closures: [...closures, ...keptByLinked],
  };
}

/** A room that consists of parts occupies its parts instead of itself (RV-2). */
function keeps({ id, part_room_ids: parts }: BoardRoom): readonly string[] {
  return parts.length > 0 ? parts : [id];
}

function keptTime(boardReservation: BoardReservation): Period {
  return {
    startsAt: new Date(boardReservation.keeps_from ?? boardReservation.starts_at),
    endsAt: new Date(boardReservation.buffer_ends_at),
  };
}

function toBoardReservation(
  boardReservation: BoardReservation,
  place: { readonly storeId: string; readonly roomId: string; readonly personal: PersonalKeys },
): Reservation {
  const opened = (sealed: string) => place.personal.open(Buffer.from(sealed, 'base64'));
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
    guestName: maskName(opened(boardReservation.guest_name)),
    guestPhone: maskPhone(opened(boardReservation.guest_phone)),
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

function utc(instant: string): string {
  return new Date(instant).toISOString();
}
