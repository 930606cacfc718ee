import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@munjigi/contract';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { callerId, type Caller } from './caller.ts';
import type { Clock } from '../clock.ts';
import {
  DatabaseUnavailable,
  deleteInPages,
  personalOf,
  statement,
  pipelineStatement,
  type Database,
  type Tx,
} from '../db/index.ts';
import { Problem } from './problem.ts';

/**
 * Idempotency keys (AP-3): the same key and body of the same caller get the same reply for a day, another body a 422. A
 * refusal is not stored, so a refused request can be sent again.
 */

/** Stored replies may contain revealed data for up to a day. */
export const KEPT_REPLIES = {
  table: 'idempotency_keys',
  reach: 'SYSTEM',
  key: { product_id: 'uuid', user_id: 'uuid', key: 'text' },
  columns: ['reply'],
} as const;

/** How long a key stands for its request; later it may come with another one. */
export const KEY_KEPT_MS = 24 * 3600_000;
const LOCK_MS = 60_000;

export interface KeyedRequest {
  readonly key: string;
  readonly endpoint: string;
  readonly bodyHash: string;
  readonly shownOnce: readonly string[];
}

export function keyedRequest(endpoint: Endpoint, header: unknown, params: unknown, body: unknown): KeyedRequest | null {
  if (endpoint.method !== 'POST' || header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) throw new Problem('IDEMPOTENCY_KEY_INVALID');
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([params, body]))
    .digest('base64url');
  return {
    key: header,
    endpoint: `${endpoint.method} ${endpoint.path}`,
    bodyHash,
    shownOnce: endpoint.shownOnce ?? [],
  };
}

/** Returns the stored reply of this key, or `null` after claiming the key for this request. */
export async function claimKey(
  tx: Tx,
  caller: Caller,
  request: KeyedRequest,
  clock: Clock,
): Promise<{ reply: unknown } | null> {
  const now = clock.now();
  const { rows } = await tx.executeQuery(newKey(caller, request, now));
  return rows.length > 0 ? null : claimStoredKey(tx, caller, request, now);
}

/**
 * The same in a separate transaction; a new key, the usual case, costs one round trip. It does not wait for the disk: the
 * commit of what the request does brings the key there too, so after a crash neither is left, or both.
 */
export async function claimKeyAlone(
  db: Database,
  caller: Caller,
  request: KeyedRequest,
  now: Date,
): Promise<{ reply: unknown } | null> {
  const claimed = await db.doAtOnce(caller, newKey(caller, request, now), { isFlushedLater: true });
  return claimed.length > 0 ? null : db.withActor(caller, (tx) => claimStoredKey(tx, caller, request, now));
}

function newKey(caller: Caller, request: KeyedRequest, now: Date) {
  return statement<{ key: string }>`
    insert into idempotency_keys (product_id, user_id, key, endpoint, body_hash, created_at, locked_until)
    values (${caller.productId}, ${callerId(caller)}, ${request.key}, ${request.endpoint}, ${request.bodyHash}, ${now},
      ${lockedUntil(now)})
    on conflict (product_id, user_id, key) do nothing returning key`;
}

function lockedUntil(now: Date): Date {
  return new Date(now.getTime() + LOCK_MS);
}

async function claimStoredKey(
  tx: Tx,
  caller: Caller,
  request: KeyedRequest,
  now: Date,
): Promise<{ reply: unknown } | null> {
  const userId = callerId(caller);
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('key', '=', request.key)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isOver = earlier.created_at.getTime() < now.getTime() - KEY_KEPT_MS;
  if (!isOver) {
    if (earlier.endpoint !== request.endpoint || earlier.body_hash !== request.bodyHash)
      throw new Problem('IDEMPOTENCY_KEY_REUSED');
    if (earlier.status !== null)
      return { reply: earlier.reply === null ? null : JSON.parse(personalOf(tx).open(earlier.reply)) };
    if (earlier.locked_until > now) throw new Problem('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 });
  }
  await tx
    .updateTable('idempotency_keys')
    .set({
      endpoint: request.endpoint,
      body_hash: request.bodyHash,
      status: null,
      reply: null,
      created_at: now,
      locked_until: lockedUntil(now),
    })
    .where('key', '=', request.key)
    .where('user_id', '=', userId)
    .execute();
  return null;
}

/**
 * Stores the reply with its key when the transaction commits. It is encrypted, because it may hold revealed data, and
 * lacks the fields that are shown only once.
 */
export async function keepReply(tx: Tx, caller: Caller, request: KeyedRequest, reply: unknown): Promise<void> {
  const kept =
    request.shownOnce.length === 0
      ? reply
      : { ...(reply as object), ...Object.fromEntries(request.shownOnce.map((name) => [name, null])) };
  pipelineStatement(
    tx,
    tx
      .updateTable('idempotency_keys')
      .set({ status: 200, reply: personalOf(tx).seal(JSON.stringify(kept)) })
      .where('key', '=', request.key)
      .where('user_id', '=', callerId(caller)),
  );
}

/** Releases a key whose request was refused, so that the request can be sent again at once; not a later claim of it. */
export async function releaseKey(tx: Tx, caller: Caller, request: KeyedRequest, claimedAt: Date): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ locked_until: new Date(0) })
    .where('key', '=', request.key)
    .where('user_id', '=', callerId(caller))
    .where('status', 'is', null)
    .where('created_at', '=', claimedAt)
    .execute();
}

const RETRY_MS = 500;

/**
 * Releases the key of a request, or stores its reply. While the database is away it throws, and tries again in the
 * background until the claim ends by itself: otherwise the repeated request would be refused as under way although it
 * is not.
 */
export async function endKeyClaim(
  { db, actor, log }: { db: Database; actor: Caller; log: Pick<FastifyBaseLogger, 'error'> },
  end: (tx: Tx) => Promise<void>,
): Promise<void> {
  const endOnce = () => db.withActor(actor, end);
  try {
    await endOnce();
  } catch (error) {
    if (error instanceof DatabaseUnavailable)
      retryEnd(endOnce, performance.now() + LOCK_MS).catch((fault: unknown) =>
        log.error({ err: fault }, 'the claim of an idempotency key could not be ended'),
      );
    throw error;
  }
}

async function retryEnd(endOnce: () => Promise<void>, until: number): Promise<void> {
  for (;;) {
    await sleep(RETRY_MS, undefined, { ref: false });
    try {
      return await endOnce();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > until) throw error;
    }
  }
}

export async function sweepIdempotencyKeys(db: Database, clock: Clock): Promise<void> {
  await deleteInPages(db, {
    table: 'idempotency_keys',
    where: sql`created_at < ${new Date(clock.now().getTime() - KEY_KEPT_MS)}`,
  });
}
