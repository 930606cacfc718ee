import { SYSTEM } from '../db/index.ts';
import { claimDue, claimForPeers, findPeers, preferIndexes } from './claims.sql.ts';
import type { JobProcess } from './job-process.ts';
import type { ClaimedJob, Lane } from './lanes.ts';
import type { RunningJobs } from './running-jobs.ts';

const TICK_MS = 200;
const FIRST_PEER = '00000000-0000-0000-0000-000000000000';

/** The jobs of one claim. */
interface Claimed {
  readonly jobs: readonly ClaimedJob[];
  /** Whether there are jobs with a peer, due or not. */
  readonly hasPeers: boolean;
}

/** Claims due jobs for the free slots of this process and starts them, one claim after the other. */
export class JobClaimer {
  private readonly process: JobProcess;
  private readonly running: RunningJobs;
  private readonly outboundKinds: readonly string[];
  /**
   * Lanes whose latest claim may have left due jobs: a finished job then refills its slot at once instead of at the
   * next tick.
   */
  private readonly lanesWithMore = new Set<Lane>();
  /** The next claim examines the peers after this one. */
  private peersAfter = FIRST_PEER;
  private latest: Promise<unknown> = Promise.resolve();
  private isNextRequested = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(jobProcess: JobProcess, running: RunningJobs) {
    this.process = jobProcess;
    this.running = running;
    this.outboundKinds = [...jobProcess.lanes].flatMap(([kind, lane]) => (lane === 'outbound' ? [kind] : []));
  }

  /** Waits for earlier claims, so that no slot is assigned twice. Resolves with the number of started jobs. */
  claimNext(): Promise<number> {
    const claimed = this.latest.then(() => this.claimOnce());
    this.latest = claimed.catch(() => undefined);
    return claimed;
  }

  /** Claims now and after each pause until the process closes. */
  repeat(): void {
    void this.claimNext()
      .catch((error: unknown) => this.logError(error))
      .finally(() => {
        if (!this.process.closing.aborted) this.timer = setTimeout(() => this.repeat(), TICK_MS);
      });
  }

  /** Resolves when no claim is under way. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.latest;
  }

  private async claimOnce(): Promise<number> {
    this.isNextRequested = false;
    if (this.process.closing.aborted) return 0;
    const free = this.running.countFreeSlots();
    const claimed = await this.claimFor(free);
    if (claimed === null) return 0;
    this.noteLanesWithMore(free, claimed);
    this.running.startAll(claimed.jobs, (lane) => this.refill(lane));
    return claimed.jobs.length;
  }

  /** `null`: no lane has a free slot. */
  private async claimFor(free: ReadonlyMap<Lane, number>): Promise<Claimed | null> {
    const { db, lanes } = this.process;
    const kinds = [...lanes].flatMap(([kind, lane]) =>
      (free.get(lane) ?? 0) > 0 ? [{ kind, lane, free: free.get(lane) ?? 0 }] : [],
    );
    if (kinds.length === 0) return null;
    const claim = this.running.describeClaim();
    let hasPeers = false;
    const jobs = await db.withActor(SYSTEM, async (tx) => {
      const [, due, { peers, isAll }] = await Promise.all([
        preferIndexes(tx),
        claimDue(tx, claim, kinds),
        findPeers(tx, this.peersAfter),
      ]);
      const freeForPeers =
        (free.get('outbound') ?? 0) - due.filter(({ kind }) => lanes.get(kind) === 'outbound').length;
      this.peersAfter = isAll ? FIRST_PEER : (peers.at(-1) ?? FIRST_PEER);
      hasPeers = peers.length > 0;
      const isPossible = hasPeers && this.outboundKinds.length > 0 && freeForPeers > 0;
      return isPossible
        ? [...due, ...(await claimForPeers(tx, claim, { peers, kinds: this.outboundKinds, free: freeForPeers }))]
        : due;
    });
    return { jobs, hasPeers };
  }

  private noteLanesWithMore(free: ReadonlyMap<Lane, number>, { jobs, hasPeers }: Claimed): void {
    for (const [lane, slots] of free) {
      const runningCount = jobs.filter(({ kind }) => this.process.lanes.get(kind) === lane).length;
      // More jobs of a peer may be due than may run at once.
      if (runningCount >= slots || (lane === 'outbound' && hasPeers)) this.lanesWithMore.add(lane);
      else this.lanesWithMore.delete(lane);
    }
  }

  /** Claims at once if the lane may have more due jobs for its free slot. */
  private refill(lane: Lane): void {
    if (this.process.closing.aborted || !this.lanesWithMore.has(lane) || this.isNextRequested) return;
    this.isNextRequested = true;
    this.claimNext().catch((error: unknown) => this.logError(error));
  }

  private logError(error: unknown): void {
    this.process.log.error({ err: error }, 'jobs could not be claimed');
  }
}
