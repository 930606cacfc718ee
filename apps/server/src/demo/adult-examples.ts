import { zonedDate, zonedInstant } from '@munjigi/rules';
import { v7 as uuidv7 } from 'uuid';
import type { App } from '../app.ts';
import { storeActor } from '../db/index.ts';
import { contactMarkOf, insertAgeCheck } from '../modules/age-checks/index.ts';
import { listStoreKeys } from '../modules/stores/index.ts';
import type { ChannelExample, ExampleStore } from './channel-example.ts';
import type { HeadOffice } from './head-office.ts';

/**
 * A room for adults at night, with a guest who was checked by an identity check, one who was not, and one whose document
 * staff have seen (AG-1, AG-7, AG-10).
 */

interface AdultExample {
  readonly office: HeadOffice;
  readonly channel: Pick<ChannelExample, 'findStays'>;
  readonly store: ExampleStore;
  readonly now: Date;
}

const GUESTS = [
  { guestName: '나성인', guestPhone: '010-0000-9109' },
  { guestName: '미확인', guestPhone: '010-0000-9110' },
  { guestName: '신분증', guestPhone: '010-0000-9111' },
] as const;
const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

export async function addDemoAdults(app: App, { office, channel, store, now }: AdultExample): Promise<void> {
  const { items } = await office.ask<{ items: { id: string }[] }>('GET', `/room?storeId=${store.id}&limit=200`);
  const roomId = items.at(-1)?.id;
  if (roomId === undefined) return;
  const rule = {
    roomIds: [roomId],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    fromTime: '22:00',
    toTime: '06:00',
    basis: 'YOUTH_ACT',
    note: '심야에는 성인만',
  };
  await office.ask('POST', `/store/${store.id}/age-rules`, { rules: [rule], checkMonths: 12, version: 0 });
  await checkIdentity(app, store.id, now);
  for (const [night, guest] of GUESTS.entries()) {
    const stay = await findNight({ channel, store, now }, { roomId, days: night + 1 });
    if (stay === undefined) continue;
    const { id } = await office.ask<{ id: string }>('POST', '/reservation', { ...stay, ...guest, headCount: 2 });
    if (guest.guestName === '신분증')
      await office.ask('POST', `/reservation/${id}/age-check/confirm`, {
        document: 'PASSPORT',
        reason: '영상 통화로 봄',
      });
  }
}

/** A free hour of the room from 22:00 on, so many days ahead. */
async function findNight(
  { channel, store, now }: Pick<AdultExample, 'channel' | 'store' | 'now'>,
  { roomId, days }: { readonly roomId: string; readonly days: number },
) {
  const date = zonedDate(store.timeZone, new Date(now.getTime() + days * DAY_MS));
  const fromHours = (zonedInstant(store.timeZone, date, '22:00').getTime() - now.getTime()) / HOUR_MS;
  const stays = await channel.findStays(store, fromHours, fromHours + 3);
  return stays.find((stay) => stay.roomId === roomId);
}

/** The first guest was checked before, as by the provider. */
async function checkIdentity(app: App, storeId: string, now: Date): Promise<void> {
  const key = (await listStoreKeys(app.db)).find((one) => one.storeId === storeId);
  if (!key) return;
  await app.db.withActor(storeActor(key.productId, storeId), async (tx) => {
    const mark = contactMarkOf(tx, GUESTS[0]);
    if (mark === null) return;
    const { productId } = key;
    await insertAgeCheck(tx, { productId, storeId, id: uuidv7(), mark, basis: 'YOUTH_ACT', way: 'IDENTITY', now });
  });
}
