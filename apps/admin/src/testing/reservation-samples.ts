import type { EntryFacts, PriceLine, ReservationDetail, Store, WaitlistEntry } from '@munjigi/contract';
import { boardReservation } from './board-samples.ts';
import { STORES } from './render-screen.tsx';
import { sampleId } from './samples.ts';
import { sampleStore } from './store-samples.ts';

/** Open from 10:00 to 04:00 every day, slots of 30 minutes, 1 to 4 hours, 10 minutes of cleaning after each. */
export function reservableStore(over: Partial<Store> = {}): Store {
  return sampleStore({
    hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt: '10:00', closesAt: '04:00' })),
    maxMinutes: 240,
    ...over,
  });
}

/** A line of the sample store's prices: 6,000 won a slot. */
export function samplePriceLine(startsAt: string, endsAt: string): PriceLine {
  const count = (Date.parse(endsAt) - Date.parse(startsAt)) / 1_800_000;
  return {
    policyId: sampleId(60),
    label: '주말',
    startsAt,
    endsAt,
    unit: 'SLOT',
    count,
    unitAmount: 6_000,
    extraPersons: 0,
    extraPersonAmount: 0,
    amount: count * 6_000,
  };
}

/** The sample reservation as its drawer reads it: created by a person at ten, paid, half of it refundable now. */
export function sampleDetail(over: Partial<ReservationDetail> = {}): ReservationDetail {
  const base = { ...boardReservation(), ...over };
  return {
    ...base,
    guestEmail: '',
    guestLanguage: 'ko',
    priceLines: [samplePriceLine(base.startsAt, base.endsAt)],
    createdAt: '2026-11-20T01:00:00.000Z',
    cancelledAt: null,
    refundPercent: null,
    refundAmount: null,
    addOnLines: [],
    discount: null,
    cancellation: { hoursBefore: 2, refundPercent: 50, owedAmount: 0, refundAmount: base.paidAmount / 2 },
    heldExtension: null,
    heldMove: null,
    history: [
      {
        id: sampleId(70),
        at: '2026-11-20T01:00:00.000Z',
        kind: 'CREATED',
        actorKind: 'PERSON',
        actorLabel: '김지은',
        reason: null,
        amount: null,
        before: null,
      },
    ],
    ...over,
  };
}

/** The facts of the entry of the sample reservation: ten minutes around the stay, no code, an empty room. */
export function sampleEntry(
  { id, startsAt, endsAt }: Pick<ReservationDetail, 'id' | 'startsAt' | 'endsAt'>,
  over: Partial<EntryFacts> = {},
): EntryFacts {
  const shifted = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString();
  return {
    reservationId: id,
    opensAt: shifted(startsAt, -10),
    closesAt: shifted(endsAt, 10),
    hasCode: false,
    isCodeGiven: false,
    inside: null,
    ...over,
  };
}

/** A waitlist entry for the sample reservation's time, in any room. */
export function sampleWaiting(over: Partial<WaitlistEntry> = {}): WaitlistEntry {
  return {
    id: sampleId(80),
    storeId: STORES[0].id,
    roomId: null,
    startsAt: '2026-11-21T05:00:00.000Z',
    endsAt: '2026-11-21T07:00:00.000Z',
    headCount: 2,
    guestName: '이*수',
    guestPhone: '010-****-7777',
    guestEmail: '',
    guestLanguage: 'ko',
    origin: 'STAFF',
    memo: '',
    state: 'WAITING',
    freeSince: null,
    freeRoomId: null,
    offeredReservationId: null,
    offerUntil: null,
    createdAt: '2026-11-20T01:00:00.000Z',
    version: 1,
    ...over,
  };
}
