import type { Tx } from '../../../db/index.ts';
import { enqueueJob, type JobHandlers } from '../../../jobs/index.ts';
import { requestLookupNow, type PaymentPlace } from './provider-payments.sql.ts';

const LOOKUP_JOB = 'payments.look-soon';

/** Schedules a lookup of a payment right after the commit. The first process that takes the job does it. */
export async function scheduleLookup(tx: Tx, place: PaymentPlace, now: Date): Promise<void> {
  await requestLookupNow(tx, place, now);
  await enqueueJob(tx, { kind: LOOKUP_JOB, payload: {}, dueAt: now });
}

/** `lookups` looks up the payments that are due. */
export function lookupJobs({ lookups }: { readonly lookups: { nudge(): void } }): JobHandlers {
  return { [LOOKUP_JOB]: { lane: 'timers', run: async () => lookups.nudge() } };
}
