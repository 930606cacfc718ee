import type { DiscoveredDevice, DiscoveredLock, listDiscoveredDevices, QueryOf } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { orderOf, readNumberedPage, storeActor, type Tables, type Tx } from '../../../db/index.ts';
import { publish } from '../../../events/index.ts';
import type { StoreKey } from '../../stores/index.ts';
import type { DeviceDeps } from '../commands/deps.ts';
import { bindDriver, type AnnouncedDevice } from '../drivers/index.ts';

/** Devices that announced themselves. The server uses none before a person has approved it (DR-4). */

const MOST_PER_STORE = 500;
const DRIVER = 'ha-mqtt';

export interface Announcement {
  readonly topic: string;
  /** Empty: the announcement was withdrawn. */
  readonly devices: readonly AnnouncedDevice[];
}

/** The transaction that stores one announcement. */
interface AnnouncementWork {
  readonly deps: DeviceDeps;
  readonly tx: Tx;
  readonly store: StoreKey;
  readonly topic: string;
  readonly at: Date;
}

export async function saveAnnouncement(
  deps: DeviceDeps,
  store: StoreKey,
  { topic, devices }: Announcement,
): Promise<void> {
  await deps.db.withActor(storeActor(store.productId, store.storeId), async (tx) => {
    const at = deps.clock.now();
    const keys = devices.map((device) => device.deviceKey);
    // Withdraws the devices that this topic announced before and announces no longer.
    await tx
      .updateTable('discovered_devices')
      .set({ withdrawn_at: at })
      .where('store_id', '=', store.storeId)
      .where('announced_at_topic', '=', topic)
      .where('withdrawn_at', 'is', null)
      .$if(keys.length > 0, (query) => query.where('device_key', 'not in', keys))
      .execute();
    for (const device of devices) await keepDevice({ deps, tx, store, topic, at }, device);
  });
}

async function keepDevice(work: AnnouncementWork, device: AnnouncedDevice): Promise<void> {
  const { tx, store, topic } = work;
  const discovered = await tx
    .selectFrom('discovered_devices')
    .selectAll()
    .where('store_id', '=', store.storeId)
    .where('driver', '=', DRIVER)
    .where('device_key', '=', device.deviceKey)
    .forUpdate()
    .executeTakeFirst();
  if (!discovered) return insertDevice(work, device);
  if (discovered.announced_at_topic !== topic && discovered.withdrawn_at === null) return refuse(work, 'duplicate_id');
  if (!isAnnouncedAs(discovered, device)) await updateDevice(work, discovered.id, device);
}

function refuse(
  { deps, topic }: AnnouncementWork,
  reason: 'duplicate_id' | 'too_many_entities' | 'changed_after_approval',
): void {
  deps.counters.refused(reason, { topic });
}

function isAnnouncedAs(row: DiscoveredRow, device: AnnouncedDevice): boolean {
  return (
    row.withdrawn_at === null &&
    sameSettings(row.settings, device.settings) &&
    row.name === device.name &&
    row.obstacle === device.obstacle
  );
}

/** The columns that are updated with every announcement. */
function announcedColumns({ topic }: AnnouncementWork, device: AnnouncedDevice) {
  return {
    announced_at_topic: topic,
    kind: device.kind,
    traits: JSON.stringify(device.traits),
    name: device.name,
    manufacturer: device.manufacturer,
    model: device.model,
    settings: JSON.stringify(device.settings),
    obstacle: device.obstacle,
    withdrawn_at: null,
  };
}

async function updateDevice(work: AnnouncementWork, id: string, device: AnnouncedDevice): Promise<void> {
  const { tx, store } = work;
  const bound = await tx
    .selectFrom('device_links')
    .select('settings')
    .where('store_id', '=', store.storeId)
    .where('driver', '=', DRIVER)
    .where('device_key', '=', device.deviceKey)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  // An approved device keeps its approved settings: a message of a stranger must not move a door to other topics.
  if (bound && !sameSettings(bound.settings, device.settings)) refuse(work, 'changed_after_approval');
  const row = await tx
    .updateTable('discovered_devices')
    .set(announcedColumns(work, device))
    .where('store_id', '=', store.storeId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!bound) await publishDiscovered(tx, row);
}

