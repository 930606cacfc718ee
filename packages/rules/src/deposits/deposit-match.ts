import { depositNameOf, likenessOf } from './deposit-name.ts';
import { MINUTE_MS } from '../time/durations.ts';
import { normaliseReservationCode } from '../stays/reservation-code.ts';

/** The contents of a deposit that identify its sender. */
export interface DepositFacts {
  /** In won. */
  readonly amount: number;
  readonly isAmountClear: boolean;
  readonly depositorName: string | null;
  readonly at: Date;
}

/** A reservation of the same store that the deposit may be for. */
export interface PayableReservation {
  readonly id: string;
  readonly code: string;
  readonly guestName: string | null;
  /** The last four digits of the guest's phone. */
  readonly phoneEnd: string | null;
  /** The unpaid amount in won. */
  readonly dueAmount: number;
  readonly createdAt: Date;
  /** The reservation is held until it is paid. */
  readonly isHeld: boolean;
  /** Cancelled or expired: the reservation cannot be paid, but the money may have been meant for it. */
  readonly isOver: boolean;
}

export type MatchReason =
  | 'AMOUNT_EQUAL'
  | 'AMOUNT_LESS'
  | 'AMOUNT_MORE'
  | 'NAME_EQUAL'
  | 'NAME_PARTIAL'
  | 'NAME_MASKED'
  | 'NAME_INITIALS'
  | 'CODE'
  | 'PHONE_END'
  | 'PHONE_END_DIFFERS'
  | 'HELD'
  | 'MADE_SHORTLY_BEFORE'
  | 'MADE_AFTER'
  | 'OVER';

/** Why a deposit needs a person's decision. */
export type WithheldReason =
  | 'NO_CANDIDATE'
  | 'AMOUNT_DIFFERS'
  | 'AMOUNT_UNCLEAR'
  | 'NAME_DIFFERS'
  | 'NAME_UNREAD'
  | 'SEVERAL_CANDIDATES'
  | 'MADE_AFTER'
  | 'OVER';

export interface MatchCandidate {
  readonly reservationId: string;
  /** A score from 1 to 100: a ranking, not a probability. */
  readonly score: number;
  readonly reasons: readonly MatchReason[];
}

const SCORES: Readonly<Record<MatchReason, number>> = {
  AMOUNT_EQUAL: 45,
  AMOUNT_LESS: 8,
  AMOUNT_MORE: 8,
  NAME_EQUAL: 35,
  NAME_PARTIAL: 22,
  NAME_MASKED: 20,
  NAME_INITIALS: 14,
  CODE: 40,
  PHONE_END: 8,
  PHONE_END_DIFFERS: -15,
  HELD: 6,
  MADE_SHORTLY_BEFORE: 6,
  MADE_AFTER: -10,
  OVER: -12,
};
const NAMES = {
  EQUAL: 'NAME_EQUAL',
  PARTIAL: 'NAME_PARTIAL',
  MASKED: 'NAME_MASKED',
  INITIALS: 'NAME_INITIALS',
} as const;
const STRONG_REASONS: ReadonlySet<MatchReason> = new Set([
  'AMOUNT_EQUAL',
  'NAME_EQUAL',
  'NAME_PARTIAL',
  'NAME_MASKED',
  'NAME_INITIALS',
  'CODE',
]);
const SHORTLY_MS = 6 * 60 * MINUTE_MS;

/** The reservations that the money may be for, the likeliest first; of equal ones the one created later, then by id. */
export function candidatesFor(deposit: DepositFacts, reservations: readonly PayableReservation[]): MatchCandidate[] {
  const createdAt = new Map(reservations.map((reservation) => [reservation.id, reservation.createdAt.getTime()]));
  const found = reservations
    .map((reservation) => ({ reservationId: reservation.id, reasons: reasonsFor(deposit, reservation) }))
    .filter(({ reasons }) => reasons.some((reason) => STRONG_REASONS.has(reason)));
  return found
    .map((item) => ({
      ...item,
      score: Math.min(
        100,
        Math.max(
          1,
          item.reasons.reduce((sum, reason) => sum + SCORES[reason], 0),
        ),
      ),
    }))
    .sort(
      (one, other) =>
        other.score - one.score ||
        (createdAt.get(other.reservationId) ?? 0) - (createdAt.get(one.reservationId) ?? 0) ||
        (one.reservationId < other.reservationId ? -1 : 1),
    );
}

