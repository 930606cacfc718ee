/**
 * Pure calculations that server and browser share. No clock, no input or output, and at run time nothing from the
 * contract but the order of payment methods.
 */
export { MOST_STATEMENT_LINES, readChannelStatement, type StatementPayment } from './deposits/channel-statement-csv.ts';
export { coversAgeBasis, findAgeBasis, isAdultOn, listBasesCovering } from './stays/age-rules.ts';
export { bankDayAfter, isBankDay } from './time/bank-days.ts';
export { browserOf } from './browser-of.ts';
export { businessDateOf, businessDay } from './time/business-date.ts';
export { addDays, daysBetween, mondayOf, weekdayOf } from './time/calendar-date.ts';
export { formatDatePeriod, formatLongDate, formatShortDate, type WordLanguage } from './time/date-words.ts';
export { allocateRefund, cancellationOf, refundOf, refundStepsOf, type Cancellation } from './money/cancellation.ts';
export { isFinal, latestCommand, laterOf } from './stays/command-progress.ts';
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
} from './deposits/deposit-csv.ts';
export {
  candidatesFor,
  certainMatch,
  type DepositFacts,
  type MatchCandidate,
  type MatchReason,
  type PayableReservation,
  type WithheldReason,
} from './deposits/deposit-match.ts';
export type { DepositKind } from './deposits/deposit-message-parts.ts';
export {
  makeTemplateOf,
  readDepositMessage,
  type DepositFault,
  type DepositReading,
} from './deposits/deposit-message.ts';
export { depositNameOf, isProviderName, likenessOf, type NameLikeness } from './deposits/deposit-name.ts';
export { plainText } from './plain-text.ts';
export type { DepositTemplate } from './deposits/deposit-template.ts';
export { groupDigits } from '@munjigi/typed-text';
export { describeDoorHistory, type DoorHistory } from './stays/door-lines.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS } from './time/durations.ts';
export { CARD_FEE_CLASSES, cardFeeRate, feeOf, termsOn, type Fee, type FeeTerms } from './money/fees.ts';
export {
  compensationLines,
  oppositeLines,
  owedFor,
  passSaleLines,
  paymentLines,
  receivedAndRefunded,
  waterfallOf,
  type Collector,
  type LedgerLine,
  type LedgerSum,
  type Owed,
} from './money/ledger.ts';
export { formatPhone, maskEmail, maskName, maskPhone } from './masking.ts';
export { phoneDigits } from '@munjigi/typed-text';
export { openPeriods } from './time/opening.ts';
export { covers, mergePeriods, overlaps, subtractPeriods, type Period } from './time/period.ts';
export {
  canStartAtAnyMinute,
  checkPeriod,
  checkSlots,
  firstSlotFrom,
  walkInSlots,
  type RequestedPeriod,
  type PeriodRefusal,
  type PeriodRules,
} from './time/period-rules.ts';
export { appliesToRoom, inWinningOrder, type PriceRule } from './money/price-bands.ts';
export {
  discountOf,
  isDiscountReduced,
  LEAST_ONLINE_WON,
  MOST_COUPON_DAYS,
  priceAddOns,
  type AddOnChoice,
  type DiscountTerms,
} from './money/price-extras.ts';
export { lintPriceRules } from './money/price-lint.ts';
export type { PriceLintInput } from './money/price-lint-input.ts';
export { calculatePrice, type PriceQuote, type QuoteInput } from './money/quote.ts';
export {
  findReservationNeed,
  isAccessOpen,
  placeOpening,
  type NeedFacts,
  type OpeningPlace,
  type ReservationNeed,
} from './stays/reservation-needs.ts';
export {
  makeReservationCode,
  normaliseReservationCode,
  RESERVATION_CODE_BYTES,
  similarReservationCodes,
} from './stays/reservation-code.ts';
export { canMove, isLive, RESERVATION_MOVES } from './stays/reservation-states.ts';
export {
  decideRoom,
  type PeopleSensor,
  type PresentRoom,
  type RoomDoors,
  type RoomEvidence,
  type RoomHold,
  type RoomOverrun,
} from './stays/room-state.ts';
export { expandSeries, MOST_OCCURRENCES, type SeriesExpansion } from './stays/series.ts';
export {
  closingLines,
  royaltyOf,
  settle,
  withholdingOf,
  type SettledAdjustment,
  type SettlementFigures,
  type SettlementInput,
  type SettlementSum,
} from './money/settlement.ts';
export { periodFrom } from './money/settlement-periods.ts';
export { bandMinutes, minutesOf, timeOf } from './time/time-of-day.ts';
export { amountOf, splitRefund, splitVat, type VatSplit } from './money/vat.ts';
export { minutesOfDay, zonedDate, zonedInstant, zonedTime } from './time/zone.ts';
export { HEAD_OFFICE_ZONE, zoneOfStores } from './time/zone-of-stores.ts';
export {
  leftAmountOf,
  leftUnitsOf,
  passPaymentOf,
  returnedUnitsOf,
  type PassBalance,
  type StayToPay,
} from './money/pass-payment.ts';
export { claimOf, type CouponClaimFacts } from './money/coupon-claim.ts';
