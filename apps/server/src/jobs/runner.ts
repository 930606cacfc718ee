import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../clock.ts';
import { SYSTEM, type Database } from '../db/index.ts';
import {
  claimDue,
  claimForPeers,
  findPeers,
  plantRecurring,
  preferIndexes,
  renewLeases,
  type Claim,
} from './claims.sql.ts';
import {
  LANE_SLOTS,
  LANES,
  type ClaimedJob,
  type JobHandlers,
  type Lane,
  type PeerOutcome,
  type RecurringJobs,
} from './lanes.ts';
import { keepOutcome } from './peers.sql.ts';

export interface Jobs {
  /**
   * Runs all due jobs of all lanes, and waits for those that run already; resolves with the number of jobs that ended
   * meanwhile. For tests.
   */
  runDue(): Promise<number>;
  /** Claims nothing more, and waits for running jobs for a limited time: another process takes over after the lease. */
  close(): Promise<void>;
}

interface Options {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly handlers: JobHandlers;
  readonly recurring: RecurringJobs;
  /** How long a killed process keeps its jobs. Leases of running jobs are renewed three times as often. */
  readonly leaseMs?: number;
}

interface RunningJob {
  readonly kind: string;
  readonly lane: Lane;
  readonly ended: Promise<void>;
}

const LEASE_MS = 30_000;
const LONGEST_PAUSE_MS = 300_000;
const TICK_MS = 200;
/** Longer than the deadline of an outbound request. */
const SHUTDOWN_MS = 15_000;
const FIRST_PEER = '00000000-0000-0000-0000-000000000000';

