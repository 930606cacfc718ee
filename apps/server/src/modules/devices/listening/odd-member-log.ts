import type { StoreKey } from '../../stores/index.ts';
import type { DeviceDeps } from '../commands/deps.ts';
import type { OddMember } from '../drivers/index.ts';
import { MOST_ODD_PER_LINK, type OddCount, type OddLink } from './odd-members.sql.ts';
import { retryTransiently } from './retry.ts';
import { WorkQueue } from './work-queue.ts';

/** A device may repeat the same odd member with every message, so each is written once in this time. */
const WRITE_EVERY_MS = 60_000;

interface OddSource extends OddLink {
  readonly driver: string;
}

interface OddMemberLogOptions {
  readonly counters: Pick<DeviceDeps['counters'], 'oddMember' | 'refused'>;
  readonly save: (link: OddLink, counts: readonly OddCount[]) => Promise<void>;
}

/** What was counted of one member since it was written last. `count` 0: nothing. */
interface Pending {
  text: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
  writtenAtMs: number;
}

/**
 * Counts the members that drivers could not read. The counts of a member add up in memory for a minute between two
 * writes; the first one is written at once.
 */
export class OddMemberLog {
  private readonly counters: OddMemberLogOptions['counters'];
  private readonly links = new Map<string, { readonly store: StoreKey; readonly members: Map<string, Pending> }>();
  private readonly writes: WorkQueue<{ readonly store: StoreKey; readonly odd: OddCount }>;

  constructor({ counters, save }: OddMemberLogOptions) {
    this.counters = counters;
    this.writes = new WorkQueue({
      atOnce: 1,
      mostKeys: 1,
      onError: (error: unknown) => counters.refused('failed', { error }),
      work: async (gathered) => {
        for (const { key: linkId, pieces } of gathered) {
          const store = pieces[0]?.store;
          const counts = pieces.map((piece) => piece.odd);
          if (store) await retryTransiently(() => save({ store, linkId }, counts));
        }
      },
    });
  }

  record({ store, linkId, driver }: OddSource, odd: readonly OddMember[], at: Date): void {
    const link = this.links.get(linkId) ?? { store, members: new Map<string, Pending>() };
    this.links.set(linkId, link);
    for (const { member, text, reason } of odd) {
      this.counters.oddMember(driver, reason);
      const pending = link.members.get(member);
      if (pending === undefined && link.members.size >= MOST_ODD_PER_LINK) continue;
      link.members.set(member, {
        text,
        count: (pending?.count ?? 0) + 1,
        firstAt: pending === undefined || pending.count === 0 ? at : pending.firstAt,
        lastAt: at,
        writtenAtMs: pending?.writtenAtMs ?? -WRITE_EVERY_MS,
      });
    }
    this.writeLink(linkId, false);
  }

  /** Writes the counts whose minute is over. `isEnding`: writes all of them. */
  writeDue({ isEnding = false }: { readonly isEnding?: boolean } = {}): void {
    for (const linkId of this.links.keys()) this.writeLink(linkId, isEnding);
  }

  /** Resolves when all counts are written. */
  async idle(): Promise<void> {
    this.writeDue({ isEnding: true });
    await this.writes.idle();
  }

  private writeLink(linkId: string, isEnding: boolean): void {
    const link = this.links.get(linkId);
    if (!link) return;
    const nowMs = performance.now();
    for (const [member, pending] of link.members) {
      if (!isEnding && nowMs - pending.writtenAtMs < WRITE_EVERY_MS) continue;
      const { text, count, firstAt, lastAt } = pending;
      const odd = { member, text, count, firstAt, lastAt };
      if (count === 0) link.members.delete(member);
      else if (this.writes.push(linkId, { store: link.store, odd }))
        link.members.set(member, { ...pending, count: 0, writtenAtMs: nowMs });
    }
    if (link.members.size === 0) this.links.delete(linkId);
  }
}
