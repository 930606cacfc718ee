import type { actOnSettlements, BodyOf, ReplyOf, SettlementActResult } from '@munjigi/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { Problem, retryAfterLostRace, type Person, type UnitOfWork } from '../../http/index.ts';
import { closeStatement } from './close.ts';
import { recordPayout } from './pay.ts';
import { shareVersion } from './versions.ts';

interface BulkDeps {
  readonly db: Database;
  readonly clock: Clock;
}

interface BulkRequest {
  readonly actor: Person;
  readonly body: BodyOf<typeof actOnSettlements>;
  readonly log: FastifyBaseLogger;
}

/**
 * Acts on several periods, each in its own transaction, one after the other: a refusal of one leaves the others as they
 * are (SL-30). Each act has the effect of once, so that the whole request can be repeated.
 */
export async function actOnSeveral(
  { db, clock }: BulkDeps,
  { actor, body, log }: BulkRequest,
): Promise<ReplyOf<typeof actOnSettlements>> {
  const results: SettlementActResult[] = [];
  for (const item of body.items) {
    try {
      await retryAfterLostRace(() => db.withActor(actor, (tx) => actOnOne({ tx, clock, actor }, body, item)));
      results.push({ settlementId: item.settlementId, isDone: true, problem: null });
    } catch (error) {
      results.push({ settlementId: item.settlementId, isDone: false, problem: toItemProblem(error, log) });
    }
  }
  return { results };
}

async function actOnOne(
  work: UnitOfWork,
  { act, paidOn, reference }: BulkRequest['body'],
  { settlementId, payoutAmount }: BulkRequest['body']['items'][number],
): Promise<void> {
  if (act === 'SHARE') await shareVersion(work, settlementId);
  else if (act === 'CLOSE') await closeStatement(work, settlementId, { payoutAmount });
  else if (paidOn !== undefined && reference !== undefined)
    await recordPayout(work, settlementId, { paidOn, reference });
}

function toItemProblem(error: unknown, log: FastifyBaseLogger): SettlementActResult['problem'] {
  if (error instanceof Problem)
    return { code: error.code, detail: error.extras.detail ?? error.extras.errors?.[0]?.message ?? null };
  log.error({ err: error }, 'An act on one of several settlements failed');
  return { code: 'INTERNAL', detail: null };
}
