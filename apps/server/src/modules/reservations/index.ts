/** Reservations, series of reservations and the waitlist. */
export { readRoomAvailability } from './availability.ts';
export { checkExpectedPrice } from './booking.ts';
export { cancelStay as cancelReservation } from './cancel.ts';
export { cancelSeries } from './series-changes.ts';
export {
  detailOf,
  reservationStateNotAllowed,
  readReservation,
  takeReservation,
  type ReservationRecord as KnownReservation,
} from './change.ts';
export { bookRoom as makeReservation } from './create.ts';
export { addSlots as extendReservation } from './extend.ts';
export { findExtensions } from './extensions.ts';
export { byCaller, type Doer } from './history.ts';
export { keepPaid, recordRefundEvent, recordRefundFailure } from './paid.ts';
export { checkInAtEntry, confirmHold as confirmReservation, rememberAccess } from './verbs.ts';
export { shapedReservation, type ReservationRow } from './reservation-row.ts';
export { reservationRoutes } from './reservations.routes.ts';
export { reservationTimers } from './timers.ts';
export { guestColumns } from './guest-columns.ts';
export { sealedReservations } from './sealed-tables.ts';
export { matchingGuest } from './search.ts';
export { seriesRoutes } from './series.routes.ts';
export { waitlistRoutes } from './waitlist.routes.ts';
export { waitlistJobs } from './waitlist-review.ts';
export { watchWaitlists } from './waitlist-watch.ts';
