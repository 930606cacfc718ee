import { sql } from 'kysely';
import { prepareStatement, SYSTEM, type Tx } from '../db/index.ts';
import { preferIndexes } from './claims.sql.ts';
import type { JobProcess } from './job-process.ts';
import type { ClaimedJob, RecurringJobs } from './lanes.ts';

/** A table that is locked, for example by a migration, must not stop the jobs that do not need it. */
const CHECK_TIMEOUT_MS = 1000;

interface Finding {
  read(tx: Tx, now: string): Promise<{ kind: string }[]>;
}

/**
 * Most recurring jobs have nothing to do most of the time. One statement finds which of the claimed ones have work, and
 * one transaction ends the others, so that an idle server does not run a transaction for the work of each and one for
 * its end (decision 078). The urgent lane has a separate statement, so that it waits for no table of another lane.
 */
export class IdleJobs {
  private readonly process: JobProcess;
  private readonly ofUrgent: Finding | null;
  private readonly ofOthers: Finding | null;

  constructor(jobProcess: JobProcess) {
    this.process = jobProcess;
    this.ofUrgent = prepareFinding(jobProcess.recurring, true);
    this.ofOthers = prepareFinding(jobProcess.recurring, false);
  }

  /** Whether a job of the kind is ended without running when it has no work. */
  includes(kind: string): boolean {
    return this.process.recurring[kind]?.hasWork !== undefined;
  }

  /** Ends the jobs without work, those of the urgent lane apart. Returns what each job waits for: the ids that were ended. */
  endIdle(jobs: readonly ClaimedJob[], startedAt: Date): (job: ClaimedJob) => Promise<ReadonlySet<string>> {
    const isUrgent = ({ kind }: ClaimedJob) => this.process.recurring[kind]?.lane === 'urgent';
    const ofUrgent = this.end(this.ofUrgent, jobs.filter(isUrgent), startedAt);
    const ofOthers = this.end(
      this.ofOthers,
      jobs.filter((job) => !isUrgent(job)),
      startedAt,
    );
    return (job) => (isUrgent(job) ? ofUrgent : ofOthers);
  }

  /** Resolves with the ids of the jobs without work; with none if that failed, and then all of them run. */
  private async end(
    finding: Finding | null,
    jobs: readonly ClaimedJob[],
    startedAt: Date,
  ): Promise<ReadonlySet<string>> {
    const checked = jobs.filter(({ kind }) => this.includes(kind));
    if (checked.length === 0 || finding === null) return new Set();
    const { db, clock, log, recurring, id: processId } = this.process;
    try {
      const idle = await db.withActor(SYSTEM, async (tx) => {
        const now = clock.now();
        const [, , working] = await Promise.all([
          preferIndexes(tx),
          limitStatements(tx),
          finding.read(tx, now.toISOString()),
        ]);
        const kinds = new Set(working.map(({ kind }) => kind));
        const withoutWork = checked.filter(({ kind }) => !kinds.has(kind));
        const dueAt = withoutWork.map(({ kind }) =>
          nextRunAt(recurring[kind]?.everyMs ?? 0, startedAt, now).toISOString(),
        );
        const ids = withoutWork.map((job) => job.id);
        if (ids.length > 0) END.write(tx, ids, dueAt, processId);
        return ids;
      });
      return new Set(idle);
    } catch (error) {
      log.error({ err: error }, 'the work of recurring jobs could not be found; all of them run');
      return new Set();
    }
  }
}

/**
 * The next run of a recurring job. One that took longer than its period, or during which the clock was moved forward by
 * more, is due again at once.
 */
export function nextRunAt(everyMs: number, startedAt: Date, now: Date): Date {
  const isLate = now.getTime() - startedAt.getTime() > everyMs;
  return isLate ? now : new Date(now.getTime() + everyMs);
}

/** Leaves a job that another process took over to that process. */
const END = prepareStatement(`
  update jobs j set locked_until = null, claimed_by = null, due_at = idle.due_at, attempts = 0, last_error = null
  from unnest($1::uuid[], $2::timestamptz[]) as idle (id, due_at) where j.id = idle.id and j.claimed_by = $3`);

async function limitStatements(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(CHECK_TIMEOUT_MS)}, true)`.execute(tx);
}

/** Selects the kinds with work, of the urgent lane or of all others. `null`: no kind states when it has work. */
function prepareFinding(recurring: RecurringJobs, isUrgent: boolean): Finding | null {
  const text = composeFinding(recurring, isUrgent);
  return text === null ? null : prepareStatement<{ kind: string }>(text);
}

/** The text of the statement that selects the kinds with work; its parameter `$1` is the time. */
export function composeFinding(recurring: RecurringJobs, isUrgent: boolean): string | null {
  const rows = Object.entries(recurring).flatMap(([kind, { hasWork, lane }]) =>
    hasWork === undefined || (lane === 'urgent') !== isUrgent ? [] : [`('${kind}', (${hasWork}))`],
  );
  if (rows.length === 0) return null;
  return `select kind, $1::timestamptz as checked_at from (values ${rows.join(', ')}) as found (kind, has_work) where has_work`;
}
