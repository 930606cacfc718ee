import { storeActor } from '../../db/index.ts';
import type { Message } from '../../mqtt/index.ts';
import { listStoreKeys, type StoreKey } from '../stores/index.ts';
import { again } from './again.ts';
import type { DeviceDeps, HeardReport } from './deps.ts';
import { keepAnnouncement, type Announcement } from './discovery.ts';
import { ownsTopic, readAnnouncement, Unreadable, type BoundDevice } from './drivers/index.ts';
import { hearLink, type HeardLink } from './hear-link.ts';
import { LEASE_MS, leaseOf } from './lease.ts';
import { workReports, type Heard } from './reports.ts';
import type { Waiting } from './waiting.ts';
import { workQueue, type Gathered } from './work-queue.ts';

/** Listens to the devices of every store while this process holds the lease of the broker. */
export interface Listener {
  /** Acquires or renews the lease and reads new stores now, instead of at the next timer tick. */
  tick(): Promise<void>;
  isListening(): boolean;
  close(): Promise<void>;
}

const TICK_MS = 1000;
/** Stores are read again this often, because a prefix may have changed. Each tick also compares their number. */
const STORES_EVERY_MS = 30_000;
/** How many stores are read concurrently. */
const STORES_AT_ONCE = 4;
/** Few batches at a time, so that most database connections stay free for requests. */
const REPORTS = { atOnce: 3, mostKeys: 64 };
const ANNOUNCEMENTS = { atOnce: 2, mostKeys: 1 };

type LinkReport = HeardReport & { readonly productId: string; readonly storeId: string; readonly device: BoundDevice };

interface HeardStore extends StoreKey {
  readonly links: Map<string, HeardLink>;
  /** Settles when the links of the store have been read once. */
  firstReading: Promise<void>;
  /** Whether the last reading failed and must be repeated. */
  isUnread: boolean;
  /** Reads the links again. Readings run one after the other, so that an older result never replaces a newer one. */
  readonly readAnew: () => Promise<void>;
  readonly end: () => void;
}

/** The members of a `door.changed` or `device.changed` event that the listener compares. */
interface ChangedTarget {
  readonly id: string;
  readonly version: number;
  readonly removedAt?: string | null;
}

