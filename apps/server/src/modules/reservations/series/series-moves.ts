import { addDays, businessDateOf, daysBetween, minutesOfDay, timeOf, zonedDate, zonedInstant } from '@munjigi/rules';
import type { Tx } from '../../../db/index.ts';
import { invalidInput, Problem } from '../../../http/index.ts';
import {
  checkExpectedPrice,
  findMovedPart,
  priceOf,
  readBooking,
  findBookingRefusal,
  refuseBooking,
  type Booking,
  type RequestedStay,
} from '../stay/booking.ts';
import type { ReservationUpdate, ReservationRecord } from '../stay/change.ts';
import { slotTaken } from '../availability/free-periods.ts';
import type { Edit } from '../lifecycle/move.ts';
import type { SelectedSeries } from './series-members.ts';
import { findSeriesConflict, spanOf, withBuffer } from './series-plan.ts';
import { findOccupiedTimes, findTimeZone, type OccupiedTime } from './series.sql.ts';

export interface Move {
  readonly record: ReservationRecord;
  readonly isMoved: boolean;
  /** Changes of room, time, head count and price; empty if nothing changes. */
  readonly changes: ReservationUpdate;
  /** Lapsed unpaid holds at the new time. */
  readonly lapsed: readonly string[];
}

interface Place {
  readonly record: ReservationRecord;
  readonly roomId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly headCount: number;
  /** Whether room or time change; `null`: neither, at most the head count. */
  readonly isNew: RequestedStay['isNew'] | null;
  /** The expected price of the named reservation, if the caller gave it; `null` for the others. */
  readonly expectedPriceAmount: number | undefined | null;
}

/** Plans the target and price of each member. Throws the first refusal, which names its member. */
export async function planMoves(tx: Tx, { named, members }: SelectedSeries, body: Edit, now: Date): Promise<Move[]> {
  const places = await placesOf(tx, named, members, body);
  const except = places.filter(({ isNew }) => isNew !== null).map(({ record }) => record.row.id);
  const rooms = new Map<string, Room>();
  const moves: Move[] = [];
  for (const place of places) {
    if (place.isNew === null && place.headCount === place.record.row.head_count) {
      moves.push({ record: place.record, isMoved: false, changes: {}, lapsed: [] });
      continue;
    }
    const room =
      rooms.get(place.roomId) ??
      (await readRoom(
        tx,
        places.filter(({ roomId }) => roomId === place.roomId),
        except,
        now,
      ));
    rooms.set(place.roomId, room);
    moves.push(await planMove(tx, room, place, now));
  }
  return moves;
}

/**
 * Shifts all by the same local time as the named one: a series moved from 19:00 to 20:00 is at 20:00 on every day, also
 * after a clock change.
 */
async function placesOf(
  tx: Tx,
  named: ReservationRecord,
  members: readonly ReservationRecord[],
  body: Edit,
): Promise<Place[]> {
  const timeZone = await findTimeZone(tx, named.row.room_id);
  if (timeZone === null) throw new Error('the room of a reservation is not there');
  const startShift =
    body.startsAt === undefined
      ? 0
      : clockMinutes(timeZone, new Date(body.startsAt)) - clockMinutes(timeZone, named.row.starts_at);
  const endShift =
    body.endsAt === undefined
      ? 0
      : clockMinutes(timeZone, new Date(body.endsAt)) - clockMinutes(timeZone, named.row.ends_at);
  return members.map((record) => {
    const { row } = record;
    // The named one gets exactly the requested time.
    const startsAt =
      record === named && body.startsAt !== undefined
        ? new Date(body.startsAt)
        : shifted(timeZone, row.starts_at, startShift);
    const endsAt =
      record === named && body.endsAt !== undefined ? new Date(body.endsAt) : shifted(timeZone, row.ends_at, endShift);
    const roomId = body.roomId ?? row.room_id;
    return {
      record,
      roomId,
      startsAt,
      endsAt,
      isNew: findMovedPart(row, { roomId, startsAt, endsAt }),
      headCount: body.headCount ?? row.head_count,
      expectedPriceAmount: record === named ? body.expectedPriceAmount : null,
    };
  });
}

const EPOCH = '1970-01-01';

