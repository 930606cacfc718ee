import type { PricePolicy, Reservation, Store } from '@munjigi/contract';
import { STORES } from './render-screen.tsx';
import { sampleId } from './samples.ts';

/** A store that is open from 10:00 to 22:00 on weekdays and until 02:00 at weekends. */
export function sampleStore(over: Partial<Store> = {}): Store {
  return {
    id: STORES[0].id,
    name: '강남점',
    address: '서울 강남구 1',
    phone: '02-555-0101',
    businessNumber: '',
    timeZone: 'Asia/Seoul',
    mqttPrefix: 'playroom/gangnam',
    closedAt: null,
    hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      weekday,
      opensAt: '10:00',
      closesAt: weekday > 5 ? '02:00' : '22:00',
    })),
    slotMinutes: 30,
    minMinutes: 60,
    maxMinutes: 480,
    horizonDays: 60,
    bufferMinutes: 10,
    holdMinutes: 15,
    waitlistOfferMinutes: 0,
    accessBeforeMinutes: 10,
    accessAfterMinutes: 10,
    prepareMinutes: 10,
    warningMinutes: 10,
    overrunWatts: 0,
    dayCutoff: '06:00',
    cancellationTiers: [
      { hoursBefore: 24, refundPercent: 100 },
      { hoursBefore: 2, refundPercent: 50 },
    ],
    settlementTerms: { royaltyPercent: 5, cycle: 'MONTHLY', payoutLagDays: 5 },
    version: 3,
    ...over,
  };
}

export function samplePolicy(over: Partial<PricePolicy> = {}): PricePolicy {
  return {
    id: sampleId(60),
    storeId: STORES[0].id,
    name: '평일 낮',
    roomIds: [],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    holidays: true,
    startsOn: null,
    endsOn: null,
    fromTime: '00:00',
    toTime: '00:00',
    unit: 'SLOT',
    amount: 5000,
    packageMinutes: null,
    includedHeadCount: 2,
    extraPersonAmount: 0,
    priority: 10,
    version: 2,
    ...over,
  };
}

export function sampleReservation(over: Partial<Reservation> = {}): Reservation {
  return {
    id: sampleId(50),
    code: 'K7QX-29MD',
    storeId: STORES[0].id,
    roomId: sampleId(10),
    kind: 'GUEST',
    state: 'CONFIRMED',
    startsAt: '2026-11-20T03:00:00Z',
    endsAt: '2026-11-20T05:00:00Z',
    bufferEndsAt: '2026-11-20T05:30:00Z',
    businessDate: '2026-11-20',
    guestName: '홍*동',
    guestPhone: '010-****-1234',
    headCount: 2,
    channel: 'STAFF',
    blockReason: null,
    memo: '',
    priceAmount: 20_000,
    paidAmount: 0,
    waivedAmount: 0,
    holdExpiresAt: null,
    seriesId: null,
    version: 1,
    ...over,
  };
}

/** Two reservations that a change would strand, as a refusal names them. */
export const STRANDED = {
  stranded: [
    {
      id: sampleId(70),
      code: 'K7QX-29MD',
      roomId: sampleId(10),
      roomName: '1번 룸',
      startsAt: '2026-11-20T14:00:00Z',
      endsAt: '2026-11-20T16:00:00Z',
    },
    {
      id: sampleId(71),
      code: 'P2WD-83KF',
      roomId: sampleId(10),
      roomName: '1번 룸',
      startsAt: '2026-11-21T14:00:00Z',
      endsAt: '2026-11-21T16:00:00Z',
    },
  ],
  strandedCount: 2,
};