export function startJobs({ db, clock, log, handlers, recurring, leaseMs = LEASE_MS }: Options): Jobs {
  const processId = uuidv7();
  const lanes = new Map<string, Lane>(
    [...Object.entries(handlers), ...Object.entries(recurring)].map(([kind, { lane }]) => [kind, lane]),
  );
  const outboundKinds = [...lanes].flatMap(([kind, lane]) => (lane === 'outbound' ? [kind] : []));
  const running = new Map<string, RunningJob>();
  /**
   * Lanes whose latest claim may have left due jobs: a finished job refills its slot at once instead of at the next
   * tick.
   */
  const mayHaveMore = new Set<Lane>();
  let isClosed = false;
  let endedJobs = 0;
  let peersAfter = FIRST_PEER;
  let claims: Promise<unknown> = Promise.resolve();
  let isClaimWanted = false;

  const thisClaim = (): Claim => ({ processId, now: clock.now(), leaseMs, running: [...running.keys()] });

  /** Runs one claim after the other, so that no slot is assigned twice. Resolves with the number of started jobs. */
  function claimNext(): Promise<number> {
    const claimed = claims.then(claimOnce);
    claims = claimed.catch(() => undefined);
    return claimed;
  }

  async function claimOnce(): Promise<number> {
    isClaimWanted = false;
    if (isClosed) return 0;
    const free = new Map<Lane, number>(LANES.map((lane) => [lane, LANE_SLOTS[lane]]));
    for (const { lane } of running.values()) free.set(lane, (free.get(lane) ?? 0) - 1);
    const kinds = [...lanes].flatMap(([kind, lane]) =>
      (free.get(lane) ?? 0) > 0 ? [{ kind, lane, free: free.get(lane) ?? 0 }] : [],
    );
    if (kinds.length === 0) return 0;
    const claim = thisClaim();
    let hasPeers = false;
    const claimed = await db.withActor(SYSTEM, async (tx) => {
      const [, due, { peers, isAll }] = await Promise.all([
        preferIndexes(tx),
        claimDue(tx, claim, kinds),
        findPeers(tx, peersAfter),
      ]);
      const freeForPeers =
        (free.get('outbound') ?? 0) - due.filter(({ kind }) => lanes.get(kind) === 'outbound').length;
      peersAfter = isAll ? FIRST_PEER : (peers.at(-1) ?? FIRST_PEER);
      hasPeers = peers.length > 0;
      const isPossible = hasPeers && outboundKinds.length > 0 && freeForPeers > 0;
      return isPossible
        ? [...due, ...(await claimForPeers(tx, claim, { peers, kinds: outboundKinds, free: freeForPeers }))]
        : due;
    });
    for (const [lane, slots] of free) {
      const taken = claimed.filter(({ kind }) => lanes.get(kind) === lane).length;
      // More of a peer may be due than may run at once.
      if (taken >= slots || (lane === 'outbound' && hasPeers)) mayHaveMore.add(lane);
      else mayHaveMore.delete(lane);
    }
    for (const job of claimed) start(job);
    return claimed.length;
  }

  function start(job: ClaimedJob): void {
    const lane = lanes.get(job.kind);
    if (lane === undefined) throw new Error(`A job of the unknown kind ${job.kind} was claimed`);
    const ended = work(job)
      .catch((error: unknown) =>
        log.error({ err: error, job: job.kind }, 'the end of a job could not be stored; it runs again after its lease'),
      )
      .finally(() => {
        running.delete(job.id);
        endedJobs += 1;
        if (!isClosed && mayHaveMore.has(lane)) claimSoon();
      });
    running.set(job.id, { kind: job.kind, lane, ended });
  }

  function claimSoon(): void {
    if (isClaimWanted) return;
    isClaimWanted = true;
    claimNext().catch(logClaimError);
  }

  async function work(job: ClaimedJob): Promise<void> {
    const startedAt = clock.now();
    try {
      await finish(job, startedAt, (await (handlers[job.kind] ?? recurring[job.kind])?.run(job.payload)) ?? null);
    } catch (error) {
      log.error({ err: error, job: job.kind, attempts: job.attempts }, 'a job failed; it will be tried again');
      await retryLater(job, error);
    }
  }

  /**
   * A job that another process took over, because its lease could not be renewed, is left to that process. A recurring
   * job that took longer than its period, or during which the clock was set forward by more, is due again at once.
   */
  async function finish(job: ClaimedJob, startedAt: Date, outcome: PeerOutcome): Promise<void> {
    const again = recurring[job.kind];
    await db.withActor(SYSTEM, async (tx) => {
      const now = clock.now();
      if (again) {
        const isLate = now.getTime() - startedAt.getTime() > again.everyMs;
        const dueAt = isLate ? now : new Date(now.getTime() + again.everyMs);
        await tx
          .updateTable('jobs')
          .set({ locked_until: null, claimed_by: null, due_at: dueAt, attempts: 0, last_error: null })
          .where('id', '=', job.id)
          .where('claimed_by', '=', processId)
          .execute();
      } else {
        await Promise.all([
          tx.deleteFrom('jobs').where('id', '=', job.id).where('claimed_by', '=', processId).execute(),
          keepOutcome(tx, job, outcome, now),
        ]);
      }
    });
  }

  async function retryLater(job: ClaimedJob, error: unknown): Promise<void> {
    const now = clock.now();
    const pauseMs = Math.min(LONGEST_PAUSE_MS, 500 * 2 ** job.attempts);
    await db.withActor(SYSTEM, async (tx) => {
      await tx
        .updateTable('jobs')
        .set({
          locked_until: null,
          claimed_by: null,
          due_at: new Date(now.getTime() + pauseMs),
          last_error: String(error).slice(0, 500),
        })
        .where('id', '=', job.id)
        .where('claimed_by', '=', processId)
        .execute();
      await keepOutcome(tx, job, null, now);
    });
  }

  async function runDue(): Promise<number> {
    const before = endedJobs;
    for (;;) {
      const endedBefore = endedJobs;
      const claimed = await claimNext();
      // Jobs that ended during the claim can have made more due than the claim saw.
      const isIdle = claimed === 0 && running.size === 0 && endedJobs === endedBefore;
      if (isClosed || isIdle) return endedJobs - before;
      await Promise.all([...running.values()].map(({ ended }) => ended));
    }
  }

  function logClaimError(error: unknown): void {
    log.error({ err: error }, 'jobs could not be claimed');
  }

  async function plant(): Promise<void> {
    const now = clock.now();
    const after = (ms: number) => new Date(now.getTime() + ms);
    const plans = Object.entries(recurring).map(([kind, { everyMs }]) => ({
      kind,
      first: after(everyMs),
      latest: after(Math.max(everyMs, LONGEST_PAUSE_MS)),
    }));
    await db.withActor(SYSTEM, (tx) => plantRecurring(tx, now, plans));
  }

  async function upkeep(): Promise<void> {
    await plant();
    const claim = thisClaim();
    if (claim.running.length === 0) return;
    const kept = await db.withActor(SYSTEM, (tx) => renewLeases(tx, claim));
    const lost = claim.running.filter((id) => running.has(id)).length - kept;
    if (lost > 0) log.warn({ jobs: lost }, 'leases of jobs that run were lost; another process may run them too');
  }

  let ticking: NodeJS.Timeout | undefined;
  let upkeeping: NodeJS.Timeout | undefined;
  let lastUpkeep: Promise<void> = Promise.resolve();
  function tick(): void {
    void claimNext()
      .catch(logClaimError)
      .finally(() => {
        if (!isClosed) ticking = setTimeout(tick, TICK_MS);
      });
  }
  function upkeepLater(): void {
    upkeeping = setTimeout(() => {
      lastUpkeep = upkeep()
        .catch((error: unknown) => log.error({ err: error }, 'leases of jobs could not be renewed'))
        .finally(() => {
          if (!isClosed) upkeepLater();
        });
    }, leaseMs / 3);
  }
  const planted = plant()
    .catch((error: unknown) => log.error({ err: error }, 'recurring jobs could not be planted'))
    .finally(() => {
      if (isClosed) return;
      tick();
      upkeepLater();
    });

  async function endWithin(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'LATE'>((resolve) => {
      timer = setTimeout(() => resolve('LATE'), ms);
    });
    const all = Promise.all([...running.values()].map(({ ended }) => ended));
    if ((await Promise.race([all, late])) === 'LATE')
      log.warn(
        { jobs: [...running.values()].map(({ kind }) => kind) },
        'jobs still run at shutdown; another process takes over after their leases',
      );
    clearTimeout(timer);
  }

  return {
    runDue,
    async close() {
      isClosed = true;
      await planted;
      clearTimeout(ticking);
      await claims;
      await endWithin(SHUTDOWN_MS);
      clearTimeout(upkeeping);
      await lastUpkeep;
    },
  };
}
