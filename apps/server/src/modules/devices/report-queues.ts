import type { Command, DeviceState } from '@munjigi/contract';
import type { DeviceDeps, ReceivedReport } from './deps.ts';
import type { BoundDevice } from './drivers/index.ts';
import { answerReports, writeReports, type AnsweredReport, type LinkReports } from './reports.ts';
import { WorkQueue, type Gathered } from './work-queue.ts';

/** Few batches at a time, so that most database connections stay free for requests. */
const BATCHES = { atOnce: 2, mostKeys: 64 };

interface OfLink {
  readonly productId: string;
  readonly storeId: string;
  readonly device: BoundDevice;
}
type QueuedReport = ReceivedReport & OfLink;
type QueuedAnswer = AnsweredReport & OfLink;

interface ReportQueuesOptions {
  readonly deps: DeviceDeps;
  /** Whether this process still listens to the devices. */
  readonly mayProcess: () => Promise<boolean>;
  /** Runs for each command that a report ended. */
  readonly onCommandEnd: (command: Command) => void;
}

/**
 * Reports wait in two queues: in the first one to answer commands, in the second one for their state to be written. So an
 * answer does not wait for the state of an earlier report (decision 116).
 */
export class ReportQueues {
  private readonly options: ReportQueuesOptions;
  private readonly answers: WorkQueue<QueuedReport>;
  private readonly states: WorkQueue<QueuedAnswer>;
  /** The members of states that were reported and are not written yet, with the number of these reports, by link. */
  private readonly unwritten = new Map<string, { readonly stored: DeviceState; reports: number }>();

  constructor(options: ReportQueuesOptions) {
    const onError = (error: unknown) => options.deps.counters.refused('failed', { error });
    this.options = options;
    this.answers = new WorkQueue({ ...BATCHES, onError, work: (gathered) => this.answer(gathered) });
    this.states = new WorkQueue({ ...BATCHES, onError, work: (gathered) => this.write(gathered) });
  }

  /** `false`: refused, because too many reports of the device wait. */
  push(linkId: string, report: QueuedReport): boolean {
    return this.answers.push(linkId, report);
  }

  /** Resolves when all reports are processed. */
  async idle(): Promise<void> {
    await this.answers.idle();
    await this.states.idle();
  }

  private async answer(gathered: readonly Gathered<QueuedReport>[]): Promise<void> {
    const { deps, mayProcess, onCommandEnd } = this.options;
    if (!(await mayProcess())) return;
    for (const { productId, all } of groupReports(gathered)) {
      const words = all.map((of) => ({ ...of, stored: this.addUnwritten(of.linkId, of.reports.length) }));
      try {
        const answered = await answerReports(deps, productId, words, onCommandEnd);
        for (const [index, of] of all.entries()) this.pushAnswered(productId, of, answered[index] ?? []);
      } catch (error) {
        for (const of of all) this.removeUnwritten(of.linkId, of.reports.length);
        deps.counters.refused('failed', { error });
      }
    }
  }

  private pushAnswered(
    productId: string,
    { linkId, storeId, device }: Omit<LinkReports<unknown>, 'reports'>,
    answered: readonly AnsweredReport[],
  ): void {
    for (const report of answered) {
      if (this.states.push(linkId, { ...report, productId, storeId, device })) continue;
      this.removeUnwritten(linkId, 1);
      this.options.deps.counters.refused('flood');
    }
  }

  private async write(gathered: readonly Gathered<QueuedAnswer>[]): Promise<void> {
    const { deps, onCommandEnd } = this.options;
    for (const { productId, all } of groupReports(gathered)) {
      await writeReports(deps, productId, all, onCommandEnd).catch((error: unknown) =>
        deps.counters.refused('failed', { error }),
      );
      for (const { linkId, reports } of all) this.removeUnwritten(linkId, reports.length);
    }
  }

  private addUnwritten(linkId: string, reports: number): DeviceState {
    const entry = this.unwritten.get(linkId) ?? { stored: {}, reports: 0 };
    entry.reports += reports;
    this.unwritten.set(linkId, entry);
    return entry.stored;
  }

  private removeUnwritten(linkId: string, reports: number): void {
    const entry = this.unwritten.get(linkId);
    if (!entry) return;
    entry.reports -= reports;
    if (entry.reports <= 0) this.unwritten.delete(linkId);
  }
}

/**
 * Groups reports by product; a group is processed together. A lock that stores codes is a group by itself, because
 * other transactions lock its codes in another order.
 */
function groupReports<R extends OfLink>(
  gathered: readonly Gathered<R>[],
): { productId: string; all: LinkReports<R>[] }[] {
  const groups = new Map<string, { productId: string; all: LinkReports<R>[] }>();
  for (const { key: linkId, pieces } of gathered) {
    const [first] = pieces;
    if (!first) continue;
    const { productId, storeId, device } = first;
    const name = device.codes === undefined ? productId : linkId;
    const group = groups.get(name) ?? { productId, all: [] };
    group.all.push({ storeId, linkId, device, reports: pieces });
    groups.set(name, group);
  }
  return [...groups.values()];
}
