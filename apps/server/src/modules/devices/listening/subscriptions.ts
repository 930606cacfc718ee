import { listStoreKeys, type StoreKey } from '../../stores/index.ts';
import type { DeviceDeps } from '../commands/deps.ts';
import { ownsTopic } from '../drivers/index.ts';
import type { Ingest } from './ingest.ts';
import type { Lease } from './lease.ts';
import { StoreSubscription, type ChangedTarget } from './store-subscription.ts';

/** Stores are read again this often, because a prefix may have changed. Each tick also compares their number. */
const STORES_EVERY_MS = 30_000;
/** How many stores are read concurrently. */
const STORES_AT_ONCE = 4;

/** The topics that this process is subscribed to while it listens: those of every store. */
export class Subscriptions {
  private readonly deps: DeviceDeps;
  private readonly lease: Lease;
  private readonly ingest: Ingest;
  private readonly stores = new Map<string, StoreSubscription>();
  private storesReadAt = 0;
  /** The period of listening in which all stores were read last. */
  private readPeriod = 0;

  constructor(deps: DeviceDeps, lease: Lease, ingest: Ingest) {
    this.deps = deps;
    this.lease = lease;
    this.ingest = ingest;
  }

  listStores(): StoreKey[] {
    return [...this.stores.values()].map(({ key }) => key);
  }

  /**
   * Subscribes to stores that are new or have another prefix, and ends what is no longer needed. Costs one small query
   * if nothing changed.
   */
  async refresh(): Promise<void> {
    const { period } = this.lease;
    // Until all stores have been read in this period, the stored availability of devices may be stale.
    const isAfresh = this.readPeriod !== period;
    const isDue =
      isAfresh ||
      Date.now() - this.storesReadAt > STORES_EVERY_MS ||
      (await listStoreKeys(this.deps.db)).length !== this.stores.size;
    // A reading that began in an earlier period of listening must not count for this one.
    if (isDue) await this.readStores(isAfresh, period);
    for (const store of this.stores.values()) if (store.isUnread) await store.rereadLinks();
  }

  /** Reads the links of the store again if its devices or their topics may have changed. */
  followChange(storeId: string, target: ChangedTarget): void {
    const store = this.stores.get(storeId);
    if (!store || !store.isOutdatedBy(target)) return;
    void store.rereadLinks();
  }

  endAll(): void {
    for (const store of this.stores.values()) this.end(store);
  }

  private async readStores(isAfresh: boolean, period: number): Promise<void> {
    const keys = await listStoreKeys(this.deps.db);
    if (period !== this.lease.period) return;
    const keysByStore = new Map(keys.map((key) => [key.storeId, key]));
    for (const store of this.stores.values()) {
      if (keysByStore.get(store.key.storeId)?.mqttPrefix !== store.key.mqttPrefix) this.end(store);
    }
    const added = keys.filter((key) => !this.stores.has(key.storeId));
    const subscribeInTurn = async () => {
      for (let key = added.shift(); key !== undefined && period === this.lease.period; key = added.shift()) {
        await this.subscribeToStore(key, isAfresh);
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: STORES_AT_ONCE }, subscribeInTurn));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    if (period !== this.lease.period) return;
    this.storesReadAt = Date.now();
    this.readPeriod = period;
  }

  private async subscribeToStore(key: StoreKey, isAfresh: boolean): Promise<void> {
    const { deps, ingest } = this;
    const store = new StoreSubscription(key, { deps, ingest, owns: (topic) => this.isTopicOf(key, topic) });
    this.stores.set(key.storeId, store);
    try {
      await store.start(isAfresh);
    } catch (error) {
      this.end(store); // The next tick reads the store again.
      throw error;
    }
  }

  private isTopicOf({ mqttPrefix }: StoreKey, topic: string): boolean {
    const prefixes = this.listStores().map((store) => store.mqttPrefix);
    return ownsTopic(mqttPrefix, prefixes, topic);
  }

  private end(store: StoreSubscription): void {
    store.end();
    this.stores.delete(store.key.storeId);
  }
}
