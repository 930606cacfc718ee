import type { Command } from '@munjigi/contract';
import type { MqttMessage } from '../../../mqtt/index.ts';
import type { StoreKey } from '../../stores/index.ts';
import { retryTransiently } from './retry.ts';
import type { DeviceDeps, ReceivedReport } from '../commands/deps.ts';
import { saveAnnouncement, type Announcement } from './discovery.ts';
import { readAnnouncement, Unreadable, type BoundDevice } from '../drivers/index.ts';
import type { Lease } from './lease.ts';
import { OddMemberLog } from './odd-member-log.ts';
import { saveOddMembers } from './odd-members.sql.ts';
import { applyReports, type LinkReports } from './reports.ts';
import { WorkQueue, type Gathered } from './work-queue.ts';

/** Few batches at a time, so that most database connections stay free for requests. */
const REPORTS = { atOnce: 3, mostKeys: 64 };
const ANNOUNCEMENTS = { atOnce: 2, mostKeys: 1 };

/** A linked device whose reports are processed. */
interface ReportSource {
  readonly linkId: string;
  readonly store: StoreKey;
  readonly driver: string;
  readonly device: BoundDevice;
  /** Runs for each report that the device is available. */
  readonly onAvailable: () => void;
}

/** A store whose devices announce themselves. */
interface AnnouncementSource {
  readonly store: StoreKey;
  /** The beginning of the topics of its announcements, with the closing slash. */
  readonly root: string;
  /** Whether a topic belongs to the store. */
  readonly owns: (topic: string) => boolean;
}

interface IngestOptions {
  readonly deps: DeviceDeps;
  readonly lease: Lease;
  readonly renewLease: () => Promise<void>;
  /** Runs for each command that a report ended. */
  readonly onCommandEnd: (command: Command) => void;
}

type LinkReport = ReceivedReport & {
  readonly productId: string;
  readonly storeId: string;
  readonly device: BoundDevice;
};
type StoreAnnouncement = { readonly store: StoreKey; readonly announcement: Announcement };

/** What happens with a message of a device: it is read, waits in a queue and is processed in a batch (decision 023). */
export class Ingest {
  private readonly deps: DeviceDeps;
  private readonly reports: WorkQueue<LinkReport>;
  private readonly announcements: WorkQueue<StoreAnnouncement>;
  private readonly oddMembers: OddMemberLog;

  constructor(options: IngestOptions) {
    const { deps } = options;
    const onError = (error: unknown) => deps.counters.refused('failed', { error });
    this.deps = deps;
    this.oddMembers = new OddMemberLog({
      counters: deps.counters,
      save: (link, counts) => saveOddMembers(deps, link, counts),
    });
    this.reports = new WorkQueue<LinkReport>({
      ...REPORTS,
      onError,
      work: (gathered) => processReports(options, gathered),
    });
    this.announcements = new WorkQueue<StoreAnnouncement>({
      ...ANNOUNCEMENTS,
      onError,
      work: (gathered) => keepAll(deps, gathered),
    });
  }

  receiveReports(
    { linkId, store, driver, device, onAvailable }: ReportSource,
    { topic, payload, isRetained }: MqttMessage,
  ): void {
    const { productId, storeId } = store;
    this.guard(topic, () => {
      const at = this.deps.clock.now();
      const { reports, odd } = device.read(topic, payload);
      if (odd.length > 0) this.oddMembers.record({ store, linkId, driver }, odd, at);
      for (const report of reports) {
        if (!this.reports.push(linkId, { report, at, isRetained, productId, storeId, device }))
          throw new Unreadable('flood');
        if (report.kind === 'availability' && report.isAvailable) onAvailable();
      }
    });
  }

  receiveAnnouncement({ store, root, owns }: AnnouncementSource, { topic, payload }: MqttMessage): void {
    this.guard(topic, () => {
      const { devices, odd } = readAnnouncement({ below: topic.slice(root.length), owns }, payload);
      for (const { reason } of odd) this.deps.counters.oddMember('ha-mqtt', reason);
      if (!this.announcements.push(store.storeId, { store, announcement: { topic, devices } }))
        throw new Unreadable('flood');
    });
  }

  /** Runs `read`, and counts what it cannot read instead of throwing. */
  guard(topic: string, read: () => void): void {
    const { counters } = this.deps;
    try {
      read();
    } catch (error) {
      if (error instanceof Unreadable) counters.refused(error.reason, { topic });
      else counters.refused('failed', { topic, error });
    }
  }

  /** Writes the counts of odd members that have waited long enough. */
  writeOddMembers(): void {
    this.oddMembers.writeDue();
  }

  /** Resolves when all received messages are processed. */
  async idle(): Promise<void> {
    await this.oddMembers.idle();
    await this.reports.idle();
    await this.announcements.idle();
  }
}

async function processReports(
  { deps, lease, renewLease, onCommandEnd }: IngestOptions,
  gathered: readonly Gathered<LinkReport>[],
): Promise<void> {
  // The lease ran out while this process was busy. Reports are dropped only if another process listens by now: it
  // received them too.
  if (lease.isExpired()) await renewLease();
  if (!lease.isValid()) return;
  for (const { productId, all } of groupReports(gathered)) {
    await applyReports(deps, productId, all, onCommandEnd).catch((error: unknown) =>
      deps.counters.refused('failed', { error }),
    );
  }
}

/**
 * Groups reports by product; a group is processed together. A lock that stores codes is a group by itself, because
 * other transactions lock its codes in another order.
 */
function groupReports(gathered: readonly Gathered<LinkReport>[]): { productId: string; all: LinkReports[] }[] {
  const groups = new Map<string, { productId: string; all: LinkReports[] }>();
  for (const { key: linkId, pieces, more } of gathered) {
    const [first] = pieces;
    if (!first) continue;
    const { productId, storeId, device } = first;
    const name = device.codes === undefined ? productId : linkId;
    const group = groups.get(name) ?? { productId, all: [] };
    group.all.push({ storeId, linkId, device, reports: pieces, more });
    groups.set(name, group);
  }
  return [...groups.values()];
}

async function keepAll(deps: DeviceDeps, gathered: readonly Gathered<StoreAnnouncement>[]): Promise<void> {
  for (const { store, announcement } of gathered.flatMap(({ pieces }) => pieces)) {
    await retryTransiently(() => saveAnnouncement(deps, store, announcement)).catch((error: unknown) =>
      deps.counters.refused('failed', { topic: announcement.topic, error }),
    );
  }
}
