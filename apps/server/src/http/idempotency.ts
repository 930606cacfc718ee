import { createHash } from 'node:crypto';
import type { Endpoint } from '@munjigi/contract';
import type { Person } from './route.ts';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../db/index.ts';
import { Problem } from './problem.ts';

/**
 * Idempotency keys (AP-3): the same key and body of the same person give the same answer for a day, another body a 422. A
 * refusal is not kept: what was refused can be asked again.
 */

const DAY_MS = 24 * 3600_000;
const LOCK_MS = 60_000;

export interface KeyedRequest {
  readonly key: string;
  readonly endpoint: string;
  readonly bodyHash: string;
}

export function keyedRequest(endpoint: Endpoint, header: unknown, params: unknown, body: unknown): KeyedRequest | null {
  if (endpoint.method !== 'POST' || header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) throw new Problem('IDEMPOTENCY_KEY_INVALID');
  const bodyHash = createHash('sha256').update(JSON.stringify([params, body])).digest('base64url');
  return { key: header, endpoint: `${endpoint.method} ${endpoint.path}`, bodyHash };
}

/** The answer that was given to this key, or `null` after making the key this request's own. */
export async function claimKey(tx: Tx, person: Person, request: KeyedRequest, clock: Clock): Promise<{ reply: unknown } | null> {
  const now = clock.now();
  const lockedUntil = new Date(now.getTime() + LOCK_MS);
  const mine = { product_id: person.productId, user_id: person.userId, key: request.key };
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ ...mine, endpoint: request.endpoint, body_hash: request.bodyHash, status: null, created_at: now, locked_until: lockedUntil })
    .onConflict((conflict) => conflict.columns(['product_id', 'user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (inserted) return null;

  const earlier = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('key', '=', request.key)
    .where('user_id', '=', person.userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isOver = earlier.created_at.getTime() < now.getTime() - DAY_MS;
  if (!isOver) {
    if (earlier.endpoint !== request.endpoint || earlier.body_hash !== request.bodyHash) throw new Problem('IDEMPOTENCY_KEY_REUSED');
    if (earlier.status !== null) return { reply: earlier.reply };
    if (earlier.locked_until > now) throw new Problem('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 });
  }
  await tx
    .updateTable('idempotency_keys')
    .set({ endpoint: request.endpoint, body_hash: request.bodyHash, status: null, reply: null, created_at: now, locked_until: lockedUntil })
    .where('key', '=', request.key)
    .where('user_id', '=', person.userId)
    .execute();
  return null;
}

export async function keepReply(tx: Tx, person: Person, request: KeyedRequest, reply: unknown): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ status: 200, reply: JSON.stringify(reply) })
    .where('key', '=', request.key)
    .where('user_id', '=', person.userId)
    .execute();
}

/** Lets go of a key whose request was refused, so that it can be asked again at once. */
export async function releaseKey(tx: Tx, person: Person, request: KeyedRequest): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ locked_until: new Date(0) })
    .where('key', '=', request.key)
    .where('user_id', '=', person.userId)
    .where('status', 'is', null)
    .execute();
}

export async function sweepIdempotencyKeys(db: Database, clock: Clock): Promise<void> {
  await db.withActor({ kind: 'system' }, async (tx) => {
    await tx.deleteFrom('idempotency_keys').where('created_at', '<', new Date(clock.now().getTime() - DAY_MS)).execute();
  });
}
