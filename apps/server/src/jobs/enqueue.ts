import { v7 as uuidv7 } from 'uuid';
import { statement, writeBehind, type Tx } from '../db/index.ts';

export interface NewJob {
  readonly kind: string;
  readonly payload: unknown;
  readonly dueAt: Date;
  /** A second job of the kind with the same key is not put in. */
  readonly dedupeKey?: string;
}

/** Puts a job in; it is there when the transaction commits. Nobody waits for the writing: resolves at once. */
export async function enqueue(tx: Tx, job: NewJob): Promise<void> {
  const row = jobRow(job);
  writeBehind(
    tx,
    statement`
    insert into jobs (id, kind, dedupe_key, payload, due_at) values (${row.id}, ${row.kind}, ${row.dedupe_key}, ${JSON.stringify(row.payload)}, ${row.due_at})
    on conflict (kind, dedupe_key) do nothing`,
  );
}

/** A job's row, for a statement that writes more than it. */
export function jobRow(job: NewJob) {
  return { id: uuidv7(), kind: job.kind, dedupe_key: job.dedupeKey ?? null, payload: job.payload, due_at: job.dueAt };
}
