import type { OnlineProvider, WebhookState } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { personalOf, SYSTEM, type Tx } from '../../../db/index.ts';
import { enqueueJob } from '../../../jobs/index.ts';
import type { MessageDecision } from './classify-message.ts';
import type { ProviderDeps } from '../provider/payment-lookup.ts';
import { bodyColumns, messageKey, MOST_KEPT_BYTES, WEBHOOK_JOB } from './webhook-row.ts';
import { countRefused, useQuota } from './webhooks.sql.ts';

export interface Delivery {
  readonly productId: string;
  /** The store whose address the message came to; `null`: that of the chain. */
  readonly storeId: string | null;
  readonly provider: OnlineProvider;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly at: Date;
}

/**
 * `OVER_QUOTA`: the message is only counted. `LIMITED`: a limit of the minute, the payment or the waiting messages is
 * reached; nothing is stored.
 */
export type Kept =
  | { readonly kind: 'KEPT'; readonly id: string; readonly isNew: boolean }
  | { readonly kind: 'FIRST_OVER_QUOTA' | 'OVER_QUOTA' | 'LIMITED' };

/**
 * The most whole messages stored for one payment. Anybody who knows the id of a payment can send an unsigned message
 * that names it. A payment usually gets about ten messages.
 */
export const MOST_OF_A_PAYMENT = { count: 50, bytes: 256 * 1024 };
/** The most whole messages of a product that wait for a secret. */
const MOST_WAITING = 500;

/** Stores a message that names a payment, whole. Enqueues a job for a message that can be processed. */
export function storeWholeMessage(
  { db }: Pick<ProviderDeps, 'db'>,
  delivery: Delivery,
  { kind, place, type, isSigned }: MessageDecision & { readonly kind: 'WORK' | 'WAIT' },
): Promise<Kept> {
  const { productId, at } = delivery;
  const fault = kind === 'WAIT' ? 'NO_WEBHOOK_SECRET' : null;
  const key = messageKey(delivery, fault);
  return db.withActor(SYSTEM, async (tx): Promise<Kept> => {
    const before = await countRepetition(tx, delivery, key);
    if (before !== null) return { kind: 'KEPT', id: before, isNew: false };
    if (!isSigned && (await isFull(tx, productId, place.id, delivery.body.length))) return { kind: 'LIMITED' };
    if (kind === 'WAIT' && (await countWaiting(tx, productId)) >= MOST_WAITING) return { kind: 'LIMITED' };
    const row: NewRow = {
      key,
      state: kind === 'WAIT' ? 'WAITING' : 'RECEIVED',
      reason: fault,
      type,
      paymentId: place.id,
    };
    const stored = await insert(tx, delivery, row, Number.POSITIVE_INFINITY);
    if (stored.isNew && kind === 'WORK')
      await enqueueJob(tx, { kind: WEBHOOK_JOB, payload: { productId, id: stored.id }, dueAt: at });
    return { kind: 'KEPT', ...stored };
  });
}

/** Stores the beginning of a refused or ignored message within the quotas of its product. Enqueues no job. */
export function storeAbridgedMessage(
  { db }: Pick<ProviderDeps, 'db'>,
  delivery: Delivery,
  { state, reason, type, fault }: MessageDecision & { readonly kind: 'REFUSE' },
): Promise<Kept> {
  const { productId, body, at } = delivery;
  const headers = Object.fromEntries(
    Object.entries(delivery.headers).map(([name, value]) => [name, value.slice(0, 200)]),
  );
  const key = messageKey(delivery, fault);
  return db.withActor(SYSTEM, async (tx): Promise<Kept> => {
    if (!(await countRefused(tx, delivery, body.length, at))) return { kind: 'LIMITED' };
    const before = await countRepetition(tx, delivery, key);
    if (before !== null) return { kind: 'KEPT', id: before, isNew: false };
    const keptBytes = Math.min(body.length, MOST_KEPT_BYTES) + JSON.stringify(headers).length + ROW_BYTES;
    const quota = await useQuota(tx, { productId, keptBytes, bytes: body.length, now: at });
    if (quota !== 'KEEP') return { kind: quota === 'OVER' ? 'OVER_QUOTA' : 'FIRST_OVER_QUOTA' };
    return {
      kind: 'KEPT',
      ...(await insert(
        tx,
        { ...delivery, headers },
        { key, state, reason, type, paymentId: null, workedAt: at },
        MOST_KEPT_BYTES,
      )),
    };
  });
}

/** Bytes of a row without its body and headers, its index entries included. */
const ROW_BYTES = 500;

/** Counts a repeated message. Returns its id, or `null` for a new message. */
async function countRepetition(tx: Tx, { productId, provider, at }: Delivery, key: Buffer): Promise<string | null> {
  const row = await tx
    .updateTable('provider_webhooks')
    .set({ times: sql`times + 1`, last_received_at: at })
    .where('product_id', '=', productId)
    .where('provider', '=', provider)
    .where('message_key', '=', key)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

interface NewRow {
  readonly key: Buffer;
  readonly state: WebhookState;
  readonly reason: string | null;
  readonly type: string | null;
  readonly paymentId: string | null;
  readonly workedAt?: Date;
}

async function insert(
  tx: Tx,
  { productId, storeId, provider, headers, body, at }: Delivery,
  { key, state, reason, type, paymentId, workedAt }: NewRow,
  mostBytes: number,
): Promise<{ id: string; isNew: boolean }> {
  const { id, times } = await tx
    .insertInto('provider_webhooks')
    .values({
      product_id: productId,
      id: uuidv7({ msecs: at.getTime() }),
      provider,
      message_key: key,
      headers: JSON.stringify(headers),
      ...bodyColumns(personalOf(tx), body, mostBytes),
      type,
      state,
      reason,
      payment_id: paymentId,
      received_at: at,
      last_received_at: at,
      worked_at: workedAt ?? null,
      worked_times: workedAt ? 1 : 0,
    })
    // Another process may store the same message concurrently.
    .onConflict((builder) =>
      builder
        .columns(['product_id', 'provider', 'message_key'])
        .doUpdateSet({ times: sql`provider_webhooks.times + 1`, last_received_at: at }),
    )
    .returning(['id', 'times'])
    .executeTakeFirstOrThrow();
  const isNew = times === 1;
  if (isNew && storeId !== null)
    await tx.insertInto('provider_webhook_stores').values({ product_id: productId, id, store_id: storeId }).execute();
  return { id, isNew };
}

/** Returns whether the payment has used up its quota of messages. An advisory lock serialises concurrent messages. */
async function isFull(tx: Tx, productId: string, paymentId: string, bytes: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${paymentId}, 66))`.execute(tx);
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(coalesce(body_bytes, length(body))), 0)::float8 as bytes
      from provider_webhooks
    where product_id = ${productId} and payment_id = ${paymentId}
      and (state <> 'REJECTED' or reason = 'DEPOSIT_SECRET_WRONG')`.execute(tx);
  const [before] = rows;
  return (
    before !== undefined && (before.count >= MOST_OF_A_PAYMENT.count || before.bytes + bytes > MOST_OF_A_PAYMENT.bytes)
  );
}

async function countWaiting(tx: Tx, productId: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from provider_webhooks where product_id = ${productId} and state = 'WAITING'`.execute(tx);
  return rows[0]?.count ?? 0;
}
