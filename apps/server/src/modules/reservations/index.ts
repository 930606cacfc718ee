/** Reservations, series of them, and who waits for a time. */
export { readAvailability } from './availability.ts';
export { checkExpectedPrice } from './booking.ts';
export { cancel as cancelReservation } from './cancel.ts';
export { detailOf, notAllowed, readReservation, takeReservation, type Known as KnownReservation } from './change.ts';
export { create as makeReservation } from './create.ts';
export { extend as extendReservation } from './extend.ts';
export { findExtensions } from './extensions.ts';
export { byCaller, type Doer } from './history.ts';
export { keepPaid } from './paid.ts';
export { checkInAtEntry, confirm as confirmReservation, rememberAccess } from './verbs.ts';
export { shapedReservation, type ReservationRow } from './reservation-row.ts';
export { reservationRoutes } from './reservations.routes.ts';
export { reservationTimers } from './timers.ts';
export { matchingGuest } from './search.ts';
export { seriesRoutes } from './series.routes.ts';
export { waitlistRoutes } from './waitlist.routes.ts';
export { waitlistJobs } from './waitlist-review.ts';
export { watchWaitlists } from './waitlist-watch.ts';
