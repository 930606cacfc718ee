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
/** Stores whose devices are read at once, when all of an installation's are. */
const STORES_AT_ONCE = 4;
/** Most connections to the database are left to people. */
const REPORTS = { atOnce: 3, mostKeys: 64 };
const ANNOUNCEMENTS = { atOnce: 2, mostKeys: 1 };

type LinkReport = HeardReport & { readonly productId: string; readonly storeId: string; readonly device: BoundDevice };

interface HeardStore extends StoreKey {
  readonly links: Map<string, HeardLink>;
  /** Over when its devices have been read once. */
  firstReading: Promise<void>;
  /** Whether the last reading failed and another is due. */
  isUnread: boolean;
  /** Reads them anew; one reading after the other, so that no older one comes last. */
  readonly readAnew: () => Promise<void>;
  readonly end: () => void;
}

/** Of a door's or a device's event. */
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
  /** Changes whenever we begin or cease to listen. */
  let listeningSince = 0;
  /** We heard nothing until now. */
  let isAfresh = false;

  const onError = (error: unknown) => counters.refused('failed', { error });
  const reports = workQueue<LinkReport>({
    ...REPORTS,
    onError,
    async work(gathered) {
      // The lease ran out while we were busy: what was heard is lost only if somebody else listens by now, who heard it too.
      if (heldUntil > 0 && heldUntil < Date.now()) await hold();
      if (heldUntil < Date.now()) return;
      for (const { productId, all } of sharing(gathered)) await workReports(deps, productId, all, waiting.tell).catch(onError);
    },
  });
  const announcements = workQueue<{ store: StoreKey; announcement: Announcement }>({
    ...ANNOUNCEMENTS,
    onError,
    async work(gathered) {
      for (const { store, announcement } of gathered.flatMap(({ pieces }) => pieces)) {
        await again(() => keepAnnouncement(deps, store, announcement)).catch((error: unknown) => counters.refused('failed', { topic: announcement.topic, error }));
      }
    },
  });

  function owns(store: StoreKey, topic: string): boolean {
    return ownsTopic(store.mqttPrefix, [...stores.values()].map((other) => other.mqttPrefix), topic);
  }

  /** Hears what a store's devices announce and, from when its links are read, what they say. */
  async function hearStore(key: StoreKey, afresh: boolean): Promise<void> {
    const root = `${key.mqttPrefix}/homeassistant/`;
    const hear = ({ topic, payload }: Message) => {
      guarded(topic, () => {
        const devices = readAnnouncement({ below: topic.slice(root.length), owns: (other) => owns(key, other) }, payload);
        if (!announcements.push(key.storeId, { store: key, announcement: { topic, devices } })) throw new Unreadable('flood');
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
      forget(key.storeId, store); // it is read again at the next look
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

  /** `afresh`: we heard nothing for a while, so whether a device is there must be told anew. */
  async function readLinks(store: HeardStore, afresh: boolean): Promise<void> {
    const links = await db.withActor(storeActor(store.productId, store.storeId), async (tx) => {
      if (afresh) {
        await tx.updateTable('device_links').set({ online: 'UNKNOWN', availability: '{}' }).where('store_id', '=', store.storeId).where('online', '!=', 'UNKNOWN').execute();
        await watcher.storeChanged(tx, store);
      }
      return tx
        .selectFrom('device_links as l')
        .leftJoin('devices as v', (join) => join.onRef('v.store_id', '=', 'l.store_id').onRef('v.id', '=', 'l.target_id'))
        .leftJoin('doors as d', (join) => join.onRef('d.store_id', '=', 'l.store_id').onRef('d.id', '=', 'l.target_id'))
        .select((it) => ['l.id', 'l.driver', 'l.settings', 'l.target_id', it.fn.coalesce('v.version', 'd.version').as('version')])
        .where('l.store_id', '=', store.storeId)
        .where((it) => it.or([
          it('l.removed_at', 'is', null),
          // Of a lock that nobody has any more and that is still to forget codes, its word that it did is waited for.
          it.exists(it.selectFrom('access_code_places as p').select('p.id').whereRef('p.store_id', '=', 'l.store_id').whereRef('p.link_id', '=', 'l.id').where('p.gone_at', 'is', null)),
        ]))
        .execute();
    });
    if (stores.get(store.storeId) !== store) return; // nobody listens to it any more, or somebody else
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
      const take = (device: BoundDevice, heard: HeardReport) => reports.push(link.id, { ...heard, productId: store.productId, storeId: store.storeId, device });
      guarded(`link ${link.id}`, () => store.links.set(link.id, hearLink({ mqtt, clock, log, guarded, take }, link)));
    }
    // After that: a device that went from one target to another is on the same topics, which nobody must cease to hear.
    for (const heard of gone) heard.end();
  }

  /**
   * Not before the first reading: that one forgets whether devices are there, and what somebody heard of them before would not be told
   * again.
   */
  async function readAgain(store: HeardStore): Promise<void> {
    try {
      await store.firstReading;
    } catch {
      return; // who reads it first says so, and forgets the store
    }
    try {
      await readLinks(store, false);
      store.isUnread = false;
    } catch (error) {
      store.isUnread = true;
      log.error({ err: error }, 'the links of a store could not be read');
    }
  }

  /** Whether somebody put a device to a target, took it away, or changed its topics; perhaps at another process. */
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

  /** Each costs one small query; a new store's devices are heard within a second. */
  async function lookForStores(): Promise<void> {
    if (heldUntil === 0 || isClosed) return;
    const [afresh, since] = [isAfresh, listeningSince];
    const isDue = afresh || Date.now() - storesReadAt > STORES_EVERY_MS || (await listStoreKeys(db)).length !== stores.size;
    // What was begun in an earlier time of listening must not be taken for this one's.
    if (isDue) await readStores(afresh, since);
    for (const store of stores.values()) if (store.isUnread) await store.readAnew();
  }

  async function letGo(): Promise<void> {
    const heard = [...stores.values()];
    stopHearing();
    await lease.release();
    for (const store of heard) await db.withActor(storeActor(store.productId, store.storeId), (tx) => watcher.storeChanged(tx, store));
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
  /** The lease is kept while stores are read: of an installation with thousands of devices that takes longer than it lasts. */
  async function tick(): Promise<void> {
    await hold();
    await readAll();
  }

  const timer = setInterval(() => void tick(), TICK_MS);
  const unsubscribe = [
    mqtt.onConnectionChange(() => void tick()),
    deps.events.subscribe((event) => {
      if ((event.name !== 'door.changed' && event.name !== 'device.changed') || heldUntil === 0 || event.storeId === null) return;
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

/** One at a time; all who ask during one share the next. */
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

/** What is worked on together: of one product. A lock that keeps codes is by itself, as its codes are taken in another order by others. */
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
