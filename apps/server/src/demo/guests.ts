import type { FastifyBaseLogger } from 'fastify';
import type { App } from '../app.ts';
import { storeActor, type Database } from '../db/index.ts';
import { listStoreKeys } from '../modules/stores/index.ts';
import { findCurrentGuests } from './current-guests.ts';
import { signInToHeadOffice } from './head-office.ts';
import { WORLD } from './world.ts';

/** Checks the demo's guests in, so that they do not all become no-shows. */

const EVERY_MS = 30_000;
/** A guest of a newer reservation, unless the demo itself made it, is left to the person who tries the product. */
const LEFT_ALONE_MS = 10 * 60_000;

/** Marks the guests as in use whose start passed while the demo was stopped. Call it before the timers run. */
export async function letGuestsHaveBeen(db: Database, now: Date): Promise<void> {
  for (const { productId, storeId } of await listStoreKeys(db)) {
    await db.withActor(storeActor(productId, storeId), async (tx) => {
      await tx
        .updateTable('reservations')
        .set((eb) => ({ state: 'IN_USE', version: eb('version', '+', 1) }))
        .where('store_id', '=', storeId)
        .where('state', '=', 'CONFIRMED')
        .where('starts_at', '<=', now)
        .execute();
    });
  }
}

/** Checks in each guest whose time has come, by the same request as a person. */
export function keepGuestsComing(app: App, log: FastifyBaseLogger): () => void {
  const startedAtMs = Date.now();
  let timer: NodeJS.Timeout;
  const scheduleNext = () => {
    timer = setTimeout(() => {
      checkInDueGuests(app, startedAtMs)
        .catch((error: unknown) => log.warn({ err: error }, 'the demo’s guests could not come'))
        .finally(scheduleNext);
    }, EVERY_MS);
  };
  scheduleNext();
  return () => clearTimeout(timer);
}

/** The time in a UUID of version 7. */
const createdAtMs = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/**
 * Checks in each guest whose stay has begun. A guest of a reservation made after `startedAtMs` is left alone for some
 * minutes. Signs in only when a guest is due, because the audit log shows each sign-in.
 */
export async function checkInDueGuests(app: App, startedAtMs: number): Promise<void> {
  const newestMs = Math.max(startedAtMs, Date.now() - LEFT_ALONE_MS);
  const due = (await findCurrentGuests(app.db, { state: 'CONFIRMED', until: new Date() })).filter(
    ({ id }) => createdAtMs(id) <= newestMs,
  );
  for (const product of WORLD) {
    const guests = due.filter(({ mqttPrefix }) => product.stores.some((store) => store.mqttPrefix === mqttPrefix));
    const office = guests.length === 0 ? null : await signInToHeadOffice(app, product);
    if (!office) continue;
    for (const { id, version } of guests)
      await office.ask('POST', `/reservation/${id}/check-in`, {
        version,
        // Of a guest who has to be checked for age; ignored of every other one.
        adult: { document: 'ID_CARD', reason: '매장에서 봄' },
      });
    await office.signOut();
  }
}
