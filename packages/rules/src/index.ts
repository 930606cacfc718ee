/**
 * Pure calculations that server and browser share. No clock, no input or output, and at run time nothing from the
 * contract but the order of payment methods.
 */
export { MOST_STATEMENT_LINES, readChannelStatement, type StatementPayment } from './channel-statement-csv.ts';
export { bankDayAfter, isBankDay } from './bank-days.ts';
export { browserOf } from './browser-of.ts';
export { businessDateOf, businessDay } from './business-date.ts';
export { addDays, daysBetween, mondayOf, weekdayOf } from './calendar-date.ts';
export { formatDatePeriod, formatLongDate, formatShortDate, type WordLanguage } from './date-words.ts';
export { allocateRefund, cancellationOf, refundOf, refundStepsOf, type Cancellation } from './cancellation.ts';
export { isFinal, latestCommand, laterOf } from './command-progress.ts';
export {
  DEPOSIT_COLUMNS,
  isComplete,
  MOST_CSV_ROWS,
  readDepositCsv,
  readDepositFile,
  type DepositColumn,
  type DepositColumns,
  type DepositCsvRow,
  type DepositFile,
} from './deposit-csv.ts';
export {
  candidatesFor,
  certainMatch,
  type DepositFacts,
  type MatchCandidate,
  type MatchReason,
  type PayableReservation,
  type WithheldReason,
} from './deposit-match.ts';
export type { DepositKind } from './deposit-message-parts.ts';
export { makeTemplateOf, readDepositMessage, type DepositFault, type DepositReading } from './deposit-message.ts';
export { depositNameOf, likenessOf, type NameLikeness } from './deposit-name.ts';
export { plainText } from './plain-text.ts';
export type { DepositTemplate } from './deposit-template.ts';
export { groupDigits } from '@munjigi/typed-text';
export { describeDoorHistory, type DoorHistory } from './door-lines.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
export { CARD_FEE_CLASSES, cardFeeRate, feeOf, termsOn, type Fee, type FeeTerms } from './fees.ts';
export {
  compensationLines,
  oppositeLines,
  owedFor,
  paymentLines,
  receivedAndRefunded,
  waterfallOf,
  type Collector,
  type LedgerLine,
  type LedgerSum,
  type Owed,
} from './ledger.ts';
export { formatPhone, maskEmail, maskName, maskPhone } from './masking.ts';
export { phoneDigits } from '@munjigi/typed-text';
export { openPeriods } from './opening.ts';
export { covers, mergePeriods, overlaps, subtractPeriods, type Period } from './period.ts';
export {
  canStartAtAnyMinute,
  checkPeriod,
  checkSlots,
  firstSlotFrom,
  walkInSlots,
  type RequestedPeriod,
  type PeriodRefusal,
  type PeriodRules,
} from './period-rules.ts';
export { appliesToRoom, inWinningOrder, type PriceRule } from './price-bands.ts';
export {
  discountOf,
  isDiscountReduced,
  LEAST_ONLINE_WON,
  MOST_COUPON_DAYS,
  priceAddOns,
  type AddOnChoice,
  type DiscountTerms,
} from './price-extras.ts';
export { lintPriceRules } from './price-lint.ts';
export type { PriceLintInput } from './price-lint-input.ts';
export { calculatePrice, type PriceQuote, type QuoteInput } from './quote.ts';
export {
  findReservationNeed,
  isAccessOpen,
  placeOpening,
  type NeedFacts,
  type OpeningPlace,
  type ReservationNeed,
} from './reservation-needs.ts';
export {
  makeReservationCode,
  normaliseReservationCode,
  RESERVATION_CODE_BYTES,
  similarReservationCodes,
} from './reservation-code.ts';
export { canMove, isLive, RESERVATION_MOVES } from './reservation-states.ts';
export {
  judgeRoom,
  type PeopleSensor,
  type PresentRoom,
  type RoomDoors,
  type RoomEvidence,
  type RoomHold,
  type RoomOverrun,
} from './room-state.ts';
export { expandSeries, MOST_OCCURRENCES, type SeriesExpansion } from './series.ts';
export {
  closingLines,
  royaltyOf,
  settle,
  withholdingOf,
  type SettledAdjustment,
  type SettlementFigures,
  type SettlementInput,
  type SettlementSum,
} from './settlement.ts';
export { periodFrom } from './settlement-periods.ts';
export { bandMinutes, minutesOf, timeOf } from './time-of-day.ts';
export { amountOf, splitRefund, splitVat, type VatSplit } from './vat.ts';
export { minutesOfDay, zonedDate, zonedInstant, zonedTime } from './zone.ts';
export { HEAD_OFFICE_ZONE, zoneOfStores } from './zone-of-stores.ts';
export { claimOf, type CouponClaimFacts } from './coupon-claim.ts';
