import type { OnlineProvider, WebhookReason, WebhookState } from '@munjigi/contract';
import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { storeActor, SYSTEM, type Tx } from '../../db/index.ts';
import type { JobHandlers } from '../../jobs/index.ts';
import { messageFault, readMessage, type ProviderMessage } from '../payment-providers/index.ts';
import { finish, secretHash } from './apply.ts';
import type { ProviderDeps } from './look.ts';
import type { Looking } from './looking.ts';
import { tell } from './payment-words.ts';
import { findByOrder, wantLook, type PaymentPlace } from './provider-payments.sql.ts';
import type { Told } from './provider-steps.ts';
import { takeWithReservation } from './take.ts';
import type { WebhookRow } from './webhook-row.ts';

export const WEBHOOK_JOB = 'payments.webhook';

const job = z.object({ productId: z.string(), id: z.string() });

type WorkDeps = ProviderDeps & { readonly looking: Looking };

export function webhookJobs(deps: WorkDeps): JobHandlers {
  return { [WEBHOOK_JOB]: { lane: 'timers', run: (payload) => work(deps, job.parse(payload)) } };
}

/**
 * Works a message: finds the payment that it names and has it looked up. That it was worked and that the payment is to be looked up is
 * kept in one transaction, so that it is once, whenever a process dies; the look itself may be done again (decision 028).
 */
async function work(deps: WorkDeps, { productId, id }: z.infer<typeof job>): Promise<void> {
  const row = await deps.db.withActor(SYSTEM, (tx) => tx.selectFrom('provider_webhooks').selectAll().where('product_id', '=', productId).where('id', '=', id).executeTakeFirst());
  if (!row || (row.state !== 'RECEIVED' && row.worked_at !== null)) return;
  const body = deps.db.personal.openBytes(row.body);
  const provider = await deps.providers.open(productId, row.provider as OnlineProvider);
  const fault = provider === null ? ('NO_WEBHOOK_SECRET' as const) : messageFault(provider, row.headers as Record<string, string>, body, row.received_at);
  const message = readMessage(row.provider as OnlineProvider, body);
  if (message === null) return end(deps, row, fault === null ? 'IGNORED' : 'REJECTED', fault ?? 'NOT_JSON', null);
  const place = message.orderId === null ? null : await findByOrder(deps.db, productId, message.orderId);
  if (fault !== null) return reject(deps, row, fault, message, place);
  if (message.orderId === null) return end(deps, row, 'IGNORED', 'TYPE_UNKNOWN', message.type);
  if (place === null) return end(deps, row, 'UNMATCHED', 'PAYMENT_UNKNOWN', message.type);
  const outcome = await deps.db.withActor(storeActor(place.productId, place.storeId), (tx) => want(tx, deps, row, message, place));
  if (outcome === 'FORGED') return reject(deps, row, 'DEPOSIT_SECRET_WRONG', message, place);
  if (outcome === 'WANTED') deps.looking.nudge();
}

/** Marks it as worked; `false`: somebody did already. */
async function mark(tx: Tx, row: WebhookRow, now: Date, to: { readonly state: WebhookState; readonly reason: WebhookReason | null; readonly type: string | null; readonly paymentId: string | null }): Promise<boolean> {
  const marked = await tx
    .updateTable('provider_webhooks')
    .set({ state: to.state, reason: to.reason, type: to.type, payment_id: to.paymentId, worked_at: now, worked_times: sql`worked_times + 1` })
    .where('product_id', '=', row.product_id).where('id', '=', row.id).where('state', '=', row.state).where('worked_times', '=', row.worked_times)
    .returning('id').executeTakeFirst();
  return marked !== undefined;
}

async function end({ db, clock }: Pick<ProviderDeps, 'db' | 'clock'>, row: WebhookRow, state: WebhookState, reason: WebhookReason, type: string | null): Promise<void> {
  await db.withActor(SYSTEM, (tx) => mark(tx, row, clock.now(), { state, reason, type, paymentId: null }));
}

async function want(tx: Tx, { clock }: ProviderDeps, row: WebhookRow, { type, depositSecret, dispute }: ProviderMessage, place: PaymentPlace): Promise<'WANTED' | 'FORGED' | 'DONE'> {
  const now = clock.now();
  const { payment, reservation } = await takeWithReservation(tx, place.id);
  const online = await tx.selectFrom('provider_payments').selectAll().where('store_id', '=', place.storeId).where('id', '=', place.id).forNoKeyUpdate().executeTakeFirstOrThrow();
  if (payment.provider !== row.provider) {
    await mark(tx, row, now, { state: 'UNMATCHED', reason: 'PAYMENT_UNKNOWN', type, paymentId: null });
    return 'DONE';
  }
  const known = online.deposit_secret_hash;
  if (depositSecret !== null && known !== null && !timingSafeEqual(known, secretHash(depositSecret))) return 'FORGED';
  if (!(await mark(tx, row, now, { state: 'WORKED', reason: null, type, paymentId: payment.id }))) return 'DONE';
  await wantLook(tx, place, now);
  if (dispute === null) return 'WANTED';
  // Whichever comes first: what was said last holds.
  const later = (before: Date | null, at: Date) => (before !== null && before > at ? before : at);
  const opened = dispute.isOpen ? later(online.dispute_opened_at, dispute.at) : online.dispute_opened_at;
  const closed = dispute.isOpen ? online.dispute_closed_at : later(online.dispute_closed_at, dispute.at);
  await tx.updateTable('provider_payments').set({ dispute_opened_at: opened, dispute_closed_at: closed }).where('store_id', '=', place.storeId).where('id', '=', place.id).execute();
  await tx.updateTable('payments').set({ version: payment.version + 1 }).where('store_id', '=', place.storeId).where('id', '=', place.id).execute();
  const isNew = dispute.isOpen && opened !== null && (closed === null || opened > closed) && online.dispute_opened_at?.getTime() !== opened.getTime();
  const told: Told[] = isNew ? [{ kind: 'UNMATCHED_DEPOSIT', words: tell.disputed, amount: payment.amount }] : [];
  await finish(tx, clock, { payment, reservation }, told);
  return 'WANTED';
}

const HOUR_MS = 3600_000;

/** Kept and not believed. One that names a payment of ours is worth that somebody knows, once an hour for each payment. */
async function reject({ db, clock }: ProviderDeps, row: WebhookRow, reason: WebhookReason, { type }: ProviderMessage, place: PaymentPlace | null): Promise<void> {
  if (place === null) return end({ db, clock }, row, 'REJECTED', reason, type);
  const now = clock.now();
  await db.withActor(storeActor(place.productId, place.storeId), async (tx) => {
    const { payment, reservation } = await takeWithReservation(tx, place.id);
    const recent = await tx
      .selectFrom('provider_webhooks').select('id').where('product_id', '=', place.productId).where('payment_id', '=', place.id).where('state', '=', 'REJECTED')
      .where('worked_at', '>', new Date(now.getTime() - HOUR_MS)).limit(1).executeTakeFirst();
    if (!(await mark(tx, row, now, { state: 'REJECTED', reason, type, paymentId: place.id }))) return;
    if (recent === undefined) await finish(tx, clock, { payment, reservation }, [{ kind: 'WEBHOOK_REJECTED', words: tell.forged, amount: payment.amount }]);
  });
}
