import type { DailyReservations, Reservation } from '@munjigi/contract';

/** A piece of a room's day, as shares (0 to 1) of the shown time. */
export interface DaySegment {
  readonly kind: 'RESERVATION' | 'BUFFER' | 'CLOSURE';
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly reservation: Reservation | null;
}

interface Span {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** A room's reservations, the buffers after them and its closures, clipped to the shown day. */
export function toDaySegments(
  day: Pick<DailyReservations, 'startsAt' | 'endsAt' | 'rooms'>,
  roomId: string,
): readonly DaySegment[] {
  const room = day.rooms.find((room) => room.room.id === roomId);
  if (room === undefined) return [];
  const shares = (span: Span) => ({ from: toDayShare(day, span.startsAt), to: toDayShare(day, span.endsAt) });
  return [
    ...room.closures.map((closure) => ({
      kind: 'CLOSURE' as const,
      key: `closure ${closure.startsAt} ${closure.reservationId ?? ''}`,
      ...shares(closure),
      reservation: null,
    })),
    ...room.reservations.flatMap((reservation) => [
      {
        kind: 'BUFFER' as const,
        key: `buffer ${reservation.id}`,
        ...shares({ startsAt: reservation.endsAt, endsAt: reservation.bufferEndsAt }),
        reservation: null,
      },
      { kind: 'RESERVATION' as const, key: reservation.id, ...shares(reservation), reservation },
    ]),
  ].filter(({ from, to }) => to > from);
}

/** Where an instant lies in a period: 0 at its start or before, 1 at its end or after. */
export function toDayShare({ startsAt, endsAt }: Span, instant: string): number {
  const start = Date.parse(startsAt);
  const share = (Date.parse(instant) - start) / (Date.parse(endsAt) - start);
  return Math.min(1, Math.max(0, share));
}

/** The labelled hours below the bar, every `everyHours`, with their place. */
export function hourMarks(
  { startsAt, endsAt }: Span,
  everyHours: number,
): readonly { readonly instant: string; readonly share: number }[] {
  const step = everyHours * 3_600_000;
  const start = Date.parse(startsAt);
  const count = Math.floor((Date.parse(endsAt) - start) / step) + 1;
  return Array.from({ length: count }, (_, at) => new Date(start + at * step).toISOString()).map((instant) => ({
    instant,
    share: toDayShare({ startsAt, endsAt }, instant),
  }));
}

type RoomDay = DailyReservations['rooms'][number];

/** Finds the closure of the room at an instant, or the stay of a linked room. */
export function findClosure({ closures }: Pick<RoomDay, 'closures'>, now: number): RoomDay['closures'][number] | null {
  return closures.find(({ startsAt, endsAt }) => Date.parse(startsAt) <= now && now < Date.parse(endsAt)) ?? null;
}

/** The next guest with a live reservation; blocks do not count. */
export function findNextGuest(reservations: readonly Reservation[], now: number): Reservation | null {
  return (
    reservations
      .filter(
        (reservation) => reservation.kind === 'GUEST' && isLive(reservation) && Date.parse(reservation.startsAt) > now,
      )
      .sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))[0] ?? null
  );
}

function isLive({ state }: Reservation): boolean {
  return state === 'PENDING' || state === 'CONFIRMED' || state === 'IN_USE';
}
