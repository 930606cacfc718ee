import { startKeypadLock, type KeypadLock } from '@munjigi/virtual-devices';
import { expect } from '@playwright/test';
import { brokerOf } from './broker.ts';
import type { Playroom, Reservation } from './playroom.ts';

/** Functions for tests of online booking. */

let count = 0;

/** A separate store that takes online bookings, open day and night, with one room whose door has a lock. */
export interface BookingDesk {
  readonly storeId: string;
  readonly storeName: string;
  /** The address of the store's booking page. */
  readonly path: string;
  readonly roomId: string;
  readonly roomName: string;
  readonly lock: KeypadLock;
  /** A phone that no other test uses. */
  readonly phone: string;
  readonly addRoom: (name: string, capacity: number) => Promise<string>;
  /** The latest code that the phone received. */
  readonly readCode: () => Promise<string>;
}

interface Versioned {
  readonly id: string;
  readonly version: number;
}

/** Opens a store for online booking, and closes it after `work`. Guests enter from two hours before the start on. */
export async function withBookingDesk(
  playroom: Playroom,
  server: string,
  work: (desk: BookingDesk) => Promise<void>,
): Promise<void> {
  const mark = `${Date.now().toString(36)}${process.pid}${(count += 1)}`;
  const store = await openStore(playroom, mark);
  const roomName = '1번 한강룸';
  const lock = await startKeypadLock({
    url: brokerOf(server, `playroom/book-${mark}`),
    baseTopic: `playroom/book-${mark}/room`,
    name: 'lock',
    answerMs: 250,
  });
  const addRoom = async (name: string, capacity: number) =>
    (await playroom.ask<Versioned>('admin', 'POST', 'room', { storeId: store.id, name, capacity })).id;
  try {
    const roomId = await addRoom(roomName, 4);
    await playroom.ask('admin', 'POST', 'door', {
      manualBinding: { storeId: store.id, binding: lock.binding },
      name: `${roomName} 문`,
      roomId,
    });
    const phone = `010-${String(1000 + (process.pid % 9000))}-${String(Date.now() % 10_000).padStart(4, '0')}`;
    const readCode = async () => {
      let code = '';
      await expect
        .poll(async () => (code = await findCode(playroom, phone)), { message: 'the code arrives' })
        .toMatch(/^\d{6}$/);
      return code;
    };
    const path = `/b/playroom/${store.id}`;
    await work({ storeId: store.id, storeName: store.name, path, roomId, roomName, lock, phone, addRoom, readCode });
  } finally {
    await lock.stop();
    await closeStore(playroom, store.id);
  }
}

async function openStore({ ask }: Playroom, mark: string): Promise<{ readonly id: string; readonly name: string }> {
  const name = `예약점 ${mark}`;
  const createReservation = await ask<Versioned>('admin', 'POST', 'store', {
    name,
    code: `book-${mark}`,
    address: '서울 강남구 테헤란로 152, 3층',
    phone: '02-555-0152',
    businessNumber: '120-81-47521',
    hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt: '00:00', closesAt: '00:00' })),
  });
  const edited = await ask<Versioned>('admin', 'PATCH', `store/${createReservation.id}`, {
    slotMinutes: 10,
    minMinutes: 30,
    maxMinutes: 240,
    bufferMinutes: 0,
    accessBeforeMinutes: 120,
    cancellationTiers: [{ hoursBefore: 0, refundPercent: 100 }],
    version: createReservation.version,
  });
  await ask('admin', 'POST', 'price-policy', {
    storeId: createReservation.id,
    name: '기본 요금',
    roomIds: [],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    holidays: true,
    startsOn: null,
    endsOn: null,
    fromTime: '00:00',
    toTime: '00:00',
    unit: 'SLOT',
    amount: 2000,
    packageMinutes: null,
    includedHeadCount: 2,
    extraPersonAmount: 0,
    priority: 1,
  });
  await ask('admin', 'POST', `store/${createReservation.id}/seller`, {
    kind: 'STORE',
    version: 0,
    legalName: name,
    representative: '김대표',
    mailOrderNumber: '제2026-서울강남-01520호',
    mailOrderExemption: null,
    address: '서울 강남구 테헤란로 152, 3층',
    phone: '02-555-0152',
    email: 'booking@seller.example',
    hostingProvider: '',
  });
  await ask('admin', 'PATCH', `store/${createReservation.id}/guest-information`, {
    bookingIsOpen: true,
    bookingTerms: '시설을 소중히 다뤄 주세요.',
    version: edited.version,
  });
  return { id: createReservation.id, name };
}

/** The newest code in the inbox of the demo. Empty: none yet. */
async function findCode({ ask }: Playroom, phone: string): Promise<string> {
  const { items } = await ask<{ items: { to: string; body: string }[] }>('admin', 'GET', 'demo-inbox');
  const digits = phone.replace(/\D/g, '');
  const bodies = items.filter(({ to }) => to.replace(/\D/g, '') === digits).map(({ body }) => body);
  const code = /(?:인증번호|code(?: to [^.]*)? is) (\d{6})/;
  return code.exec(bodies.find((body) => code.test(body)) ?? '')?.[1] ?? '';
}

async function closeStore({ ask }: Playroom, storeId: string): Promise<void> {
  // Again when the server changed a reservation meanwhile: an opened door checks its guest in.
  await expect(async () => {
    const { items } = await ask<{ items: Reservation[] }>('admin', 'GET', `reservation?storeId=${storeId}&limit=100`);
    for (const { id, state, version } of items) {
      if (state === 'PENDING' || state === 'CONFIRMED')
        await ask('admin', 'POST', `reservation/${id}/cancel`, { version });
      if (state === 'IN_USE') await ask('admin', 'POST', `reservation/${id}/complete`, { version });
    }
    const { version } = await ask<Versioned>('admin', 'GET', `store/${storeId}`);
    await ask('admin', 'POST', `store/${storeId}/close`, { version, reason: '시험 끝' });
  }).toPass({ timeout: 20_000 });
}
