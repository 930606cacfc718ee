import type { Capability, Reservation } from '@munjigi/contract';

export type ReservationAction = 'confirm' | 'checkIn' | 'complete' | 'extend' | 'move' | 'edit' | 'cancel' | 'noShow';

type ReservationFacts = Pick<Reservation, 'kind' | 'state' | 'startsAt' | 'endsAt'>;

/** The actions on a reservation at this moment, the most common first (RV-1). The server decides. */
export function actionsFor(reservation: ReservationFacts, nowMs: number): readonly ReservationAction[] {
  if (reservation.kind === 'BLOCK')
    return reservation.state === 'CONFIRMED'
      ? ['move', 'edit', 'cancel']
      : reservation.state === 'IN_USE'
        ? ['complete', 'move', 'edit']
        : [];
  switch (reservation.state) {
    case 'PENDING':
      return ['confirm', 'extend', 'move', 'edit', 'cancel'];
    case 'CONFIRMED':
      return [
        'checkIn',
        'extend',
        'move',
        'edit',
        'cancel',
        ...(nowMs >= Date.parse(reservation.startsAt) ? (['noShow'] as const) : []),
      ];
    case 'IN_USE':
      return ['extend', 'complete', 'move', 'edit'];
    case 'COMPLETED':
    case 'CANCELLED':
    case 'EXPIRED':
    case 'NO_SHOW':
      return [];
    default:
      return reservation.state satisfies never;
  }
}

/**
 * The capability that an action requires: support creates, moves, extends and cancels reservations of guests, and
 * nothing else (AC-7).
 */
export function capabilityFor(action: ReservationAction, { kind }: Pick<ReservationFacts, 'kind'>): Capability {
  const isBooking = action === 'move' || action === 'extend' || action === 'cancel';
  return isBooking && kind === 'GUEST' ? 'reservations:book' : 'reservations:write';
}

/** The time from which on a guest can check in; `null` if it is possible now. */
export function checkInOpensAt(
  reservation: ReservationFacts,
  accessBeforeMinutes: number,
  nowMs: number,
): string | null {
  const opensAt = Date.parse(reservation.startsAt) - accessBeforeMinutes * 60_000;
  return nowMs >= opensAt ? null : new Date(opensAt).toISOString();
}