export function startListener(deps: DeviceDeps, waiting: Waiting): Listener {
  const { db, mqtt, log, counters, clock, watcher } = deps;
  const lease = leaseOf(db, mqtt.brokerName);
  const stores = new Map<string, HeardStore>();
  let heldUntil = 0;
  let storesReadAt = 0;
  let isClosed = false;
  /** Changes whenever listening starts or stops; 0 while this process does not listen. */
  let listeningSince = 0;
  /** Listening has just started, so the stored availability of devices may be stale. */
  let isAfresh = false;

  const onError = (error: unknown) => counters.refused('failed', { error });
  const reports = workQueue<LinkReport>({
    ...REPORTS,
    onError,
    async work(gathered) {
      // The lease ran out while this process was busy. Reports are dropped only if another process listens by now: it
      // received them too.
      if (heldUntil > 0 && heldUntil < Date.now()) await hold();
      if (heldUntil < Date.now()) return;
      for (const { productId, all } of sharing(gathered))
        await workReports(deps, productId, all, waiting.tell).catch(onError);
    },
  });
  const announcements = workQueue<{ store: StoreKey; announcement: Announcement }>({
    ...ANNOUNCEMENTS,
    onError,
    async work(gathered) {
      for (const { store, announcement } of gathered.flatMap(({ pieces }) => pieces)) {
        await again(() => keepAnnouncement(deps, store, announcement)).catch((error: unknown) =>
          counters.refused('failed', { topic: announcement.topic, error }),
        );
      }
    },
  });

  function owns(store: StoreKey, topic: string): boolean {
    return ownsTopic(
      store.mqttPrefix,
      [...stores.values()].map((other) => other.mqttPrefix),
      topic,
    );
  }

  /** Subscribes to the announcements of the devices of a store and, once its links are read, to their reports. */
  async function hearStore(key: StoreKey, afresh: boolean): Promise<void> {
    const root = `${key.mqttPrefix}/homeassistant/`;
    const hear = ({ topic, payload }: Message) => {
      guarded(topic, () => {
        const devices = readAnnouncement(
          { below: topic.slice(root.length), owns: (other) => owns(key, other) },
          payload,
        );
        if (!announcements.push(key.storeId, { store: key, announcement: { topic, devices } }))
          throw new Unreadable('flood');
      });
    };
    const ends = [mqtt.subscribe(`${root}+/+/config`, hear), mqtt.subscribe(`${root}+/+/+/config`, hear)];
    const store: HeardStore = {
      ...key,
      links: new Map(),
      firstReading: Promise.resolve(),
      isUnread: false,
      readAnew: oneByOne(() => readAgain(store)),
      end: () => ends.forEach((end) => end()),
    };
    stores.set(key.storeId, store);
    store.firstReading = readLinks(store, afresh);
    try {
      await store.firstReading;
    } catch (error) {
      forget(key.storeId, store); // the next tick reads it again
      throw error;
    }
  }

  function guarded(topic: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      if (error instanceof Unreadable) counters.refused(error.reason, { topic });
      else counters.refused('failed', { topic, error });
    }
  }

  /** `afresh`: this process did not listen before, so devices must report their availability again. */
  async function readLinks(store: HeardStore, afresh: boolean): Promise<void> {
    const links = await db.withActor(storeActor(store.productId, store.storeId), async (tx) => {
      if (afresh) {
        await tx
          .updateTable('device_links')
          .set({ online: 'UNKNOWN', availability: '{}' })
          .where('store_id', '=', store.storeId)
          .where('online', '!=', 'UNKNOWN')
          .execute();
        await watcher.storeChanged(tx, store);
      }
      return tx
        .selectFrom('device_links as l')
        .leftJoin('devices as v', (join) =>
          join.onRef('v.store_id', '=', 'l.store_id').onRef('v.id', '=', 'l.target_id'),
        )
        .leftJoin('doors as d', (join) => join.onRef('d.store_id', '=', 'l.store_id').onRef('d.id', '=', 'l.target_id'))
        .select((it) => [
          'l.id',
          'l.driver',
          'l.settings',
          'l.target_id',
          it.fn.coalesce('v.version', 'd.version').as('version'),
        ])
        .where('l.store_id', '=', store.storeId)
        .where((it) =>
          it.or([
            it('l.removed_at', 'is', null),
            // A removed lock stays subscribed until it has confirmed the deletion of its codes.
            it.exists(
              it
                .selectFrom('access_code_places as p')
                .select('p.id')
                .whereRef('p.store_id', '=', 'l.store_id')
                .whereRef('p.link_id', '=', 'l.id')
                .where('p.gone_at', 'is', null),
            ),
          ]),
        )
        .execute();
    });
    if (stores.get(store.storeId) !== store) return; // the store was forgotten or replaced meanwhile
    const wanted = new Map(links.map((link) => [link.id, link]));
    const gone: HeardLink[] = [];
    for (const [linkId, heard] of store.links) {
      const link = wanted.get(linkId);
      if (link && JSON.stringify(link.settings) === heard.settings) {
        store.links.set(linkId, { ...heard, version: link.version });
        wanted.delete(linkId);
      } else {
        gone.push(heard);
        store.links.delete(linkId);
      }
    }
    for (const link of wanted.values()) {
      const take = (device: BoundDevice, heard: HeardReport) =>
        reports.push(link.id, { ...heard, productId: store.productId, storeId: store.storeId, device });
      guarded(`link ${link.id}`, () => store.links.set(link.id, hearLink({ mqtt, clock, log, guarded, take }, link)));
    }
    // Unsubscribe last: a device that moved to another target uses the same topics, which must stay subscribed.
    for (const heard of gone) heard.end();
  }

  /**
   * Waits for the first reading, which resets the availability of devices: a report received before it would be lost.
   */
  async function readAgain(store: HeardStore): Promise<void> {
    try {
      await store.firstReading;
    } catch {
      return; // the first reading reports the error, and the store is forgotten
    }
    try {
      await readLinks(store, false);
      store.isUnread = false;
    } catch (error) {
      store.isUnread = true;
      log.error({ err: error }, 'the links of a store could not be read');
    }
  }

  /**
   * Whether an event shows that a device was linked or removed or that its topics may have changed, possibly at another
   * process.
   */
  function isNews({ links }: HeardStore, { id, version, removedAt = null }: ChangedTarget): boolean {
    const heard = [...links.values()].find((link) => link.targetId === id);
    if (!heard) return removedAt === null;
    return removedAt !== null || heard.version !== version;
  }

  async function readStores(afresh: boolean, since: number): Promise<void> {
    const keys = await listStoreKeys(db);
    if (since !== listeningSince) return;
    const wanted = new Map(keys.map((key) => [key.storeId, key]));
    for (const [storeId, store] of stores) {
      if (wanted.get(storeId)?.mqttPrefix !== store.mqttPrefix) forget(storeId, store);
    }
    const unheard = keys.filter((key) => !stores.has(key.storeId));
    const reading = async () => {
      for (let key = unheard.shift(); key !== undefined && since === listeningSince; key = unheard.shift()) {
        await hearStore(key, afresh);
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: STORES_AT_ONCE }, reading));
    const failed = outcomes.find((it) => it.status === 'rejected');
    if (failed) throw failed.reason;
    if (since !== listeningSince) return;
    storesReadAt = Date.now();
    isAfresh = false;
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
    if (wasListening) return;
    listeningSince = from;
    isAfresh = true;
    log.info({ broker: mqtt.brokerName }, 'listening to the devices');
  }

  /** A tick costs one small query. The devices of a new store are subscribed within a second. */
  async function lookForStores(): Promise<void> {
    if (heldUntil === 0 || isClosed) return;
    const [afresh, since] = [isAfresh, listeningSince];
    const isDue =
      afresh || Date.now() - storesReadAt > STORES_EVERY_MS || (await listStoreKeys(db)).length !== stores.size;
    // A reading that began in an earlier period of listening must not count for this one.
    if (isDue) await readStores(afresh, since);
    for (const store of stores.values()) if (store.isUnread) await store.readAnew();
  }

  async function letGo(): Promise<void> {
    const heard = [...stores.values()];
    stopHearing();
    await lease.release();
    for (const store of heard)
      await db.withActor(storeActor(store.productId, store.storeId), (tx) => watcher.storeChanged(tx, store));
    if (!isClosed) log.warn({ broker: mqtt.brokerName }, 'the connection to the broker is lost');
  }

  function stopHearing(): void {
    heldUntil = 0;
    listeningSince = 0;
    for (const [storeId, store] of stores) forget(storeId, store);
  }

  const hold = oneByOne(async () => {
    try {
      await look();
    } catch (error) {
      log.error({ err: error }, 'the devices could not be listened to');
      if (heldUntil > 0 && heldUntil < Date.now()) stopHearing();
    }
  });
  const readAll = oneByOne(async () => {
    try {
      await lookForStores();
    } catch (error) {
      log.error({ err: error }, 'the stores could not be read');
    }
  });
  /**
   * Renews the lease also while stores are read: with thousands of devices a reading takes longer than the lease lasts.
   */
  async function tick(): Promise<void> {
    await hold();
    await readAll();
  }

  const timer = setInterval(() => void tick(), TICK_MS);
  const unsubscribe = [
    mqtt.onConnectionChange(() => void tick()),
    deps.events.subscribe((event) => {
      if (
        (event.name !== 'door.changed' && event.name !== 'device.changed') ||
        heldUntil === 0 ||
        event.storeId === null
      )
        return;
      const store = stores.get(event.storeId);
      if (!store || !isNews(store, event.data as ChangedTarget)) return;
      void store.readAnew();
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

/** Runs `work` one at a time. Calls during a run share the next run. */
function oneByOne(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = () =>
    (current = work().finally(() => {
      current = null;
    }));
  return () => {
    if (current === null && next === null) return begin();
    return (next ??= Promise.resolve(current).then(() => {
      next = null;
      return begin();
    }));
  };
}

/**
 * Groups reports by product; a group is processed together. A lock that stores codes is a group by itself, because
 * other transactions lock its codes in another order.
 */
function sharing(gathered: readonly Gathered<LinkReport>[]): { productId: string; all: Heard[] }[] {
  const groups = new Map<string, { productId: string; all: Heard[] }>();
  for (const { key: linkId, pieces, more } of gathered) {
    const [first] = pieces;
    if (!first) continue;
    const { productId, storeId, device } = first;
    const name = device.codes === undefined ? productId : linkId;
    const group = groups.get(name) ?? { productId, all: [] };
    group.all.push({ storeId, linkId, device, heard: pieces, more });
    groups.set(name, group);
  }
  return [...groups.values()];
}
