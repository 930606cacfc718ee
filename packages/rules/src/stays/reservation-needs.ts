import type { Reservation } from '@munjigi/contract';

/** What a reservation asks of staff first; the button that leads on its screens. */
export type ReservationNeed = 'TAKE_PAYMENT' | 'CONFIRM' | 'GIVE_CODE' | 'OPEN';

/**
 * Where the opening of a door belongs. `LEADS`: it is what the reservation needs. `BESIDE`: the guest may enter, and
 * something else comes first. `MENU`: outside the access window, where it asks before it opens.
 */
export type OpeningPlace = 'LEADS' | 'BESIDE' | 'MENU';

export interface NeedFacts extends Pick<Reservation, 'kind' | 'state'> {
  /** Won that are still due. */
  readonly dueAmount: number;
  /** The access window, `opensAt` included and `closesAt` excluded. */
  readonly opensAt: string;
  readonly closesAt: string;
  /** The reservation has an access code. */
  readonly hasCode: boolean;
  /** The guest has the code: by a message, from a person, or on their page. */
  readonly isCodeGiven: boolean;
}

/** Whether the reservation lets its guest in at this moment: it is confirmed or in use, in its access window. */
export function isAccessOpen(facts: Pick<NeedFacts, 'state' | 'opensAt' | 'closesAt'>, nowMs: number): boolean {
  return (
    (facts.state === 'CONFIRMED' || facts.state === 'IN_USE') &&
    Date.parse(facts.opensAt) <= nowMs &&
    nowMs < Date.parse(facts.closesAt)
  );
}

/** What a reservation needs now: its payment, then its code, then its door (RV-60). `null`: nothing. */
export function findReservationNeed(facts: NeedFacts, nowMs: number): ReservationNeed | null {
  const { state, dueAmount } = facts;
  switch (state) {
    case 'PENDING':
      return dueAmount > 0 ? 'TAKE_PAYMENT' : 'CONFIRM';
    case 'CONFIRMED':
      if (dueAmount > 0) return 'TAKE_PAYMENT';
      if (facts.hasCode && !facts.isCodeGiven && nowMs < Date.parse(facts.closesAt)) return 'GIVE_CODE';
      return isAccessOpen(facts, nowMs) ? 'OPEN' : null;
    case 'IN_USE':
      if (dueAmount > 0) return 'TAKE_PAYMENT';
      return isAccessOpen(facts, nowMs) ? 'OPEN' : null;
    case 'COMPLETED':
      return dueAmount > 0 ? 'TAKE_PAYMENT' : null;
    case 'CANCELLED':
    case 'EXPIRED':
    case 'NO_SHOW':
      return null;
    default:
      return state satisfies never;
  }
}

/** Where the opening of the reservation's doors belongs now (RV-60). */
export function placeOpening(facts: NeedFacts, nowMs: number): OpeningPlace {
  if (!isAccessOpen(facts, nowMs)) return 'MENU';
  return findReservationNeed(facts, nowMs) === 'OPEN' ? 'LEADS' : 'BESIDE';
}
