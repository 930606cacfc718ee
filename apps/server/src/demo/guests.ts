import type { FastifyBaseLogger } from 'fastify';
import type { App } from '../app.ts';
import { storeActor, type Database } from '../db/index.ts';
import { listStoreKeys } from '../modules/stores/index.ts';
import { signInToHeadOffice } from './head-office.ts';
import { WORLD } from './world.ts';

/** The demo's guests come, so that a day that goes by is not a day of no-shows. */

const EVERY_MS = 30_000;

/** Who came and went while the demo slept. To be called before its timers run. */
export async function letGuestsHaveBeen(db: Database, now: Date): Promise<void> {
  for (const { productId, storeId } of await listStoreKeys(db)) {
    await db.withActor(storeActor(productId, storeId), async (tx) => {
      await tx
        .updateTable('reservations')
        .set((it) => ({ state: 'IN_USE', version: it('version', '+', 1) }))
        .where('store_id', '=', storeId)
        .where('state', '=', 'CONFIRMED')
        .where('starts_at', '<=', now)
        .execute();
    });
  }
}

/** Whose time has come checks in, by the same request as a person's. */
export function keepGuestsComing(app: App, log: FastifyBaseLogger): () => void {
  let timer: NodeJS.Timeout;
  const again = () => {
    timer = setTimeout(() => {
      checkIn(app).catch((error: unknown) => log.warn({ err: error }, 'the demo’s guests could not come')).finally(again);
    }, EVERY_MS);
  };
  again();
  return () => clearTimeout(timer);
}

async function checkIn(app: App): Promise<void> {
  const now = new Date().toISOString();
  for (const product of WORLD) {
    const office = await signInToHeadOffice(app, product);
    if (!office) continue;
    const due = await office.ask<{ items: { id: string; kind: string; startsAt: string; version: number }[] }>(
      'GET', `/reservation?state=CONFIRMED&limit=200&from=${encodeURIComponent(now)}&to=${encodeURIComponent(now)}`,
    );
    for (const { id, kind, startsAt, version } of due.items) {
      if (kind === 'GUEST' && Date.parse(startsAt) <= Date.now()) await office.ask('POST', `/reservation/${id}/check-in`, { version });
    }
    await office.signOut();
  }
}
