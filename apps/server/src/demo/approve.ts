import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import { SYSTEM } from '../db/index.ts';
import type { DemoLock } from './devices.ts';
import { ANNOUNCED_WITHIN_MS, signInToHeadOffice } from './head-office.ts';
import { WORLD } from './world.ts';

/** Adds the announced locks as doors, by the same requests that a browser sends. */
export async function approveDemoLocks(app: App, locks: readonly DemoLock[]): Promise<void> {
  for (const product of WORLD) {
    const office = await signInToHeadOffice(app, product);
    if (!office) continue;
    const ofProduct = locks.filter((lock) => lock.productSlug === product.slug);
    const prefixes = await storePrefixes(app);
    for (const deadline = Date.now() + ANNOUNCED_WITHIN_MS; ; await sleep(100)) {
      const doors = await office.ask<{ total: number }>('GET', '/door?limit=1');
      if (doors.total >= ofProduct.length) break;
      const discovered = await office.ask<{ items: { id: string; storeId: string; name: string }[] }>(
        'GET',
        '/door/discovered?limit=200',
      );
      for (const found of discovered.items) {
        const lock = ofProduct.find(
          (demoLock) => prefixes.get(found.storeId) === demoLock.mqttPrefix && demoLock.label === found.name,
        );
        if (!lock) continue;
        const rooms = await office.ask<{ items: { id: string; order: number }[] }>(
          'GET',
          `/room?storeId=${found.storeId}&limit=200`,
        );
        const roomId = rooms.items.find((room) => room.order === lock.room)?.id ?? null;
        await office.ask('POST', '/door', { discoveredLockId: found.id, name: lock.label, roomId });
      }
      if (Date.now() > deadline)
        throw new Error(`The demo’s locks did not announce themselves within ${ANNOUNCED_WITHIN_MS / 1000} s`);
    }
    await office.signOut();
  }
}

async function storePrefixes(app: App): Promise<Map<string, string>> {
  const rows = await app.db.withActor(SYSTEM, (tx) => tx.selectFrom('stores').select(['id', 'mqtt_prefix']).execute());
  return new Map(rows.map((row) => [row.id, row.mqtt_prefix]));
}
