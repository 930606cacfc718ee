import { storeActor } from '../../db/index.ts';
import type { Message } from '../../mqtt/index.ts';
import { listStoreKeys, type StoreKey } from '../stores/index.ts';
import type { DeviceDeps } from './deps.ts';
import { keepAnnouncement, type Announcement } from './discovery.ts';
import { bindDriver, readAnnouncement, Unreadable, type BoundDevice } from './drivers/index.ts';
import { LEASE_MS, leaseOf } from './lease.ts';
import { workReports, type HeardReport } from './reports.ts';
import type { Waiting } from './waiting.ts';
import { workQueue } from './work-queue.ts';

/** Hears the devices of every store, while this process holds the lease of the broker. */
export interface Listener {
  /** Looks now whether it may listen and whether there are new stores, instead of at the next tick. */
  tick(): Promise<void>;
  isListening(): boolean;
  close(): Promise<void>;
}

const TICK_MS = 1000;
/** Beside looking at their number with each tick: a store's prefix may have changed. */
const STORES_EVERY_MS = 30_000;

interface HeardStore extends StoreKey {
  readonly links: Map<string, { targetId: string; end: () => void }>;
  readonly end: () => void;
}

export function startListener(deps: DeviceDeps, waiting: Waiting): Listener {
  const { db, mqtt, log, counters, clock, watcher } = deps;
  const lease = leaseOf(db, mqtt.url);
  const stores = new Map<string, HeardStore>();
  let heldUntil = 0;
  let storesReadAt = 0;
  let isClosed = false;
  let isAtWork: Promise<void> | null = null;

  const reports = workQueue<HeardReport & { productId: string; storeId: string; device: BoundDevice }>(
    async (linkId, heard, more) => {
      const first = heard[0];
      if (!first || heldUntil < Date.now()) return; // another process may be listening by now, and works on the same
      await workReports(deps, { productId: first.productId, storeId: first.storeId, linkId }, { device: first.device, heard, more, tell: waiting.tell });
    },
    (error) => counters.refused('failed', { error }),
  );
  const announcements = workQueue<{ store: StoreKey; announcement: Announcement }>(
    async (_storeId, pieces) => {
      for (const { store, announcement } of pieces) {
        await keepAnnouncement(deps, store, announcement).catch((error: unknown) => counters.refused('failed', { topic: announcement.topic, error }));
      }
    },
    (error) => counters.refused('failed', { error }),
  );

  function owns(store: StoreKey, topic: string): boolean {
    const isBelow = (prefix: string) => topic.startsWith(`${prefix}/`);
    if (!isBelow(store.mqttPrefix) || isBelow(`${store.mqttPrefix}/homeassistant`)) return false;
    // A prefix can lie below another store's: the longest one owns the topic.
    for (const other of stores.values()) {
      if (other.mqttPrefix.length > store.mqttPrefix.length && isBelow(other.mqttPrefix)) return false;
    }
    return true;
  }

  function hearStore(key: StoreKey): void {
    const root = `${key.mqttPrefix}/homeassistant/`;
    const hear = ({ topic, payload }: Message) => {
      guarded(topic, () => {
        const locks = readAnnouncement({ below: topic.slice(root.length), owns: (other) => owns(key, other) }, payload);
        if (!announcements.push(key.storeId, { store: key, announcement: { topic, locks } })) throw new Unreadable('flood');
      });
    };
    const ends = [mqtt.subscribe(`${root}+/+/config`, hear), mqtt.subscribe(`${root}+/+/+/config`, hear)];
    stores.set(key.storeId, { ...key, links: new Map(), end: () => ends.forEach((end) => end()) });
  }

  function hearLink(store: HeardStore, linkId: string, targetId: string, device: BoundDevice): void {
    const hear = ({ topic, payload, isRetained }: Message) => {
      guarded(topic, () => {
        const at = clock.now();
        for (const report of device.read(topic, payload)) {
          if (!reports.push(linkId, { report, at, isRetained, productId: store.productId, storeId: store.storeId, device })) throw new Unreadable('flood');
        }
      });
    };
    const ends = device.topics.map((topic) => mqtt.subscribe(topic, hear));
    store.links.set(linkId, { targetId, end: () => ends.forEach((end) => end()) });
  }

  function guarded(topic: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      if (error instanceof Unreadable) counters.refused(error.reason, { topic });
      else counters.refused('failed', { topic, error });
    }
  }

  /** `afresh`: we heard nothing for a while, so whether a device is there must be told anew. */
  async function readLinks(store: HeardStore, afresh: boolean): Promise<void> {
    const links = await db.withActor(storeActor(store.productId, store.storeId), async (tx) => {
      if (afresh) {
        await tx.updateTable('device_links').set({ online: 'UNKNOWN', availability: '{}' }).where('store_id', '=', store.storeId).where('online', '!=', 'UNKNOWN').execute();
        await watcher.storeChanged(tx, store);
      }
      return tx.selectFrom('device_links').select(['id', 'driver', 'settings', 'target_id']).where('store_id', '=', store.storeId).execute();
    });
    for (const link of links) {
      if (store.links.has(link.id)) continue;
      guarded(`link ${link.id}`, () => hearLink(store, link.id, link.target_id, bindDriver(link.driver, link.settings)));
    }
  }

  async function readStores(afresh: boolean): Promise<void> {
    const keys = await listStoreKeys(db);
    const wanted = new Map(keys.map((key) => [key.storeId, key]));
    for (const [storeId, store] of stores) {
      if (wanted.get(storeId)?.mqttPrefix !== store.mqttPrefix) forget(storeId, store);
    }
    for (const key of keys) {
      if (stores.has(key.storeId)) continue;
      hearStore(key);
      const store = stores.get(key.storeId);
      if (store) await readLinks(store, afresh);
    }
    storesReadAt = Date.now();
  }

  function forget(storeId: string, store: HeardStore): void {
    for (const link of store.links.values()) link.end();
    store.end();
    stores.delete(storeId);
  }

  async function look(): Promise<void> {
    const wasListening = heldUntil > 0;
    if (isClosed || !mqtt.isConnected()) return wasListening ? letGo() : undefined;
    const from = Date.now();
    const isHeld = await lease.hold();
    if (!isHeld) return wasListening ? stopHearing() : undefined;
    heldUntil = from + LEASE_MS;
    if (!wasListening) log.info({ broker: brokerName(mqtt.url) }, 'listening to the devices');
    // Each look costs one small query; a new store's devices are heard within a second.
    const isDue = !wasListening || Date.now() - storesReadAt > STORES_EVERY_MS || (await listStoreKeys(db)).length !== stores.size;
    if (isDue) await readStores(!wasListening);
  }

  async function letGo(): Promise<void> {
    const heard = [...stores.values()];
    stopHearing();
    await lease.release();
    for (const store of heard) await db.withActor(storeActor(store.productId, store.storeId), (tx) => watcher.storeChanged(tx, store));
    if (!isClosed) log.warn({ broker: brokerName(mqtt.url) }, 'the connection to the broker is lost');
  }

  function stopHearing(): void {
    heldUntil = 0;
    for (const [storeId, store] of stores) forget(storeId, store);
  }

  /** One look at a time; who asks during one gets the next. */
  async function tick(): Promise<void> {
    const before = isAtWork;
    const mine = (async () => {
      await before;
      try {
        await look();
      } catch (error) {
        log.error({ err: error }, 'the devices could not be listened to');
        if (heldUntil > 0 && heldUntil < Date.now()) stopHearing();
      }
    })();
    isAtWork = mine;
    await mine;
  }

  const timer = setInterval(() => void tick(), TICK_MS);
  const unsubscribe = [
    mqtt.onConnectionChange(() => void tick()),
    // Somebody approved a device, perhaps at another process.
    deps.events.subscribe((event) => {
      if (event.name !== 'door.changed' || heldUntil === 0 || event.storeId === null) return;
      const store = stores.get(event.storeId);
      const { id } = event.data as { id: string };
      if (!store || [...store.links.values()].some((link) => link.targetId === id)) return;
      readLinks(store, false).catch((error: unknown) => log.error({ err: error }, 'the links of a store could not be read'));
    }),
  ];

  return {
    tick,
    isListening: () => heldUntil > Date.now(),
    async close() {
      clearInterval(timer);
      for (const end of unsubscribe) end();
      isClosed = true;
      await reports.idle();
      await announcements.idle();
      await tick();
    },
  };
}

/** The address without a password. */
function brokerName(url: string): string {
  return new URL(url).host;
}