async function insertDevice(work: AnnouncementWork, device: AnnouncedDevice): Promise<void> {
  const { tx, store, at } = work;
  const { count } = await tx
    .selectFrom('discovered_devices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('store_id', '=', store.storeId)
    .executeTakeFirstOrThrow();
  if (count >= MOST_PER_STORE) return refuse(work, 'too_many_entities');
  const row = await tx
    .insertInto('discovered_devices')
    .values({
      ...announcedColumns(work, device),
      product_id: store.productId,
      store_id: store.storeId,
      id: uuidv7(),
      driver: DRIVER,
      device_key: device.deviceKey,
      first_seen_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await publishDiscovered(tx, row);
}

/** jsonb does not keep the order of keys, so both values are compared with sorted keys. */
function sameSettings(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, sorted(member)]);
}

type DiscoveredRow = Selectable<Tables['discovered_devices']>;

async function publishDiscovered(tx: Tx, row: DiscoveredRow): Promise<void> {
  const of = { productId: row.product_id, storeId: row.store_id };
  if (row.kind === 'LOCK') await publish(tx, { ...of, name: 'door.discovered', data: toDiscoveredLock(row) });
  else await publish(tx, { ...of, name: 'device.discovered', data: toDiscoveredDevice(row) });
}

function toDiscoveredLock(row: DiscoveredRow): DiscoveredLock {
  const settings = row.settings as { commandTopic: string; stateTopic: string | null };
  return { ...toDiscovered(row), commandTopic: settings.commandTopic, stateTopic: settings.stateTopic };
}

function toDiscoveredDevice(row: DiscoveredRow): DiscoveredDevice {
  const device = bindDriver(row.driver, row.settings);
  return {
    ...toDiscovered(row),
    kind: row.kind as DiscoveredDevice['kind'],
    driver: row.driver,
    traits: row.traits,
    topics: [...new Set([...device.commandTopics, ...device.topics])],
  };
}

function toDiscovered(
  row: DiscoveredRow,
): Pick<DiscoveredDevice, 'id' | 'storeId' | 'name' | 'manufacturer' | 'model' | 'firstSeenAt' | 'obstacle'> {
  return {
    id: row.id,
    storeId: row.store_id,
    name: row.name,
    manufacturer: row.manufacturer,
    model: row.model,
    firstSeenAt: row.first_seen_at.toISOString(),
    obstacle: row.obstacle,
  };
}

type DiscoveredQuery = QueryOf<typeof listDiscoveredDevices>;

/** Discovered locks that await approval: announced, not withdrawn and without a link. */
export async function findDiscoveredLocks(
  tx: Tx,
  query: DiscoveredQuery,
): Promise<{ total: number; items: DiscoveredLock[] }> {
  const { total, rows } = await findDiscovered(tx, '=', query);
  return { total, items: rows.map(toDiscoveredLock) };
}

/** Discovered devices of rooms that await approval. */
export async function findDiscoveredDevices(
  tx: Tx,
  query: DiscoveredQuery,
): Promise<{ total: number; items: DiscoveredDevice[] }> {
  const { total, rows } = await findDiscovered(tx, '!=', query);
  return { total, items: rows.map(toDiscoveredDevice) };
}

async function findDiscovered(
  tx: Tx,
  lock: '=' | '!=',
  { storeId, page, limit, sort }: DiscoveredQuery,
): Promise<{ total: number; rows: DiscoveredRow[] }> {
  const waiting = tx
    .selectFrom('discovered_devices as it')
    .where('withdrawn_at', 'is', null)
    .where('it.kind', lock, 'LOCK')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('device_links as l')
            .select('l.id')
            .whereRef('l.store_id', '=', 'it.store_id')
            .whereRef('l.driver', '=', 'it.driver')
            .whereRef('l.device_key', '=', 'it.device_key')
            .where('l.removed_at', 'is', null),
        ),
      ),
    )
    .$if(storeId !== undefined, (query) => query.where('it.store_id', '=', storeId ?? ''));
  return readNumberedPage(waiting.selectAll('it'), {
    page,
    limit,
    order: orderOf(sort, { firstSeenAt: 'it.first_seen_at' }, 'it.id', sql`it.first_seen_at, it.id`),
  });
}
