import { prepareStatement, SYSTEM, type Tx } from '../db/index.ts';
import { preferIndexes } from './claims.sql.ts';
import type { JobProcess } from './job-process.ts';
import type { ClaimedJob, RecurringJobs } from './lanes.ts';

/**
 * Most recurring jobs have nothing to do most of the time. One statement finds which of the claimed ones have work, and
 * one transaction ends the others, so that an idle server does not run a transaction for the work of each and one for
 * its end (decision 078).
 */
export class IdleJobs {
  private readonly process: JobProcess;
  private readonly finding: { read(tx: Tx, now: string): Promise<{ kind: string }[]> } | null;

  constructor(jobProcess: JobProcess) {
    this.process = jobProcess;
    const text = workStatement(jobProcess.recurring);
    this.finding = text === null ? null : prepareStatement<{ kind: string }>(text);
  }

  /** Whether a job of the kind is ended without running when it has no work. */
  includes(kind: string): boolean {
    return this.process.recurring[kind]?.hasWork !== undefined;
  }

  /** Ends the jobs without work. Resolves with their ids; with none if that failed, and then all of them run. */
  async end(jobs: readonly ClaimedJob[], startedAt: Date): Promise<ReadonlySet<string>> {
    const checked = jobs.filter(({ kind }) => this.includes(kind));
    const { finding } = this;
    if (checked.length === 0 || finding === null) return new Set();
    const { db, clock, log, recurring, id: processId } = this.process;
    try {
      const idle = await db.withActor(SYSTEM, async (tx) => {
        const now = clock.now();
        const [, working] = await Promise.all([preferIndexes(tx), finding.read(tx, now.toISOString())]);
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

/** Selects the kinds with work. */
function workStatement(recurring: RecurringJobs): string | null {
  const rows = Object.entries(recurring).flatMap(([kind, { hasWork }]) =>
    hasWork === undefined ? [] : [`('${kind}', (${hasWork}))`],
  );
  if (rows.length === 0) return null;
  return `select kind, $1::timestamptz as checked_at from (values ${rows.join(', ')}) as found (kind, has_work) where has_work`;
}
