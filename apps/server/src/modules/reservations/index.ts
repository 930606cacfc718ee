/** Reservations, series of reservations and the waitlist. */
export { freeGaps, freeTime, readRoomAvailability } from './availability.ts';
export { findTimes } from './availability.sql.ts';
export { findRoomOffers, type RoomOffer } from './room-offers.ts';
export { findStrandedStays, isStranded, type StrandedStay } from './stranded-stays.ts';
export { updateReservation } from './move.ts';
export { checkExpectedPrice } from './booking.ts';
export { cancelSingleReservation, mayRefund } from './cancel.ts';
export { cancelSeries } from './series-changes.ts';
export {
  composeReservationDetail,
  reservationStateNotAllowed,
  readReservation,
  selectReservationForUpdate,
  type ReservationRecord,
} from './change.ts';
export { createOnlineReservation, createSingleReservation, type StaffExtras } from './create.ts';
export { extendBySlots } from './extend.ts';
export { findExtensions, readSlotMinutes } from './extensions.ts';
export { phoneMarkOf, phoneMarksOf } from './guest-columns.ts';
export { holdExtension, returnExtension } from './guest-extension.ts';
export { isKeptAt, keepsOf } from './holds.sql.ts';
export { extendHoldForPayment, heldUntilOf, isHoldOver } from './hold-extension.ts';
export { byCaller, type ReservationActor } from './history.ts';
export { OWED_EXTENSION_JOB } from './owed-extension.ts';
export { updatePaidAmount, recordRefundEvent, recordRefundFailure } from './paid-amount.ts';
export {
  changeContact,
  forgetEmailOfLink,
  checkInAtEntry,
  confirmPendingReservation,
  rememberAccess,
  setCompensatedAmount,
  writeReadMove,
} from './verbs.ts';
export {
  addExtras,
  addOnLinesOf,
  checkCouponMinimum,
  checkRoomOfExtras,
  refuseCoupon,
  toReservationDiscount,
  type AgreedCoupon,
  type ChosenExtras,
} from './price-extras.ts';
export {
  calculateCancellation,
  coveredAmountOf,
  LONGEST_STAY_MS,
  toHeldExtension,
  toReservation,
  type ReservationRow,
} from './reservation-row.ts';
export { reservationRoutes } from './reservations.routes.ts';
export { reservationTimers } from './timers.ts';
export { guestColumns } from './guest-columns.ts';
export { sealedReservations } from './sealed-tables.ts';
export { matchingGuest } from './search.ts';
export { findMembers } from './series.sql.ts';
export { seriesRoutes } from './series.routes.ts';
export { waitlistRoutes } from './waitlist.routes.ts';
export { addOnlineEntry, withdrawOnlineEntry } from './waitlist-online.ts';
export { waitlistOfferJobs, type OfferMeans, type ProviderState } from './waitlist-offers.ts';
export { waitlistJobs } from './waitlist-review.ts';
export { watchWaitlists } from './waitlist-watch.ts';