function reasonsFor(deposit: DepositFacts, payableReservation: PayableReservation): MatchReason[] {
  const name = deposit.depositorName ?? '';
  const likeness =
    payableReservation.guestName === null ? 'NONE' : likenessOf(withoutCode(name), payableReservation.guestName);
  const { digits } = depositNameOf(withoutCode(name));
  // The bank's clock shows whole minutes.
  const isAfter = payableReservation.createdAt.getTime() >= deposit.at.getTime() + MINUTE_MS;
  const reasons: (MatchReason | null)[] = [
    deposit.amount === payableReservation.dueAmount
      ? 'AMOUNT_EQUAL'
      : deposit.amount < payableReservation.dueAmount
        ? 'AMOUNT_LESS'
        : 'AMOUNT_MORE',
    codesIn(name).includes(payableReservation.code) ? 'CODE' : null,
    likeness === 'NONE' ? null : NAMES[likeness],
    digits.length !== 4 || payableReservation.phoneEnd === null
      ? null
      : digits === payableReservation.phoneEnd
        ? 'PHONE_END'
        : 'PHONE_END_DIFFERS',
    payableReservation.isHeld ? 'HELD' : null,
    isAfter
      ? 'MADE_AFTER'
      : deposit.at.getTime() - payableReservation.createdAt.getTime() < SHORTLY_MS
        ? 'MADE_SHORTLY_BEFORE'
        : null,
    payableReservation.isOver ? 'OVER' : null,
  ];
  return reasons.filter((reason) => reason !== null);
}

const CODE_SHAPE = /(?<![0-9A-Za-z])[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}(?![0-9A-Za-z])/g;

function codesIn(name: string): string[] {
  return (name.match(CODE_SHAPE) ?? []).map(normaliseReservationCode).filter((code) => code !== null);
}

function withoutCode(name: string): string {
  return name.replace(CODE_SHAPE, (text) => (normaliseReservationCode(text) === null ? text : ' '));
}

/**
 * Returns the only reservation that the money can be for, or every reason against certainty (PY-3). A certain match has
 * exactly the amount, the name or the code, was created before the money arrived, and has no rival. Any other
 * reservation with a similar name is a rival, except when the depositor wrote a code.
 */
export function certainMatch(
  deposit: DepositFacts,
  candidates: readonly MatchCandidate[],
): { readonly reservationId: string } | { readonly withheld: readonly WithheldReason[] } {
  const has = (matchCandidate: MatchCandidate, reason: MatchReason) => matchCandidate.reasons.includes(reason);
  const [coded] = candidates.filter((candidate) => has(candidate, 'CODE'));
  const named = candidates.filter((candidate) => isNearByName(candidate));
  const best = coded ?? named.find((matchCandidate) => has(matchCandidate, 'NAME_EQUAL')) ?? candidates[0];
  if (!best) return { withheld: deposit.depositorName === null ? ['NO_CANDIDATE', 'NAME_UNREAD'] : ['NO_CANDIDATE'] };
  const withheld: (WithheldReason | null)[] = [
    has(best, 'AMOUNT_EQUAL') ? null : 'AMOUNT_DIFFERS',
    deposit.isAmountClear ? null : 'AMOUNT_UNCLEAR',
    coded || (has(best, 'NAME_EQUAL') && !has(best, 'PHONE_END_DIFFERS'))
      ? null
      : deposit.depositorName === null
        ? 'NAME_UNREAD'
        : 'NAME_DIFFERS',
    coded || named.every((matchCandidate) => matchCandidate === best) ? null : 'SEVERAL_CANDIDATES',
    has(best, 'MADE_AFTER') ? 'MADE_AFTER' : null,
    has(best, 'OVER') ? 'OVER' : null,
  ];
  const reasons = withheld.filter((reason) => reason !== null);
  return reasons.length === 0 ? { reservationId: best.reservationId } : { withheld: reasons };
}

function isNearByName({ reasons }: MatchCandidate): boolean {
  return reasons.some(
    (reason) =>
      reason === 'NAME_EQUAL' || reason === 'NAME_PARTIAL' || reason === 'NAME_MASKED' || reason === 'NAME_INITIALS',
  );
}
