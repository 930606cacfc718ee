import type { DailyReservations, Reservation } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { putInQueries } from '../../session/live-cache.ts';

export interface DailyQuestion {
  readonly storeId: string;
  /** The first business date, `YYYY-MM-DD`. */
  readonly date: string;
  /** 1–7 */
  readonly days: number;
}
type RoomDay = DailyReservations['rooms'][number];

export const dailyKey = (product: string, question: DailyQuestion) =>
  ['reservations-daily', product, question.storeId, question.date, question.days] as const;

/** Stores a reservation's new state in every day that shows its store. A newer cached version stays. */
export function putReservation(client: QueryClient, product: string, reservation: Reservation): void {
  putInQueries<DailyReservations>(client, { queryKey: ['reservations-daily', product, reservation.storeId] }, (days) =>
    withReservation(days, reservation),
  );
}

/**
 * Shows a reservation elsewhere before the server answers. The version stays the same, so that every answer replaces
 * it.
 */
export function previewMove(client: QueryClient, product: string, moved: Reservation): void {
  changeDays(client, product, moved.storeId, (days) => replaced(days, moved));
}

/** Restores the earlier place, unless a newer version has arrived meanwhile. */
export function revertMove(client: QueryClient, product: string, before: Reservation): void {
  changeDays(client, product, before.storeId, (days) => withReservation(days, before));
}

/** Whether the board shows the reservation: cancelled and expired ones are left out. */
export function isOnBoard(reservation: Reservation): boolean {
  return reservation.state !== 'CANCELLED' && reservation.state !== 'EXPIRED';
}

/** The days with this reservation in its current place; the same object when nothing changes. */
function withReservation(days: DailyReservations, reservation: Reservation): DailyReservations {
  const cached = findReservation(days, reservation.id);
  if (cached !== null && cached.version > reservation.version) return days;
  return replaced(days, reservation);
}

function findReservation(days: DailyReservations, reservationId: string): Reservation | null {
  for (const { reservations } of days.rooms) {
    const found = reservations.find((reservation) => reservation.id === reservationId);
    if (found !== undefined) return found;
  }
  return null;
}

function replaced(days: DailyReservations, reservation: Reservation): DailyReservations {
  const isShown =
    isOnBoard(reservation) &&
    Date.parse(reservation.startsAt) < Date.parse(days.endsAt) &&
    Date.parse(reservation.bufferEndsAt) > Date.parse(days.startsAt);
  let isChanged = false;
  const rooms = days.rooms.map((entry): RoomDay => {
    const had = entry.reservations.some((item) => item.id === reservation.id);
    const has = isShown && entry.room.id === reservation.roomId;
    if (!had && !has) return entry;
    isChanged = true;
    const others = entry.reservations.filter((item) => item.id !== reservation.id);
    return { ...entry, reservations: has ? [...others, reservation].sort(byStart) : others };
  });
  return isChanged ? { ...days, rooms } : days;
}

/**
 * Whether rooms of these days are linked with a room that this reservation takes or took, so that their closures change
 * with it. A move that this screen already shows is recognised by the closures that it left behind.
 */
export function touchesLinkedRooms(days: DailyReservations, reservation: Reservation): boolean {
  if (days.rooms.some(({ closures }) => closures.some((closure) => closure.reservationId === reservation.id)))
    return true;
  const previous = findReservation(days, reservation.id);
  const roomIds = [reservation.roomId, previous?.roomId];
  return days.rooms.some(
    ({ room }) => room.partRoomIds.length > 0 && [room.id, ...room.partRoomIds].some((id) => roomIds.includes(id)),
  );
}

function changeDays(
  client: QueryClient,
  product: string,
  storeId: string,
  change: (days: DailyReservations) => DailyReservations,
): void {
  client.setQueriesData<DailyReservations>({ queryKey: ['reservations-daily', product, storeId] }, (days) =>
    days === undefined ? days : change(days),
  );
}

function byStart(a: Reservation, b: Reservation): number {
  return Date.parse(a.startsAt) - Date.parse(b.startsAt);
}
