/** The states of a reservation (RV-1). */
export const RESERVATION_STATES = [
  'PENDING',
  'CONFIRMED',
  'IN_USE',
  'COMPLETED',
  'CANCELLED',
  'EXPIRED',
  'NO_SHOW',
] as const;
export type ReservationState = (typeof RESERVATION_STATES)[number];
/** How the reservation was made. `CHANNEL`: by API (RV-9). */
export const RESERVATION_CHANNELS = ['STAFF', 'WALK_IN', 'CHANNEL', 'ONLINE'] as const;
