import type { dailyReservations, DailyReservations, QueryOf, Reservation } from '@munjigi/contract';
import { addDays, businessDay, isLive, maskName, maskPhone, openPeriods, overlaps, type Period } from '@munjigi/rules';
import { LRUCache } from 'lru-cache';
import { readTogether, type Database, type PersonalKeys } from '../../../db/index.ts';
import { notFound, SharedReply, type Person } from '../../../http/index.ts';
import { readBoard, readBoardReservations, type BoardReservation, type BoardRoom, type BoardRow } from './board.sql.ts';

type Query = QueryOf<typeof dailyReservations>;
type Reply = SharedReply<typeof dailyReservations>;
type RoomOnBoard = DailyReservations['rooms'][number];

/** Versions of reservations that are kept: about 15 MB, and the day of two thousand rooms. */
const MOST_SHAPED = 16_000;

/** A version of a reservation, ready to be sent. */
interface ShapedReservation {
  readonly id: string;
  readonly state: BoardReservation['state'];
  /** The JSON of `Reservation` in UTF-8, after a comma. Copying bytes costs a tenth of joining texts and encoding them. */
  readonly json: Buffer;
  /** The time in which it keeps the room, in milliseconds. */
  readonly keptFromMs: number;
  readonly keptUntilMs: number;
}

/** Reads the reservations of a board by the keys of their versions. */
type ReadShaped = (
  actor: Person,
  storeId: string,
  keys: readonly string[],
) => Promise<ReadonlyMap<string, ShapedReservation> | null>;

/**
 * Reads, decrypts, masks and writes each version of a reservation only once, because that took nearly all the time of a
 * board (decision 114). Keeps nothing but what every board shows. Resolves to `null` when a reservation has changed since its
 * key was read.
 */
function shapeOnce(db: Database): ReadShaped {
  const cache = new LRUCache<string, ShapedReservation>({ max: MOST_SHAPED });
  return async (actor, storeId, keys) => {
    const found = new Map(keys.map((key) => [key, cache.get(key)] as const));
    const unknown = keys.filter((key) => found.get(key) === undefined);
    if (unknown.length > 0) {
      const ids = unknown.map((key) => key.slice(0, key.indexOf(' ')));
      for (const row of await readBoardReservations(db, actor, { storeId, ids })) {
        const shaped = shapeReservation(row, storeId, db.personal);
        cache.set(row.key, shaped);
        if (found.has(row.key)) found.set(row.key, shaped);
      }
    }
    const shown = new Map<string, ShapedReservation>();
    for (const [key, shaped] of found) {
      if (!shaped) return null;
      shown.set(key, shaped);
    }
    return shown;
  };
}

/**
 * The board (RV-3). Concurrent requests for the same days share one read and one serialised reply. The read begins
 * after the last of them arrived, so 100 open boards cost as much as one.
 */
export function boardReader(db: Database): (actor: Person, query: Query) => Promise<Reply> {
  const queries = new Map<string, { actor: Person; query: Query }>();
  const readShaped = shapeOnce(db);
  const read = readTogether<Reply>(async (keys) => {
    // Copied before the first await: a request that arrives during the read adds a new entry to the map.
    const questions = keys.map((key) => [key, queries.get(key)] as const);
    queries.clear();
    const found = new Map<string, Reply>();
    for (const [key, question] of questions) {
      const board = question && (await readCurrentBoard(db, readShaped, question));
      if (board) found.set(key, SharedReply.ofJson<typeof dailyReservations>(board));
    }
    return found;
  });
  return async (actor, query) => {
    // The key contains everything that decides what the person can see; the read uses nothing else of the person. One
    // read checks the rights from memory of all who share it, so they share the epoch as well.
    const stores = actor.storeIds === 'all' ? '*' : actor.storeIds.join();
    const rights = actor.rightsAt && `${actor.sessionEpoch}`;
    const key = [actor.productId, stores, query.storeId, query.date, query.days, rights].join(' ');
    queries.set(key, { actor, query });
    const reply = await read(key);
    actor.rightsAt?.take();
    if (!reply) throw notFound();
    return reply;
  };
}

/** Reads until no reservation has changed between its key and its columns: each try reads only what has changed. */
async function readCurrentBoard(
  db: Database,
  readShaped: ReadShaped,
  { actor, query }: { readonly actor: Person; readonly query: Query },
): Promise<Buffer | null> {
  for (;;) {
    const board = await readBoard(db, actor, query);
    if (!board) return null;
    const reservations = await readShaped(
      actor,
      query.storeId,
      board.rooms.flatMap(({ keys }) => keys),
    );
    if (reservations) return writeBoard(board, query, reservations);
  }
}

type ShownRoom = Omit<BoardRoom, 'keys'> & { readonly reservations: readonly ShapedReservation[] };

