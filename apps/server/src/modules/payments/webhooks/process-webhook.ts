import type { WebhookReason, WebhookState } from '@munjigi/contract';
import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../../clock.ts';
import { storeActor, SYSTEM, type Tx } from '../../../db/index.ts';
import type { JobHandlers } from '../../../jobs/index.ts';
import { parseProviderMessage, type ProviderMessage } from '../providers/index.ts';
import { finishLookup, secretHash } from '../provider/apply.ts';
import { disputeAfter } from '../provider/disputes.ts';
import { classifyMessage } from './classify-message.ts';
import type { ProviderDeps } from '../provider/payment-lookup.ts';
import type { PaymentLookups } from './payment-lookups.ts';
import { paymentNotices } from '../payment/payment-words.ts';
import { requestLookupNow, type PaymentPlace } from '../payment/provider-payments.sql.ts';
import type { NotificationContent } from '../provider/provider-steps.ts';
import { recordRefusedMessage } from './refused-message.ts';
import { selectPaymentWithReservation } from '../payment/payment-with-reservation.ts';
import {
  bodyColumns,
  messageKey,
  MOST_KEPT_BYTES,
  WEBHOOK_JOB,
  type AbridgedState,
  type WebhookRow,
} from './webhook-row.ts';

const job = z.object({ productId: z.string(), id: z.string() });

type WorkDeps = ProviderDeps & { readonly lookups: PaymentLookups };

export function webhookJobs(deps: WorkDeps): JobHandlers {
  return { [WEBHOOK_JOB]: { lane: 'timers', run: (payload) => work(deps, job.parse(payload)) } };
}

/**
 * Processes a message: finds the payment that it names and requests a lookup. One transaction marks the message as
 * processed and requests the lookup, so that both happen once even after a crash; the lookup itself may repeat
 * (decision 028).
 */
async function work(deps: WorkDeps, { productId, id }: z.infer<typeof job>): Promise<void> {
  const row = await deps.db.withActor(SYSTEM, (tx) =>
    tx
      .selectFrom('provider_webhooks as w')
      .leftJoin('provider_webhook_stores as a', (join) =>
        join.onRef('a.product_id', '=', 'w.product_id').onRef('a.id', '=', 'w.id'),
      )
      .selectAll('w')
      .select('a.store_id')
      .where('w.product_id', '=', productId)
      .where('w.id', '=', id)
      .executeTakeFirst(),
  );
  if (!row || !(row.state === 'RECEIVED' || row.state === 'WAITING' || row.worked_at === null)) return;
  const message: OpenMessage = { row, body: deps.db.personal.openBytes(row.body) };
  const provider = row.provider;
  const { headers, store_id: storeId } = row;
  const address = { productId, storeId, provider };
  const keys = (await deps.providers.readMessageKeys(address)) ?? { provider, webhookSecrets: [] };
  const delivery = { productId, storeId, headers, body: message.body };
  const verdict = await classifyMessage(deps.db, keys, { ...delivery, at: row.received_at });
  if (verdict.kind === 'WAIT') return wait(deps, row);
  if (verdict.kind === 'REFUSE') {
    const ended = await end(deps, message, verdict);
    if (ended && verdict.state === 'REJECTED' && verdict.place !== null)
      await recordRefusedMessage(deps, row.id, verdict.place);
    return;
  }
  if (row.state === 'WAITING' && !(await claimRealKey(deps, row, messageKey(delivery, null)))) return;
  const { place, isOfOtherMerchant } = verdict;
  const read = parseProviderMessage(provider, message.body);
  if (read === null) return;
  const outcome = await deps.db.withActor(storeActor(place.productId, place.storeId), (tx) =>
    requestLookup(tx, deps.clock, { row, content: read, place, isOfOtherMerchant }),
  );
  if (outcome === 'FORGED') {
    const ended = await end(deps, message, { state: 'REJECTED', reason: 'DEPOSIT_SECRET_WRONG', type: read.type });
    if (ended) await recordRefusedMessage(deps, row.id, place);
  }
  if (outcome === 'WANTED') deps.lookups.nudge();
}

interface OpenMessage {
  readonly row: WebhookRow;
  readonly body: Buffer;
}

interface Marked {
  readonly state: WebhookState;
  readonly reason: WebhookReason | null;
  readonly type: string | null;
  readonly paymentId: string | null;
}

