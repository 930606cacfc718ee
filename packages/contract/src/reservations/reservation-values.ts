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

/** The scope of a change to a series: this one, this and the later ones, or all that have not begun. */
export const SERIES_SCOPES = ['ONE', 'FOLLOWING', 'ALL'] as const;
export type SeriesScope = (typeof SERIES_SCOPES)[number];
