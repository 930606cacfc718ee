import type { ReservationState } from '@munjigi/contract';

/** RV-1: the legal transitions of a reservation. The database enforces the same. */
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

/** True for the states that occupy the room now or later: those with further transitions. */
export function isLive(state: ReservationState): boolean {
  return RESERVATION_MOVES[state].length > 0;
}
