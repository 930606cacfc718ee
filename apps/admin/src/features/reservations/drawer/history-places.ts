import type { ReservationDetail, ReservationEvent } from '@munjigi/contract';

interface Place {
  readonly roomId: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

export interface PlacedEvent {
  readonly event: ReservationEvent;
  /** For a move: its origin and its destination. */
  readonly from: Place | null;
  readonly to: Place;
}

/**
 * The history, newest first. Each move has its destination: the origin of the next move, or the reservation's current
 * place.
 */
export function withPlaces(
  reservation: Pick<ReservationDetail, 'history' | 'roomId' | 'startsAt' | 'endsAt'>,
): readonly PlacedEvent[] {
  let to: Place = reservation;
  return [...reservation.history]
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || (a.id < b.id ? 1 : -1))
    .map((event) => {
      const placed = { event, from: event.before, to };
      if (event.before !== null) to = event.before;
      return placed;
    });
}
