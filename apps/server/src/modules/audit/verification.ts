import type { AuditVerification, readAuditVerification, ReplyOf } from '@munjigi/contract';
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import { SYSTEM, type Database, type Tx } from '../../db/index.ts';
import type { UnitOfWork } from '../../http/index.ts';
import type { RecurringJobs } from '../../jobs/index.ts';
import { recordChange } from './audit.ts';
import { BEGINNING, toVerifierActor, verifyChain } from './verify.ts';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
}

const EVERY_MS = 24 * 3600_000;
/** A run takes about a tenth of a second, in which it competes with requests of the process. */
const RUN_EVERY_MS = 5000;
const ROWS_PER_RUN = 5000;
/** Small pages, so that hashing delays a request by a few milliseconds at most. */
const PAGE = 250;

/** Verifies each product's chain daily, or on request, a few thousand rows per run. */
export function auditTimers(deps: Deps & { readonly log: FastifyBaseLogger }): RecurringJobs {
  return { 'audit.verify': { lane: 'upkeep', everyMs: RUN_EVERY_MS, run: () => verifyNextRows(deps) } };
}

async function verifyNextRows({ db, clock, log }: Deps & { readonly log: FastifyBaseLogger }): Promise<void> {
  const products = await db.withActor(SYSTEM, (tx) => tx.selectFrom('products').select(['id', 'slug']).execute());
  let remaining = ROWS_PER_RUN;
  for (const { id, slug } of products) {
    if (remaining <= 0) return;
    const row = await db.withActor(toVerifierActor(id), (tx) => findDueVerification(tx, id, clock.now()));
    if (!row) continue;
    const { end, fault, isAtEnd } = await verifyChain(db, id, {
      from: { seq: row.seq, hash: row.hash },
      anchors: await anchorsOf(db, id),
      most: remaining,
      pageSize: PAGE,
    });
    remaining -= end.seq - row.seq;
    if (fault) log.error({ product: slug, seq: fault.seq, what: fault.what }, 'the audit log is not as it was written');
    await db.withActor(toVerifierActor(id), (tx) =>
      tx
        .updateTable('audit_verifications')
        .set({
          seq: end.seq,
          hash: end.hash,
          fault_seq: fault?.seq ?? null,
          fault_what: fault?.what ?? null,
          finished_at: isAtEnd ? clock.now() : null,
        })
        .where('id', '=', row.id)
        .where('finished_at', 'is', null)
        .execute(),
    );
  }
}

/** The unfinished verification; a new one when the last started a day ago. */
async function findDueVerification(tx: Tx, productId: string, now: Date) {
  const newest = await newestOf(tx);
  if (newest?.finished_at === null) return newest;
  return newest === undefined || now.getTime() - newest.started_at.getTime() >= EVERY_MS
    ? begin(tx, productId, now)
    : null;
}

/** `null` when another process was faster. */
async function begin(tx: Tx, productId: string, now: Date) {
  const row = {
    product_id: productId,
    id: uuidv7(),
    started_at: now,
    finished_at: null,
    seq: BEGINNING.seq,
    hash: BEGINNING.hash,
    fault_seq: null,
    fault_what: null,
  };
  const inserted = await tx
    .insertInto('audit_verifications')
    .values(row)
    .onConflict((builder) => builder.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted ? row : null;
}

function newestOf(tx: Tx) {
  return tx
    .selectFrom('audit_verifications')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The last finished verification of each chain. */
export async function readLastVerifications(
  db: Database,
): Promise<{ readonly finishedAt: Date | null; readonly isFaulty: boolean }[]> {
  const products = await db.withActor(SYSTEM, (tx) => tx.selectFrom('products').select('id').execute());
  const last = await Promise.all(
    products.map(({ id }) =>
      db.withActor(toVerifierActor(id), (tx) =>
        tx
          .selectFrom('audit_verifications')
          .select(['finished_at', 'fault_seq'])
          .where('finished_at', 'is not', null)
          .orderBy('started_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst(),
      ),
    ),
  );
  return last
    .filter((row) => row !== undefined)
    .map(({ finished_at, fault_seq }) => ({ finishedAt: finished_at, isFaulty: fault_seq !== null }));
}

/** The end of the last successful verification. A log that was truncated since, with its head reset, is shorter. */
async function anchorsOf(db: Database, productId: string) {
  const row = await db.withActor(toVerifierActor(productId), (tx) => newestWhole(tx));
  return row === undefined || row.seq === 0 ? [] : [{ seq: row.seq, hash: row.hash }];
}

function newestWhole(tx: Tx) {
  return tx
    .selectFrom('audit_verifications')
    .select(['seq', 'hash'])
    .where('finished_at', 'is not', null)
    .where('fault_seq', 'is', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function readVerification(tx: Tx): Promise<ReplyOf<typeof readAuditVerification>> {
  const { rows } = await sql<{
    started_at: Date;
    finished_at: Date | null;
    seq: number;
    hash: Buffer;
    fault_seq: number | null;
    fault_what: NonNullable<AuditVerification['fault']>['what'] | null;
  }>`
    select started_at, finished_at, seq, hash, fault_seq, fault_what from audit_verifications
      order by started_at desc, id desc limit 2`.execute(tx);
  const last = rows.find((row) => row.finished_at !== null);
  return {
    last:
      last === undefined || last.finished_at === null
        ? null
        : {
            startedAt: last.started_at.toISOString(),
            finishedAt: last.finished_at.toISOString(),
            seq: last.seq,
            hash: last.hash.toString('hex'),
            fault:
              last.fault_seq === null || last.fault_what === null
                ? null
                : { seq: last.fault_seq, what: last.fault_what },
          },
    isUnderWay: rows[0]?.finished_at === null,
  };
}

/** Requests a verification, which starts within seconds. Changes nothing while one is under way. */
export async function askForVerification(work: UnitOfWork): Promise<ReplyOf<typeof readAuditVerification>> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const isUnderWay = (await newestOf(tx))?.finished_at === null;
  if (!isUnderWay && (await begin(tx, actor.productId, now)) !== null) {
    await recordChange(work, {
      storeId: null,
      at: now,
      action: 'audit.verify-requested',
      subject: { kind: 'audit-log', id: null },
      detail: {},
    });
  }
  return readVerification(tx);
}
