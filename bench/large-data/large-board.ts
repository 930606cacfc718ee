import type { CurrentUser, DailyReservations, Reservation, Store } from '@munjigi/contract';

/**
 * A store that is too large for a plain page, in the form of the server's replies: for measuring the board without a
 * server.
 */
export interface LargeBoard {
  readonly user: CurrentUser;
  readonly store: Store;
  readonly daily: (date: string, days: number) => DailyReservations;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Seoul is nine hours ahead of UTC all year. */
const OFFSET_MS = 9 * HOUR_MS;
const CUTOFF_HOURS = 6;
const STORE_ID = '0190aaaa-0000-7000-8000-000000000001';
const SURNAMES = '김이박최정강조윤장임';
const NAMES = '준서연우진현민지수아';
const STATES = ['CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'PENDING', 'COMPLETED', 'IN_USE', 'NO_SHOW'] as const;

const idOf = (kind: string, number: number) => `0190${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A linear congruential generator with values from 0 to 1, the same in every run. */
function steadyRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296;
}

/**
 * `rooms` rooms with `perRoomAndDay` reservations of one to four hours each, day and night, and an occasional block.
 */
export function largeBoard({
  rooms,
  perRoomAndDay,
  slotMinutes = 30,
}: {
  rooms: number;
  perRoomAndDay: number;
  slotMinutes?: number;
}): LargeBoard {
  const store: Store = {
    id: STORE_ID,
    name: '강남점',
    address: '',
    phone: '',
    businessNumber: '',
    timeZone: 'Asia/Seoul',
    closedAt: null,
    mqttPrefix: 'playroom/gangnam',
    hours: [],
    slotMinutes,
    minMinutes: 60,
    maxMinutes: 720,
    horizonDays: 90,
    bufferMinutes: 10,
    holdMinutes: 20,
    waitlistOfferMinutes: 0,
    accessBeforeMinutes: 10,
    accessAfterMinutes: 10,
    prepareMinutes: 10,
    warningMinutes: 10,
    overrunWatts: 0,
    dayCutoff: '06:00',
    cancellationTiers: [],
    settlementTerms: { royaltyPercent: 5, cycle: 'MONTHLY', payoutLagDays: 5 },
    version: 1,
  };
  const user: CurrentUser = {
    id: idOf('cccc', 1),
    email: 'owner@demo.test',
    name: '김지은',
    roles: ['FRANCHISEE'],
    stores: [{ id: STORE_ID, name: store.name, timeZone: store.timeZone }],
    products: [{ slug: 'playroom', name: 'Playroom' }],
    locale: 'kr',
    // No stream position: the stream of this page begins when it connects.
    eventPosition: '',
  };

  function reservationsOf(room: number, fromMs: number, days: number): Reservation[] {
    const random = steadyRandom(room * 7919 + Math.floor(fromMs / DAY_MS));
    const every = DAY_MS / perRoomAndDay;
    const all: Reservation[] = [];
    for (let number = 0; number < Math.round(perRoomAndDay * days); number += 1) {
      const slots = Math.min(Math.floor(every / HOUR_MS / 0.5) - 1, 2 + Math.floor(random() * 7));
      const free = Math.floor((every - slots * HOUR_MS * 0.5 - 600_000) / (HOUR_MS * 0.5));
      const startMs =
        fromMs +
        Math.ceil((number * every) / (HOUR_MS * 0.5)) * HOUR_MS * 0.5 +
        Math.floor(random() * Math.max(0, free)) * HOUR_MS * 0.5;
      all.push(reservationAt(room * 100 + number, room, startMs, startMs + slots * HOUR_MS * 0.5, random));
    }
    return all;
  }

  function reservationAt(
    number: number,
    room: number,
    startMs: number,
    endMs: number,
    random: () => number,
  ): Reservation {
    const isBlock = random() < 0.06;
    const pick = (letters: string) => letters[Math.floor(random() * letters.length)] ?? '';
    const price = ((endMs - startMs) / HOUR_MS) * 12_000;
    const state = isBlock ? 'CONFIRMED' : (STATES[Math.floor(random() * STATES.length)] ?? 'CONFIRMED');
    const iso = (ms: number) => new Date(ms).toISOString();
    return {
      id: idOf('dddd', number),
      code: 'K7QX-29MD',
      storeId: STORE_ID,
      roomId: idOf('bbbb', room),
      kind: isBlock ? 'BLOCK' : 'GUEST',
      state,
      startsAt: iso(startMs),
      endsAt: iso(endMs),
      bufferEndsAt: iso(endMs + (isBlock ? 0 : 600_000)),
      businessDate: iso(startMs).slice(0, 10),
      guestName: isBlock ? '' : `${pick(SURNAMES)}*${pick(NAMES)}`,
      guestPhone: isBlock ? '' : '010-****-1234',
      headCount: isBlock ? 0 : 2 + Math.floor(random() * 5),
      channel: random() < 0.1 ? 'WALK_IN' : 'STAFF',
      blockReason: isBlock ? (random() < 0.5 ? 'CLEANING' : 'REPAIR') : null,
      memo: '',
      priceAmount: isBlock ? 0 : price,
      waivedAmount: 0,
      paidAmount: isBlock || state === 'PENDING' || random() < 0.2 ? 0 : price,
      holdExpiresAt: null,
      seriesId: random() < 0.08 ? idOf('eeee', 1) : null,
      version: 1,
    };
  }

  return {
    user,
    store,
    daily(date, days) {
      const startMs = Date.parse(`${date}T00:00:00Z`) - OFFSET_MS + CUTOFF_HOURS * HOUR_MS;
      const iso = (ms: number) => new Date(ms).toISOString();
      const each = Array.from({ length: days }, (_, day) => startMs + day * DAY_MS);
      return {
        storeId: STORE_ID,
        date,
        startsAt: iso(startMs),
        endsAt: iso(startMs + days * DAY_MS),
        // The store opens from 10:00 to 04:00.
        open: each.map((at) => ({ startsAt: iso(at + 4 * HOUR_MS), endsAt: iso(at + 22 * HOUR_MS) })),
        rooms: Array.from({ length: rooms }, (_, room) => ({
          room: {
            id: idOf('bbbb', room),
            storeId: STORE_ID,
            name: `${room + 1}번 룸`,
            capacity: 4 + (room % 5),
            order: room,
            partRoomIds: [],
          },
          reservations: reservationsOf(room, startMs, days),
          closures:
            room % 9 === 4
              ? [
                  {
                    startsAt: iso(startMs + 7 * HOUR_MS),
                    endsAt: iso(startMs + 9 * HOUR_MS),
                    reason: '누수 점검',
                    reservationId: null,
                  },
                ]
              : [],
        })),
      };
    },
  };
}
