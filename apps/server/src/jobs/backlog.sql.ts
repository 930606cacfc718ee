import { sql } from 'kysely';
import type { Tx } from '../db/index.ts';

/** The due jobs of a kind that no process runs. */
export interface JobBacklog {
  readonly kind: string;
  readonly count: number;
  /** When the oldest of them was due. */
  readonly oldestAt: Date;
}

/** Reads, as `SYSTEM`, what is due and not under way. */
export async function readBacklog(tx: Tx, now: Date): Promise<JobBacklog[]> {
  const { rows } = await sql<JobBacklog>`
    select kind, count(*)::integer as count, min(due_at) as "oldestAt" from jobs
    where due_at <= ${now} and (locked_until is null or locked_until < ${now}) group by kind`.execute(tx);
  return rows;
}
