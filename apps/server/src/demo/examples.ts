import { zonedInstant } from '@munjigi/rules';
import type { FastifyBaseLogger } from 'fastify';
import type { App } from '../app.ts';
import { addDemoAdults } from './adult-examples.ts';
import { openDemoChannel, type ExampleStore, type FreeStay } from './channel-example.ts';
import { signInToHeadOffice, type HeadOffice } from './head-office.ts';
import { UNREACHABLE_PHONES } from './messages.ts';
import { setDemoOnCallRules, acknowledgeDemoIncident } from './on-call-example.ts';
import { addDemoPasses } from './pass-examples.ts';
import { addDemoReceipts } from './receipt-examples.ts';
import { WORLD } from './world.ts';

/**
 * Rare states of money and messages, so that a visitor sees their screens with data: in the last store of the first
 * chain, the offer in the one that offers free times by itself. Each is the result of requests as people send them.
 */

interface Store extends ExampleStore {
  readonly name: string;
  readonly waitlistOfferMinutes: number;
}

/** Adds the examples once. Returns a function that ends what still runs. */
export async function addDemoExamples(app: App, log: FastifyBaseLogger, now: Date): Promise<() => void> {
  const [product] = WORLD;
  const office = product && (await signInToHeadOffice(app, product));
  if (!product || !office) return () => undefined;
  const { items } = await office.ask<{ items: Store[] }>('GET', '/store?limit=200');
  const store = items.find(({ name }) => name === product.stores.at(-1)?.name);
  const offering = items.find(({ waitlistOfferMinutes }) => waitlistOfferMinutes > 0);
  const stores = [store, offering].flatMap((item) => item ?? []);
  const channel = store && (await openDemoChannel(app, { slug: product.slug, office, stores, now }));
  if (!channel) {
    await office.signOut();
    return () => undefined;
  }
  await channel.addMoney(store);
  await addDemoPasses(office, store.id);
  await addDemoReceipts(office, store.id, await channel.findStays(store, 70, 90));
  await addDemoAdults(app, { office, channel, store, now });
  for (const { id, name } of items)
    if (product.stores.some((demoStore) => demoStore.name === name))
      await setDemoOnCallRules(office, id, id === store.id);
  await addUnreachableGuests(office, await channel.findStays(store, 3, 20));
  // At night staff call the guest instead, and the dashboard of the store would show that (WL-2).
  if (offering && isDay(offering, now))
    await addWaitingGuest(office, offering.id, await channel.findStays(offering, 48, 60));
  await office.signOut();
  return acknowledgeDemoIncident(app, log, { product, storeId: store.id });
}

/** Two guests of the next hours whom no message reaches, and one who refuses a kind of messages (MS-15). */
async function addUnreachableGuests(office: HeadOffice, stays: readonly FreeStay[]): Promise<void> {
  const guests = [
    ...UNREACHABLE_PHONES.map((phone) => ['변전화', phone] as const),
    ['남거절', '010-0000-9103'] as const,
  ];
  for (const [number, [guestName, guestPhone]] of guests.entries()) {
    const stay = stays[number];
    if (stay === undefined) return;
    const { id } = await office.ask<{ id: string }>('POST', '/reservation', {
      ...stay,
      guestName,
      guestPhone,
      headCount: 2,
    });
    if (number === guests.length - 1)
      await office.ask('POST', `/reservation/${id}/message/opt-outs`, { kind: 'ENDING_SOON', isRefused: true });
  }
}

/** A guest waits for a time that another one gives up, and gets an offer of it for 20 minutes (WL-1). */
async function addWaitingGuest(office: HeadOffice, storeId: string, [stay]: readonly FreeStay[]): Promise<void> {
  if (stay === undefined) return;
  const guest = { headCount: 2, guestName: '선약속', guestPhone: '010-0000-9104' };
  const reservation = await office.ask<{ id: string; version: number }>('POST', '/reservation', { ...stay, ...guest });
  await office.ask('POST', '/waitlist', {
    ...stay,
    storeId,
    headCount: 2,
    guestName: '기다림',
    guestPhone: '010-0000-9105',
    memo: '같은 날 저녁도 괜찮음',
  });
  await office.ask('POST', `/reservation/${reservation.id}/cancel`, {
    version: reservation.version,
    reason: '손님 요청',
  });
}

function isDay({ timeZone }: Store, now: Date): boolean {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);
  return zonedInstant(timeZone, date, '08:00') <= now && now < zonedInstant(timeZone, date, '20:45');
}
