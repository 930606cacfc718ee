import type { ReservationDetail, ReservationEvent } from '@munjigi/contract';
import type { RoomPeriod } from '../create/reservation-draft.ts';

export interface PlacedEvent {
  readonly event: ReservationEvent;
  /** For a move: its origin and its destination. */
  readonly from: RoomPeriod | null;
  readonly to: RoomPeriod;
}

/**
 * The history, newest first. Each move has its destination: the origin of the next move, or the reservation's current
 * place.
 */
export function addMovePlaces(
  reservation: Pick<ReservationDetail, 'history' | 'roomId' | 'startsAt' | 'endsAt'>,
): readonly PlacedEvent[] {
  let to: RoomPeriod = reservation;
  return [...reservation.history]
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || (a.id < b.id ? 1 : -1))
    .map((event) => {
      const placed = { event, from: event.before, to };
      if (event.before !== null) to = event.before;
      return placed;
    });
}