/** Marks the message as processed. Returns `false` when another process already did. */
async function mark(
  tx: Tx,
  row: WebhookRow,
  now: Date,
  to: Marked & { readonly columns?: ReturnType<typeof bodyColumns> },
): Promise<boolean> {
  const marked = await tx
    .updateTable('provider_webhooks')
    .set({
      state: to.state,
      reason: to.reason,
      type: to.type,
      payment_id: to.paymentId,
      worked_at: now,
      worked_times: sql`worked_times + 1`,
      ...to.columns,
    })
    .where('product_id', '=', row.product_id)
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .where('worked_times', '=', row.worked_times)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Ends a message that has no effect. Only its beginning is kept, unless it was processed before. */
function end(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { row, body }: OpenMessage,
  {
    state,
    reason,
    type,
  }: { readonly state: AbridgedState; readonly reason: WebhookReason; readonly type: string | null },
): Promise<boolean> {
  const columns = row.is_whole && !row.was_worked ? { columns: bodyColumns(db.personal, body, MOST_KEPT_BYTES) } : {};
  return db.withActor(SYSTEM, (tx) => mark(tx, row, clock.now(), { state, reason, type, paymentId: null, ...columns }));
}

/** There is no secret to verify the message with. It stays whole and is retried when a secret is set. */
async function wait({ db }: Pick<ProviderDeps, 'db'>, row: WebhookRow): Promise<void> {
  await db.withActor(SYSTEM, (tx) =>
    tx
      .updateTable('provider_webhooks')
      .set({ state: 'WAITING', reason: 'NO_WEBHOOK_SECRET' })
      .where('product_id', '=', row.product_id)
      .where('id', '=', row.id)
      .where('state', '=', row.state)
      .execute(),
  );
}

/**
 * A waiting message has a separate key, so that a forged one cannot block a real one. After verification it gets the
 * real key. Returns `false` when the same message arrived meanwhile and has that key; this one is counted there and
 * deleted.
 */
async function claimRealKey({ db }: Pick<ProviderDeps, 'db'>, row: WebhookRow, key: Buffer): Promise<boolean> {
  return db.withActor(SYSTEM, async (tx) => {
    const counted = await tx
      .updateTable('provider_webhooks')
      .set({ times: sql`times + ${row.times}` })
      .where('product_id', '=', row.product_id)
      .where('provider', '=', row.provider)
      .where('message_key', '=', key)
      .where('id', '<>', row.id)
      .returning('id')
      .executeTakeFirst();
    if (counted) {
      await tx
        .deleteFrom('provider_webhooks')
        .where('product_id', '=', row.product_id)
        .where('id', '=', row.id)
        .execute();
      return false;
    }
    // If the same message arrives at this moment, the job fails on the unique key, and its retry finds that message.
    await tx
      .updateTable('provider_webhooks')
      .set({ message_key: key })
      .where('product_id', '=', row.product_id)
      .where('id', '=', row.id)
      .execute();
    return true;
  });
}

/** A message that names a payment of the product. */
interface PaymentMessage {
  readonly row: WebhookRow;
  readonly content: ProviderMessage;
  readonly place: PaymentPlace;
  readonly isOfOtherMerchant: boolean;
}

/** Requests a lookup at the merchant of the payment. A message of another merchant changes nothing by itself (MC-6). */
async function requestLookup(
  tx: Tx,
  clock: Clock,
  { row, content: { type, depositSecret, dispute }, place, isOfOtherMerchant }: PaymentMessage,
): Promise<'WANTED' | 'FORGED' | 'DONE'> {
  const now = clock.now();
  const { payment, reservation } = await selectPaymentWithReservation(tx, place.id);
  const online = await tx
    .selectFrom('provider_payments')
    .selectAll()
    .where('store_id', '=', place.storeId)
    .where('id', '=', place.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (payment.provider !== row.provider) {
    await mark(tx, row, now, { state: 'UNMATCHED', reason: 'PAYMENT_UNKNOWN', type, paymentId: null });
    return 'DONE';
  }
  const storedHash = online.deposit_secret_hash;
  if (depositSecret !== null && storedHash !== null && !timingSafeEqual(storedHash, secretHash(depositSecret)))
    return 'FORGED';
  const reason = isOfOtherMerchant ? 'OTHER_MERCHANT' : null;
  if (!(await mark(tx, row, now, { state: 'WORKED', reason, type, paymentId: payment.id }))) return 'DONE';
  await requestLookupNow(tx, place, now);
  if (dispute === null || isOfOtherMerchant) return 'WANTED';
  const { columns, isNew } = disputeAfter(online, dispute.isOpen ? { openedAt: dispute.at } : { closedAt: dispute.at });
  await tx
    .updateTable('provider_payments')
    .set(columns)
    .where('store_id', '=', place.storeId)
    .where('id', '=', place.id)
    .execute();
  await tx
    .updateTable('payments')
    .set({ version: payment.version + 1 })
    .where('store_id', '=', place.storeId)
    .where('id', '=', place.id)
    .execute();
  const notifications: NotificationContent[] = isNew
    ? [{ kind: 'UNMATCHED_DEPOSIT', words: paymentNotices.disputed, amount: payment.amount }]
    : [];
  await finishLookup(tx, clock, { payment, reservation }, notifications);
  return 'WANTED';
}
