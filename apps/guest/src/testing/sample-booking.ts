import type { BookingNow, BookingStore, BookingTimes } from '@munjigi/contract';

const roomOf = (id: string, name: string, capacity: number): BookingStore['rooms'][number] => ({
  id,
  name,
  capacity,
  description: '',
  descriptionEn: '',
  amenities: [],
  photos: [],
});

/** A store in Seoul on Wednesday, 25 November 2026, with rooms for 2, 4 and 6 guests. */
export function sampleBookingStore(over: Partial<BookingStore> = {}): BookingStore {
  return {
    product: { slug: 'playroom', name: '플레이룸' },
    seller: {
      kind: 'STORE',
      legalName: '강남 놀이방',
      representative: '김대표',
      businessNumber: '120-81-47521',
      mailOrderNumber: '2026-서울강남-01234',
      mailOrderExemption: null,
      address: '서울 강남구 테헤란로 1',
      phone: '02-555-0152',
      email: 'gangnam@seller.example',
      hostingProvider: '',
      brokerName: null,
    },
    hasPrivacyPolicy: true,
    id: 's1',
    name: '강남점',
    address: '서울 강남구 1',
    addressEn: '',
    phone: '02-555-0152',
    mapUrl: '',
    isOpen: true,
    timeZone: 'Asia/Seoul',
    now: '2026-11-25T06:30:00.000Z',
    today: '2026-11-25',
    lastDate: '2027-01-23',
    slotMinutes: 30,
    minMinutes: 60,
    maxMinutes: 240,
    horizonDays: 60,
    holdMinutes: 10,
    cancellationTiers: [{ hoursBefore: 24, refundPercent: 100 }],
    terms: '시설을 소중히 다뤄 주세요.',
    termsEn: '',
    termsVersion: 'v1',
    termsVersionEn: 'v1',
    canPay: true,
    canSendCode: true,
    canSendEmail: false,
    addOns: [],
    hasCoupons: false,
    rooms: [roomOf('r1', '1번 한강룸', 4), roomOf('r2', '2번 남산룸', 6), roomOf('r3', '3번 북악룸', 2)],
    ...over,
  };
}

/** Times of 26 November: 10:00 with both rooms, 19:00 with the second only, and 00:30 of the day after. */
export function sampleBookingTimes(over: Partial<BookingTimes> = {}): BookingTimes {
  return {
    date: '2026-11-26',
    minutes: 120,
    headCount: 2,
    roomIds: ['r1', 'r2'],
    items: [
      { startsAt: '2026-11-26T01:00:00.000Z', endsAt: '2026-11-26T03:00:00.000Z', amounts: [30_000, 20_000] },
      { startsAt: '2026-11-26T10:00:00.000Z', endsAt: '2026-11-26T12:00:00.000Z', amounts: [null, 25_000] },
      { startsAt: '2026-11-26T15:30:00.000Z', endsAt: '2026-11-26T17:30:00.000Z', amounts: [20_000, 20_000] },
    ],
    full: [
      { startsAt: '2026-11-26T02:00:00.000Z', endsAt: '2026-11-26T04:00:00.000Z' },
      { startsAt: '2026-11-26T03:00:00.000Z', endsAt: '2026-11-26T05:00:00.000Z' },
    ],
    ...over,
  };
}

/** An add-on of every room at 1,000 won for the stay. */
export function sampleAddOn(over: Partial<BookingStore['addOns'][number]> = {}): BookingStore['addOns'][number] {
  return {
    id: 'a1',
    name: '보드게임',
    description: '',
    unit: 'STAY',
    amount: 1000,
    maxQuantity: 5,
    roomIds: [],
    ...over,
  };
}

/** Wednesday at 15:30: the first room is free until 19:00, the second one is taken, and both are free from 19:00 on. */
export function sampleBookingNow(over: Partial<BookingNow> = {}): BookingNow {
  return {
    now: '2026-11-25T06:30:20.000Z',
    today: '2026-11-25',
    minutes: 120,
    headCount: 2,
    isOpen: true,
    opensAt: null,
    rooms: [
      {
        roomId: 'r1',
        stay: { startsAt: '2026-11-25T06:30:00.000Z', endsAt: '2026-11-25T08:30:00.000Z', amount: 24_000 },
        freeUntil: '2026-11-25T10:00:00.000Z',
      },
      { roomId: 'r2', stay: null, freeUntil: null },
    ],
    next: [
      {
        date: '2026-11-25',
        startsAt: '2026-11-25T07:00:00.000Z',
        endsAt: '2026-11-25T09:00:00.000Z',
        amounts: [24_000, null],
      },
      {
        date: '2026-11-25',
        startsAt: '2026-11-25T15:30:00.000Z',
        endsAt: '2026-11-25T17:30:00.000Z',
        amounts: [20_000, 22_000],
      },
    ],
    fromAmount: 20_000,
    ...over,
  };
}
