import { storeActor } from '../../../db/index.ts';
import type { MqttMessage } from '../../../mqtt/index.ts';
import type { StoreKey } from '../../stores/index.ts';
import type { DeviceDeps } from '../commands/deps.ts';
import type { Ingest } from './ingest.ts';
import { subscribeToLink, type LinkSubscription } from './link-subscription.ts';
import { serializeRuns } from './serial-runs.ts';
import { findSubscribedLinks, resetAvailability, type SubscribedLink } from './subscriptions.sql.ts';

/** The members of a `door.changed` or `device.changed` event that the listener compares. */
export interface ChangedTarget {
  readonly id: string;
  readonly version: number;
  readonly removedAt?: string | null;
}

interface StoreContext {
  readonly deps: DeviceDeps;
  readonly ingest: Ingest;
  /** Whether a topic belongs to the store. */
  readonly owns: (topic: string) => boolean;
}

/** The subscriptions to the topics of one store: the announcements of its devices, and the reports of the linked ones. */
export class StoreSubscription {
  readonly key: StoreKey;
  /** Reads the links again. Readings run one after the other, so that an older result never replaces a newer one. */
  readonly rereadLinks: () => Promise<void>;
  private readonly context: StoreContext;
  private readonly links = new Map<string, LinkSubscription>();
  private announcementEnds: readonly (() => void)[] = [];
  /** Settles when the links of the store have been read once. */
  private firstReading: Promise<void> = Promise.resolve();
  private hasReadingFailed = false;
  private isEnded = false;

  constructor(key: StoreKey, context: StoreContext) {
    this.key = key;
    this.context = context;
    this.rereadLinks = serializeRuns(() => this.repeatReading());
  }

  /** Whether the last reading failed and must be repeated. */
  get isUnread(): boolean {
    return this.hasReadingFailed;
  }

  /**
   * Subscribes to the announcements and, once the links are read, to the reports. `isAfresh`: this process did not
   * listen before, so devices must report their availability again.
   */
  async start(isAfresh: boolean): Promise<void> {
    const { deps, ingest, owns } = this.context;
    const root = `${this.key.mqttPrefix}/homeassistant/`;
    const source = { store: this.key, root, owns };
    const receive = (message: MqttMessage) => ingest.receiveAnnouncement(source, message);
    this.announcementEnds = [
      deps.mqtt.subscribe(`${root}+/+/config`, receive),
      deps.mqtt.subscribe(`${root}+/+/+/config`, receive),
    ];
    this.firstReading = this.readLinks(isAfresh);
    await this.firstReading;
  }

  /**
   * Whether an event shows that a device was linked or removed or that its topics may have changed, possibly at another
   * process.
   */
  isOutdatedBy({ id, version, removedAt = null }: ChangedTarget): boolean {
    const link = [...this.links.values()].find(({ targetId }) => targetId === id);
    if (!link) return removedAt === null;
    return removedAt !== null || link.version !== version;
  }

  end(): void {
    this.isEnded = true;
    for (const link of this.links.values()) link.end();
    for (const end of this.announcementEnds) end();
  }

  /**
   * Waits for the first reading, which resets the availability of devices: a report received before it would be lost.
   */
  private async repeatReading(): Promise<void> {
    try {
      await this.firstReading;
    } catch {
      return; // The first read reports the error, and the store is dropped.
    }
    try {
      await this.readLinks(false);
      this.hasReadingFailed = false;
    } catch (error) {
      this.hasReadingFailed = true;
      this.context.deps.log.error({ err: error }, 'the links of a store could not be read');
    }
  }

  private async readLinks(isAfresh: boolean): Promise<void> {
    const { db, watcher } = this.context.deps;
    const { productId, storeId } = this.key;
    const links = await db.withActor(storeActor(productId, storeId), async (tx) => {
      if (isAfresh) {
        await resetAvailability(tx, storeId);
        await watcher.storeChanged(tx, this.key);
      }
      return findSubscribedLinks(tx, storeId);
    });
    if (!this.isEnded) this.replaceLinks(links); // Otherwise the store was dropped or replaced meanwhile.
  }

  private replaceLinks(links: readonly SubscribedLink[]): void {
    const { deps, ingest } = this.context;
    const linksById = new Map(links.map((link) => [link.id, link]));
    const removed: LinkSubscription[] = [];
    for (const [linkId, present] of this.links) {
      const link = linksById.get(linkId);
      if (link && JSON.stringify(link.settings) === present.settings) {
        this.links.set(linkId, { ...present, version: link.version });
        linksById.delete(linkId);
      } else {
        removed.push(present);
        this.links.delete(linkId);
      }
    }
    const context = { mqtt: deps.mqtt, log: deps.log, store: this.key, ingest };
    for (const link of linksById.values()) {
      ingest.guard(`link ${link.id}`, () => this.links.set(link.id, subscribeToLink(context, link)));
    }
    // Unsubscribe last: a device that moved to another target uses the same topics, which must stay subscribed.
    for (const present of removed) present.end();
  }
}
