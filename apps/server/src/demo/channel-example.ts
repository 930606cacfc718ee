import type { Availability } from '@munjigi/contract';
import { businessDateOf } from '@munjigi/rules';
import type { App } from '../app.ts';
import type { HeadOffice } from './head-office.ts';

/** A booking channel of the demo: one of its payments is a refund that it owes, and its statement has differences (CH-3, CH-4). */

const CHANNEL_NAME = '놀이예약';
/** What the channel keeps of a payment: 10 % and the VAT of it. */
const COMMISSION_SHARE = 0.1;

export interface ExampleStore {
  readonly id: string;
  readonly timeZone: string;
  readonly dayCutoff: string;
}

interface Example {
  readonly slug: string;
  readonly office: HeadOffice;
  /** The stores in which the channel books. */
  readonly stores: readonly ExampleStore[];
  readonly now: Date;
}

export interface FreeStay {
  readonly roomId: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

interface Booked {
  readonly id: string;
  readonly code: string;
  readonly version: number;
  readonly priceAmount: number;
}

/** A request of the channel with its key. Throws when it is refused. */
type AskAsChannel = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;

export interface ChannelExample {
  /** Free stays of one hour that begin between so many hours from now, each in another room. */
  findStays(store: ExampleStore, fromHours: number, toHours: number): Promise<FreeStay[]>;
  /** Three payments, one with a refund that the channel owes, and a statement that differs. */
  addMoney(store: ExampleStore): Promise<void>;
}

/** Creates the key of the channel. `null`: it exists, so the examples were added before. */
export async function openDemoChannel(app: App, example: Example): Promise<ChannelExample | null> {
  const { office, stores, slug, now } = example;
  const { items } = await office.ask<{ items: { name: string }[] }>('GET', '/api-key?limit=200');
  if (items.some(({ name }) => name === CHANNEL_NAME)) return null;
  const { apiKey, secret } = await office.ask<{ apiKey: { id: string }; secret: string }>('POST', '/api-key', {
    name: CHANNEL_NAME,
    storeIds: stores.map(({ id }) => id),
  });
  const ask: AskAsChannel = async (method, path, body) => {
    const response = await app.http.inject({
      method,
      url: `/api/v2/${slug}/channel${path}`,
      headers: { authorization: `Bearer ${secret}` },
      ...(body === undefined ? {} : { payload: body }),
    });
    if (response.statusCode !== 200) throw new Error(`The demo's channel was refused ${path}: ${response.body}`);
    return response.json();
  };
  return {
    findStays: (store, fromHours, toHours) =>
      findFreeStays(ask, store, {
        from: now.getTime() + fromHours * HOUR_MS,
        to: now.getTime() + toHours * HOUR_MS,
      }),
    addMoney: (store) => addChannelMoney(ask, { office, store, now, apiKeyId: apiKey.id }),
  };
}

const HOUR_MS = 3_600_000;
const GRID_MS = HOUR_MS / 2;

async function findFreeStays(
  ask: AskAsChannel,
  store: ExampleStore,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<FreeStay[]> {
  const dates = new Set([from, to].map((at) => businessDateOf(store, new Date(at))));
  const stays = new Map<string, FreeStay>();
  for (const date of dates) {
    const { rooms } = await ask<Availability>('GET', `/availability?storeId=${store.id}&date=${date}`);
    for (const { roomId, free } of rooms) {
      for (const period of free) {
        const startsAt = Math.ceil(Math.max(Date.parse(period.startsAt), from) / GRID_MS) * GRID_MS;
        // The room stays free for the time between two guests.
        const isFree = startsAt + 1.5 * HOUR_MS <= Date.parse(period.endsAt) && startsAt <= to;
        if (!isFree || stays.has(roomId)) continue;
        stays.set(roomId, {
          roomId,
          startsAt: new Date(startsAt).toISOString(),
          endsAt: new Date(startsAt + HOUR_MS).toISOString(),
        });
      }
    }
  }
  return [...stays.values()];
}

interface ChannelMoney {
  readonly office: HeadOffice;
  readonly store: ExampleStore;
  readonly now: Date;
  readonly apiKeyId: string;
}

async function addChannelMoney(ask: AskAsChannel, { office, store, now, apiKeyId }: ChannelMoney): Promise<void> {
  const from = now.getTime() + 6 * 24 * HOUR_MS;
  const stays = await findFreeStays(ask, store, { from, to: from + 24 * HOUR_MS });
  const booked: { readonly reservation: Booked; readonly reference: string; readonly commission: number }[] = [];
  for (const [number, stay] of stays.slice(0, 3).entries()) {
    const held = await ask<Booked>('POST', '/reservation', {
      ...stay,
      headCount: 2,
      guestName: ['문채널', '노예약', '구정산'][number],
      guestPhone: `010-0000-911${number}`,
    });
    const reference = `PLAY-2026-${String(1041 + number)}`;
    const commission = Math.floor(held.priceAmount * COMMISSION_SHARE);
    const vat = Math.floor(commission / 10);
    const reservation = await ask<Booked>('POST', `/reservation/${held.id}/confirm`, {
      version: held.version,
      payment: { amount: held.priceAmount, commissionAmount: commission, commissionVatAmount: vat, reference },
    });
    booked.push({ reservation, reference, commission: commission + vat });
  }
  const [equal, different, cancelled] = booked;
  if (!equal || !different || !cancelled) return;
  // The channel has the money of this guest, so its refund is owed (CH-3).
  await office.ask('POST', `/reservation/${cancelled.reservation.id}/cancel`, {
    version: cancelled.reservation.version,
    reason: '손님 요청',
  });
  await confirmRefundNotice(office, store.id);
  const lines = [
    '결제번호,결제금액,환불금액,수수료',
    `${equal.reference},${equal.reservation.priceAmount},0,${equal.commission}`,
    `${different.reference},${different.reservation.priceAmount},0,${different.commission + 500}`,
    'PLAY-2026-0987,12000,0,1320',
  ];
  const today = businessDateOf(store, now);
  const query = new URLSearchParams({
    apiKeyId,
    from: `${today.slice(0, 8)}01`,
    to: today,
    fileName: '놀이예약-정산.csv',
  });
  await office.sendFile(`/channel-statement?${query.toString()}`, lines.join('\n'));
}

/** Without this, the browser of a visitor would ring at once. */
async function confirmRefundNotice(office: HeadOffice, storeId: string): Promise<void> {
  const { items } = await office.ask<{ items: { id: string; kind: string }[] }>(
    'GET',
    `/payment/notification?storeId=${storeId}&limit=20`,
  );
  const ids = items.filter(({ kind }) => kind === 'REFUND_OWED').map(({ id }) => id);
  if (ids.length > 0) await office.ask('POST', '/payment/notification/confirm', { ids });
}