/** Writes the JSON of `DailyReservations`. */
function writeBoard(
  board: BoardRow,
  { storeId, date, days }: Query,
  reservations: ReadonlyMap<string, ShapedReservation>,
): Buffer {
  const zone = { timeZone: board.time_zone, dayCutoff: board.day_cutoff };
  const { startsAt } = businessDay(zone, date);
  const { endsAt } = businessDay(zone, addDays(date, days - 1));
  const shown: Period = { startsAt, endsAt };
  const [fromMs, untilMs] = [startsAt.getTime(), endsAt.getTime()];
  const isShown = ({ keptFromMs, keptUntilMs }: ShapedReservation) => keptFromMs < untilMs && fromMs < keptUntilMs;
  const rooms = board.rooms.map(({ keys, ...room }): ShownRoom => {
    const ofRoom = keys.flatMap((key) => reservations.get(key) ?? []);
    return { ...room, reservations: ofRoom.filter(isShown) };
  });
  const sharers = groupRoomsByKept(rooms);
  const head: Omit<DailyReservations, 'rooms'> = {
    storeId,
    date,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    open: openPeriods({ timeZone: board.time_zone, hours: board.hours }, startsAt, endsAt).map(toBoardPeriod),
  };
  const parts: Buffer[] = [Buffer.from(`${JSON.stringify(head).slice(0, -1)},"rooms":[`)];
  rooms
    // An archived room stays on the board while it has reservations.
    .filter((room) => !room.is_archived || room.reservations.length > 0)
    .forEach((room, index) => {
      if (index > 0) parts.push(COMMA);
      parts.push(...writeRoom(room, { storeId, board, sharers, shown }));
    });
  return Buffer.concat([...parts, Buffer.from(']}')]);
}

const COMMA = Buffer.from(',');

function writeRoom(
  room: ShownRoom,
  {
    storeId,
    board,
    sharers,
    shown,
  }: {
    readonly storeId: string;
    readonly board: BoardRow;
    readonly sharers: ReadonlyMap<string, readonly ShownRoom[]>;
    readonly shown: Period;
  },
): Buffer[] {
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
        startsAt: new Date(reservation.keptFromMs).toISOString(),
        endsAt: new Date(reservation.keptUntilMs).toISOString(),
        reason: other.name,
        reservationId: reservation.id,
      })),
  );
  const head: RoomOnBoard['room'] = {
    id: room.id,
    storeId,
    name: room.name,
    capacity: room.capacity,
    order: room.sort_order,
    partRoomIds: room.part_room_ids,
  };
  const kept: RoomOnBoard['closures'] = [...closures, ...keptByLinked];
  const [first, ...rest] = room.reservations;
  return [
    Buffer.from(`{"room":${JSON.stringify(head)},"reservations":[`),
    ...(first ? [first.json.subarray(COMMA.length), ...rest.map(({ json }) => json)] : []),
    Buffer.from(`],"closures":${JSON.stringify(kept)}}`),
  ];
}

/** A room that consists of parts occupies its parts instead of itself (RV-2). */
function keeps({ id, part_room_ids: parts }: ShownRoom): readonly string[] {
  return parts.length > 0 ? parts : [id];
}

/** By each room, those that it keeps free: itself or its joined rooms. In the order of the board. */
function groupRoomsByKept(rooms: readonly ShownRoom[]): ReadonlyMap<string, readonly ShownRoom[]> {
  const groups = new Map<string, ShownRoom[]>();
  for (const room of rooms) {
    for (const id of keeps(room)) {
      const group = groups.get(id);
      if (group) group.push(room);
      else groups.set(id, [room]);
    }
  }
  return groups;
}

function shapeReservation(row: BoardReservation, storeId: string, personal: PersonalKeys): ShapedReservation {
  const open = (sealed: string) => personal.open(Buffer.from(sealed, 'base64'));
  const shown: Reservation = {
    id: row.id,
    code: row.code,
    storeId,
    roomId: row.room_id,
    kind: row.kind,
    state: row.state,
    startsAt: utc(row.starts_at),
    endsAt: utc(row.ends_at),
    bufferEndsAt: utc(row.buffer_ends_at),
    businessDate: row.business_date,
    guestName: maskName(open(row.guest_name)),
    guestPhone: maskPhone(open(row.guest_phone)),
    headCount: row.head_count,
    channel: row.channel,
    blockReason: row.block_reason,
    memo: row.memo,
    priceAmount: row.price_amount,
    paidAmount: row.paid_amount,
    waivedAmount: row.waived_amount,
    holdExpiresAt: row.hold_expires_at === null ? null : utc(row.hold_expires_at),
    seriesId: row.series_id,
    version: row.version,
  };
  return {
    id: row.id,
    state: row.state,
    json: toKeptBytes(`,${JSON.stringify(shown)}`),
    keptFromMs: Date.parse(row.keeps_from ?? row.starts_at),
    keptUntilMs: Date.parse(row.buffer_ends_at),
  };
}

/** Outside the pool of `Buffer.from`, in which one kept slice would hold 8 KB. */
function toKeptBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

function toBoardPeriod({ startsAt, endsAt }: Period): { startsAt: string; endsAt: string } {
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
}

function utc(instant: string): string {
  return new Date(instant).toISOString();
}
