import type { ReservationState } from '@munjigi/contract';

/** RV-1: what a reservation may become. No other moves; the database holds the same. */
export const RESERVATION_MOVES: Readonly<Record<ReservationState, readonly ReservationState[]>> = {
  PENDING: ['CONFIRMED', 'CANCELLED', 'EXPIRED'],
  CONFIRMED: ['IN_USE', 'CANCELLED', 'NO_SHOW'],
  IN_USE: ['COMPLETED'],
  COMPLETED: [],
  CANCELLED: [],
  EXPIRED: [],
  NO_SHOW: [],
};

export function canMove(from: ReservationState, to: ReservationState): boolean {
  return RESERVATION_MOVES[from].includes(to);
}

/** Does it keep others out, now or later? Those from which something can still become. */
export function isLive(state: ReservationState): boolean {
  return RESERVATION_MOVES[state].length > 0;
}
