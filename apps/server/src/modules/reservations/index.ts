/**
 * Reservations and their states, the constraint against double booking, series, waitlist with offers (WL-1 to WL-4),
 * board, search and export.
 */
export { freeGaps, freeTime, readRoomAvailability } from './availability/availability.ts';
export { findTimes } from './availability/availability.sql.ts';
export { findRoomOffers, type RoomOffer } from './availability/room-offers.ts';
export { findStrandedStays, isStranded, type StrandedStay } from './stranded-stays.ts';
export { updateReservation } from './lifecycle/move.ts';
export { checkExpectedPrice } from './stay/booking.ts';
export { cancelSingleReservation, mayRefund } from './lifecycle/cancel.ts';
export { cancelSeries } from './series/series-changes.ts';
export {
  composeReservationDetail,
  reservationStateNotAllowed,
  readReservation,
  returnMove,
  selectReservationForUpdate,
  type ReservationRecord,
} from './stay/change.ts';
export { provenContactOf } from './stay/age-requirement.ts';
export { createChannelStay, createOnlineReservation, type ReservationExtras } from './lifecycle/create.ts';
export { extendBySlots } from './extensions/extend.ts';
export { findExtensions, readSlotMinutes } from './extensions/extensions.ts';
export { phoneMarkOf, phoneMarksOf } from './stay/guest-columns.ts';
export { holdExtension, returnExtension } from './extensions/guest-extension.ts';
export { moveForGuest, moneyOfMove, quoteMove } from './moves/guest-move.ts';
export { toHeldMove } from './stay/held-move.ts';
export { isKeptAt, keepsOf } from './stay/holds.sql.ts';
export { extendHoldForPayment, heldUntilOf, isHoldOver } from './extensions/hold-extension.ts';
export { byCaller, type ReservationActor } from './stay/history.ts';
export { OWED_EXTENSION_JOB } from './stay/owed-extension.ts';
export { updatePaidAmount, recordRefundEvent, recordRefundFailure } from './paid-amount.ts';
export {
  changeContact,
  forgetEmailOfLink,
  checkInAtEntry,
  confirmPendingReservation,
  rememberAccess,
  setCompensatedAmount,
  writeReadMove,
} from './lifecycle/verbs.ts';
export {
  addExtras,
  addOnLinesOf,
  extrasOf,
  checkCouponMinimum,
  checkRoomOfExtras,
  refuseCoupon,
  toReservationDiscount,
  type AgreedCoupon,
  type ChosenExtras,
  type PriceExtras,
} from './stay/price-extras.ts';
export {
  calculateCancellation,
  coveredAmountOf,
  heldAmountOf,
  isHoldingMore,
  LONGEST_STAY_MS,
  toHeldExtension,
  toReservation,
  type ReservationRow,
} from './stay/reservation-row.ts';
export { reservationRoutes } from './reservations.routes.ts';
export { reservationTimers } from './timers.ts';
export { guestColumns } from './stay/guest-columns.ts';
export { sealedReservations } from './sealed-tables.ts';
export { matchingGuest } from './stay/matching-guest.ts';
export { findMembers } from './series/series.sql.ts';
export { seriesRoutes } from './series/series.routes.ts';
export { waitlistRoutes } from './waitlist-offers/waitlist.routes.ts';
export { addOnlineEntry, withdrawOnlineEntry } from './waitlist-offers/waitlist-online.ts';
export { waitlistOfferJobs, type OfferMeans, type ProviderState } from './waitlist-offers/waitlist-offers.ts';
export { waitlistJobs } from './waitlist/waitlist-review.ts';
export { watchWaitlists } from './waitlist/waitlist-watch.ts';
