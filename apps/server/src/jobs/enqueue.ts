import { v7 as uuidv7 } from 'uuid';
import { statement, pipelineStatement, type Tx } from '../db/index.ts';

export interface NewJob {
  readonly kind: string;
  readonly payload: unknown;
  readonly dueAt: Date;
  /** A second job of the kind with the same key is not inserted. */
  readonly dedupeKey?: string;
  /** The peer that an outbound job calls. The database sets it for deliveries of webhooks and push (migration 0060). */
  readonly peer?: string;
}

/** Inserts a job, which exists when the transaction commits. Does not wait for the statement. */
export async function enqueueJob(tx: Tx, job: NewJob): Promise<void> {
  const row = jobRow(job);
  pipelineStatement(
    tx,
    statement`
    insert into jobs (id, kind, dedupe_key, payload, due_at, peer)
    values (${row.id}, ${row.kind}, ${row.dedupe_key}, ${JSON.stringify(row.payload)}, ${row.due_at}, ${row.peer}::uuid)
    on conflict (kind, dedupe_key) do nothing`,
  );
}

/** The row of a job, for a statement that inserts more than the job. */
export function jobRow(job: NewJob) {
  return {
    id: uuidv7(),
    kind: job.kind,
    dedupe_key: job.dedupeKey ?? null,
    payload: job.payload,
    due_at: job.dueAt,
    peer: job.peer ?? null,
  };
}
