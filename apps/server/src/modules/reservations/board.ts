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
  const asked = new Map<string, { actor: Person; query: Query }>();
  const read = readTogether<Reply>(async (keys) => {
    // Copied before the first await: a request that arrives during the read adds a new entry to the map.
    const questions = keys.map((key) => [key, asked.get(key)] as const);
    asked.clear();
    const found = new Map<string, Reply>();
    for (const [key, question] of questions) {
      const board = question && (await readBoard(db, question.actor, question.query));
      if (board) found.set(key, new SharedReply(dailyReservations, shapedBoard(board, question.query, db.personal)));
    }
    return found;
  });
  return async (actor, query) => {
    // The key holds everything that decides what may be seen; the read uses nothing else of the person.
    const stores = actor.storeIds === 'all' ? '*' : actor.storeIds.join();
    const key = [actor.productId, stores, query.storeId, query.date, query.days].join(' ');
    asked.set(key, { actor, query });
    const reply = await read(key);
    if (!reply) throw notFound();
    return reply;
  };
}

function shapedBoard(board: BoardRow, { storeId, date, days }: Query, personal: PersonalKeys): DailyReservations {
  const zone = { timeZone: board.time_zone, dayCutoff: board.day_cutoff };
  const { startsAt } = businessDay(zone, date);
  const { endsAt } = businessDay(zone, addDays(date, days - 1));
  const shown: Period = { startsAt, endsAt };
  const rooms = board.rooms.map((room) => ({
    ...room,
    reservations: room.reservations.filter((it) => overlaps(keptTime(it), shown)),
  }));
  return {
    storeId,
    date,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    open: openPeriods({ timeZone: board.time_zone, hours: board.hours }, startsAt, endsAt).map(shapedPeriod),
    rooms: rooms
      // An archived room stays on the board while it has reservations.
      .filter((room) => !room.is_archived || room.reservations.length > 0)
      .map((room) => shapedRoom(room, { storeId, board, rooms, shown, personal })),
  };
}

function shapedRoom(
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
    .filter((it) => it.room_ids.length === 0 || [room, ...linked].some(({ id }) => it.room_ids.includes(id)))
    .map((it) => ({ startsAt: utc(it.starts_at), endsAt: utc(it.ends_at), reason: it.reason, reservationId: null }))
    .filter((it) => overlaps({ startsAt: new Date(it.startsAt), endsAt: new Date(it.endsAt) }, shown));
  const keptByLinked = linked.flatMap((other) =>
    other.reservations
      .filter((it) => isLive(it.state) || it.state === 'COMPLETED')
      .map((it) => ({ ...shapedPeriod(keptTime(it)), reason: other.name, reservationId: it.id })),
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
    reservations: room.reservations.map((it) => shapedReservation(it, { storeId, roomId: room.id, personal })),
    closures: [...closures, ...keptByLinked],
  };
}

/** A room that consists of parts occupies its parts instead of itself (RV-2). */
function keeps({ id, part_room_ids: parts }: BoardRoom): readonly string[] {
  return parts.length > 0 ? parts : [id];
}

function keptTime(it: BoardReservation): Period {
  return { startsAt: new Date(it.keeps_from ?? it.starts_at), endsAt: new Date(it.buffer_ends_at) };
}

function shapedReservation(
  it: BoardReservation,
  place: { readonly storeId: string; readonly roomId: string; readonly personal: PersonalKeys },
): Reservation {
  const opened = (sealed: string) => place.personal.open(Buffer.from(sealed, 'base64'));
  return {
    id: it.id,
    code: it.code,
    storeId: place.storeId,
    roomId: place.roomId,
    kind: it.kind,
    state: it.state,
    startsAt: utc(it.starts_at),
    endsAt: utc(it.ends_at),
    bufferEndsAt: utc(it.buffer_ends_at),
    businessDate: it.business_date,
    guestName: maskName(opened(it.guest_name)),
    guestPhone: maskPhone(opened(it.guest_phone)),
    headCount: it.head_count,
    channel: it.channel,
    blockReason: it.block_reason,
    memo: it.memo,
    priceAmount: it.price_amount,
    paidAmount: it.paid_amount,
    holdExpiresAt: it.hold_expires_at === null ? null : utc(it.hold_expires_at),
    seriesId: it.series_id,
    version: it.version,
  };
}

function shapedPeriod({ startsAt, endsAt }: Period): { startsAt: string; endsAt: string } {
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
}

function utc(instant: string): string {
  return new Date(instant).toISOString();
}
