import { storeActor } from '../../../db/index.ts';
import type { DeviceDeps } from '../commands/deps.ts';
import { Ingest } from './ingest.ts';
import { Lease } from './lease.ts';
import { serializeRuns } from './serial-runs.ts';
import { Subscriptions } from './subscriptions.ts';
import type { CommandWaiters } from '../commands/command-waiters.ts';

/** Listens to the devices of every store while this process holds the lease of the broker. */
export interface Listener {
  /** Acquires or renews the lease and reads new stores now, instead of at the next timer tick. */
  tick(): Promise<void>;
  /** Whether this process holds the lease. */
  isListening(): boolean;
  close(): Promise<void>;
}

const TICK_MS = 1000;

export function startListener(deps: DeviceDeps, waiting: CommandWaiters): Listener {
  return new DeviceListener(deps, waiting);
}

/** Joins the lease (which process listens), the subscriptions (to which topics) and the ingest of their messages. */
class DeviceListener implements Listener {
  private readonly deps: DeviceDeps;
  private readonly lease: Lease;
  private readonly ingest: Ingest;
  private readonly subscriptions: Subscriptions;
  private readonly renewLease: () => Promise<void>;
  private readonly refreshSubscriptions: () => Promise<void>;
  private readonly timer: NodeJS.Timeout;
  private readonly ends: readonly (() => void)[];
  private isClosed = false;

  constructor(deps: DeviceDeps, waiting: CommandWaiters) {
    this.deps = deps;
    this.lease = new Lease(deps);
    this.renewLease = serializeRuns(() => this.tryRenewLease());
    this.refreshSubscriptions = serializeRuns(() => this.tryRefreshSubscriptions());
    this.ingest = new Ingest({ deps, lease: this.lease, renewLease: this.renewLease, onCommandEnd: waiting.notify });
    this.subscriptions = new Subscriptions(deps, this.lease, this.ingest);
    this.timer = setInterval(() => void this.tick(), TICK_MS);
    this.ends = [deps.mqtt.onConnectionChange(() => void this.tick()), this.followEvents()];
  }

  /**
   * Renews the lease also while stores are read: with thousands of devices a reading takes longer than the lease lasts.
   */
  async tick(): Promise<void> {
    await this.renewLease();
    await this.refreshSubscriptions();
    this.ingest.writeOddMembers();
  }

  isListening(): boolean {
    return this.lease.isTaken() && this.lease.isValid();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    for (const end of this.ends) end();
    this.isClosed = true;
    await this.ingest.idle();
    await this.tick();
  }

  private followEvents(): () => void {
    return this.deps.events.subscribe((event) => {
      const isOfTarget = event.name === 'door.changed' || event.name === 'device.changed';
      if (!isOfTarget || !this.lease.isTaken() || event.storeId === null) return;
      this.subscriptions.followChange(event.storeId, event.data);
    });
  }

  private async tryRenewLease(): Promise<void> {
    try {
      await this.acquireOrEndLease();
    } catch (error) {
      this.deps.log.error({ err: error }, 'the devices could not be listened to');
      if (this.lease.isExpired()) this.stopListening();
    }
  }

  private async acquireOrEndLease(): Promise<void> {
    const { mqtt, log } = this.deps;
    const wasListening = this.lease.isTaken();
    if (this.isClosed || !mqtt.isConnected()) return wasListening ? this.giveUpLease() : undefined;
    const isHeld = await this.lease.take();
    if (!isHeld) return wasListening ? this.stopListening() : undefined;
    if (!wasListening) log.info({ broker: mqtt.brokerName }, 'listening to the devices');
  }

  private async giveUpLease(): Promise<void> {
    const { db, mqtt, log, watcher } = this.deps;
    const stores = this.subscriptions.listStores();
    this.stopListening();
    await this.lease.release();
    for (const store of stores)
      await db.withActor(storeActor(store.productId, store.storeId), (tx) => watcher.storeChanged(tx, store));
    if (!this.isClosed) log.warn({ broker: mqtt.brokerName }, 'the connection to the broker is lost');
  }

  private stopListening(): void {
    this.lease.end();
    this.subscriptions.endAll();
  }

  /** The devices of a new store are subscribed within a second. */
  private async tryRefreshSubscriptions(): Promise<void> {
    if (!this.lease.isTaken() || this.isClosed) return;
    try {
      await this.subscriptions.refresh();
    } catch (error) {
      this.deps.log.error({ err: error }, 'the stores could not be read');
    }
  }
}
