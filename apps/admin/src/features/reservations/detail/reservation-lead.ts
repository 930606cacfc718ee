import type { ReservationDetail } from '@munjigi/contract';
import { findReservationNeed, placeOpening, type OpeningPlace, type ReservationNeed } from '@munjigi/rules';
import { useProduct } from '../../../session/auth.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { useEntryFacts } from './access/entry-facts.api.ts';

export interface ReservationLead {
  /** What the reservation needs now; `null`: nothing, or its facts cannot be read. */
  readonly need: ReservationNeed | null;
  readonly opening: OpeningPlace;
}

const NO_LEAD: ReservationLead = { need: null, opening: 'MENU' };

/** What leads in the drawer at this moment (RV-60); `null` until the facts are known. */
export function useReservationLead(reservation: ReservationDetail): ReservationLead | null {
  const facts = useEntryFacts(useProduct(), reservation.id);
  const now = useNow(15_000);
  if (facts.data === undefined) return facts.isError ? NO_LEAD : null;
  const { kind, state, priceAmount, paidAmount, waivedAmount } = reservation;
  const dueAmount = kind === 'BLOCK' ? 0 : Math.max(0, priceAmount - paidAmount - waivedAmount);
  const leadFacts = { ...facts.data, kind, state, dueAmount };
  return { need: findReservationNeed(leadFacts, now), opening: placeOpening(leadFacts, now) };
}
