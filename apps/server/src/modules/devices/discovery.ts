import type { DiscoveredLock } from '@munjigi/contract';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { storeActor, type Tables, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import type { StoreKey } from '../stores/index.ts';
import type { DeviceDeps } from './deps.ts';
import type { AnnouncedLock } from './drivers/index.ts';

/** Devices that announced themselves. Nothing is done with one before a person has approved it (DR-4). */

const MOST_PER_STORE = 500;
const DRIVER = 'ha-mqtt';

export interface Announcement {
  readonly topic: string;
  /** Empty: taken back. */
  readonly locks: readonly AnnouncedLock[];
}

export async function keepAnnouncement(deps: DeviceDeps, store: StoreKey, it: Announcement): Promise<void> {
  await deps.db.withActor(storeActor(store.productId, store.storeId), async (tx) => {
    const now = deps.clock.now();
    const keys = it.locks.map((lock) => lock.deviceKey);
    // What this topic announced before and does not any more.
    await tx
      .updateTable('discovered_devices')
      .set({ withdrawn_at: now })
      .where('store_id', '=', store.storeId)
      .where('announced_at_topic', '=', it.topic)
      .where('withdrawn_at', 'is', null)
      .$if(keys.length > 0, (query) => query.where('device_key', 'not in', keys))
      .execute();
    for (const lock of it.locks) await keepLock(deps, tx, store, it.topic, lock, now);
  });
}

async function keepLock(deps: DeviceDeps, tx: Tx, store: StoreKey, topic: string, lock: AnnouncedLock, now: Date): Promise<void> {
  const refuse = (reason: 'duplicate_id' | 'too_many_entities' | 'changed_after_approval') => deps.counters.refused(reason, { topic });
  const said = {
    announced_at_topic: topic,
    name: lock.name,
    manufacturer: lock.manufacturer,
    model: lock.model,
    settings: JSON.stringify(lock.settings),
    obstacle: lock.obstacle,
    withdrawn_at: null,
  };
  const known = await tx
    .selectFrom('discovered_devices')
    .selectAll()
    .where('store_id', '=', store.storeId)
    .where('driver', '=', DRIVER)
    .where('device_key', '=', lock.deviceKey)
    .forUpdate()
    .executeTakeFirst();
  if (known && known.announced_at_topic !== topic && known.withdrawn_at === null) return refuse('duplicate_id');
  if (known) {
    const isSame = known.withdrawn_at === null && sameSettings(known.settings, lock.settings) && known.name === lock.name && known.obstacle === lock.obstacle;
    if (isSame) return;
    const bound = await tx
      .selectFrom('device_links')
      .select('settings')
      .where('store_id', '=', store.storeId)
      .where('driver', '=', DRIVER)
      .where('device_key', '=', lock.deviceKey)
      .executeTakeFirst();
    // An approved device stays on what was approved: a stranger's message must not move a door to other topics.
    if (bound && !sameSettings(bound.settings, lock.settings)) refuse('changed_after_approval');
    const row = await tx.updateTable('discovered_devices').set(said).where('store_id', '=', store.storeId).where('id', '=', known.id).returningAll().executeTakeFirstOrThrow();
    if (!bound) await tellDiscovered(tx, row);
    return;
  }
  const { count } = await tx
    .selectFrom('discovered_devices')
    .select((it) => it.fn.countAll<number>().as('count'))
    .where('store_id', '=', store.storeId)
    .executeTakeFirstOrThrow();
  if (count >= MOST_PER_STORE) return refuse('too_many_entities');
  const row = await tx
    .insertInto('discovered_devices')
    .values({
      ...said,
      product_id: store.productId,
      store_id: store.storeId,
      id: uuidv7(),
      driver: DRIVER,
      device_key: lock.deviceKey,
      first_seen_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tellDiscovered(tx, row);
}

/** jsonb forgets the order of keys, so both are compared with theirs sorted. */
function sameSettings(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sorted(member)]);
}

async function tellDiscovered(tx: Tx, row: Selectable<Tables['discovered_devices']>): Promise<void> {
  await publish(tx, { productId: row.product_id, storeId: row.store_id, name: 'door.discovered', data: shapedDiscovered(row) });
}

export function shapedDiscovered(row: Selectable<Tables['discovered_devices']>): DiscoveredLock {
  const settings = row.settings as AnnouncedLock['settings'];
  return {
    id: row.id,
    storeId: row.store_id,
    name: row.name,
    manufacturer: row.manufacturer,
    model: row.model,
    commandTopic: settings.commandTopic,
    stateTopic: settings.stateTopic,
    firstSeenAt: row.first_seen_at.toISOString(),
    obstacle: row.obstacle,
  };
}

/** Those that wait for a person: announced, not taken back, and nobody's yet. */
export async function findDiscovered(tx: Tx, { storeId, page, limit }: { storeId?: string | undefined; page: number; limit: number }): Promise<{ total: number; items: DiscoveredLock[] }> {
  const waiting = tx
    .selectFrom('discovered_devices as it')
    .where('withdrawn_at', 'is', null)
    .where((it) =>
      it.not(it.exists(
        it.selectFrom('device_links as l').select('l.id').whereRef('l.store_id', '=', 'it.store_id').whereRef('l.driver', '=', 'it.driver').whereRef('l.device_key', '=', 'it.device_key'),
      )),
    )
    .$if(storeId !== undefined, (query) => query.where('it.store_id', '=', storeId ?? ''));
  const { total } = await waiting.select((it) => it.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await waiting.selectAll('it').orderBy('it.first_seen_at').orderBy('it.id').limit(limit).offset(page * limit).execute();
  return { total, items: rows.map(shapedDiscovered) };
}
