import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/index.ts';

export interface NewJob {
  readonly kind: string;
  readonly payload: unknown;
  readonly dueAt: Date;
  /** A second job of the kind with the same key is not put in. */
  readonly dedupeKey?: string;
}

export async function enqueue(tx: Tx, job: NewJob): Promise<void> {
  await tx
    .insertInto('jobs')
    .values({
      id: uuidv7(),
      kind: job.kind,
      dedupe_key: job.dedupeKey ?? null,
      payload: JSON.stringify(job.payload),
      due_at: job.dueAt,
      last_error: null,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'dedupe_key']).doNothing())
    .execute();
}