/** The local date and time in minutes since 1970-01-01. */
function clockMinutes(timeZone: string, at: Date): number {
  return daysBetween(EPOCH, zonedDate(timeZone, at)) * 1440 + minutesOfDay(timeZone, at);
}

function shifted(timeZone: string, at: Date, minutes: number): Date {
  if (minutes === 0) return at;
  const shown = clockMinutes(timeZone, at) + minutes;
  const days = Math.floor(shown / 1440);
  return zonedInstant(timeZone, addDays(EPOCH, days), timeOf(shown - days * 1440));
}

interface Room {
  /** Read once for the whole span of the members that move to this room. */
  readonly booking: Booking;
  /** Time taken by others, and by members of the series that are already planned. */
  readonly occupiedTimes: OccupiedTime[];
}

/** Reads the room that all of these move to. */
async function readRoom(tx: Tx, places: readonly Place[], except: readonly string[], now: Date): Promise<Room> {
  const [first] = places;
  if (!first) throw new Error('nobody goes to this room');
  const span = spanOf(places, now);
  const booking = await readBooking(tx, { roomId: first.roomId, isBlock: false, ...span });
  if (!booking || booking.store.storeId !== first.record.row.store_id) {
    throw invalidInput([
      { path: 'roomId', code: 'unknown_room', message: 'There is no such room in the store of the reservation' },
    ]);
  }
  return { booking, occupiedTimes: await findOccupiedTimes(tx, first.roomId, withBuffer(booking, span), except) };
}

async function planMove(tx: Tx, { booking, occupiedTimes }: Room, place: Place, now: Date): Promise<Move> {
  const { record, startsAt, endsAt, headCount, isNew, expectedPriceAmount } = place;
  const stay: RequestedStay = {
    startsAt,
    endsAt,
    headCount,
    now,
    isBlock: false,
    isWalkIn: false,
    isNew: isNew ?? 'room',
  };
  try {
    const refusal = isNew === null ? tooMany(booking, headCount) : findBookingRefusal(booking, stay);
    if (refusal) throw refusal;
    const price = priceOf(booking.store, { ...place, isBlock: false, isWalkIn: false });
    if (expectedPriceAmount !== null) checkExpectedPrice(expectedPriceAmount, price);
    const priced: ReservationUpdate = {
      head_count: headCount,
      price_amount: price.totalAmount,
      price_lines: price.lines,
    };
    if (isNew === null) return { record, isMoved: false, changes: priced, lapsed: [] };

    const { isTaken, lapsed } = findSeriesConflict(booking, stay, occupiedTimes);
    if (isTaken) throw await slotTaken(tx, booking, { ...stay, reservationId: record.row.id });
    occupiedTimes.push({ ...withBuffer(booking, stay), reservationId: record.row.id, holdExpiresAt: null });
    return { record, lapsed, isMoved: true, changes: { ...priced, ...placed(booking, place) } };
  } catch (error) {
    throw expectedPriceAmount === null && error instanceof Problem ? ofOther(error, record) : error;
  }
}

function tooMany({ room }: Booking, headCount: number): Problem | null {
  return headCount > room.capacity ? refuseBooking('OVER_CAPACITY', 'headCount', 'over_capacity') : null;
}

function placed(booking: Booking, { record, roomId, startsAt, endsAt }: Place): ReservationUpdate {
  const { hold_expires_at: holdExpiresAt } = record.row;
  return {
    room_id: roomId,
    starts_at: startsAt,
    ends_at: endsAt,
    buffer_ends_at: withBuffer(booking, { startsAt, endsAt }).endsAt,
    business_date: businessDateOf(booking.store, startsAt),
    ...(holdExpiresAt && holdExpiresAt > endsAt ? { hold_expires_at: endsAt } : {}),
  };
}

/** Reports the refusal of a member that is not on the screen: names it, and uses the field `scope`. */
function ofOther(problem: Problem, { row }: ReservationRecord): Problem {
  const errors = (problem.extras.errors ?? []).map((error) => ({ ...error, path: 'scope' }));
  return new Problem(problem.code, { ...problem.extras, errors, detail: `${row.code} ${row.starts_at.toISOString()}` });
}
