import { storeActor, type Database, type Tx } from '../../../db/index.ts';
import type { Clock } from '../../../clock.ts';
import type { OpenProvider, Outcome, ProviderPayment, Providers } from '../providers/index.ts';
import { applyProviderPayment, finishLookup, type ProviderQuery } from './apply.ts';
import { nextLookupAfterFailure, OPEN_FOR_MS } from './lookup-schedule.ts';
import {
  claimPayments,
  confirmationKey,
  selectProviderPaymentForUpdate,
  type ClaimedPayment,
  type PaymentPlace,
} from '../payment/provider-payments.sql.ts';
import { paymentNotices } from '../payment/payment-words.ts';
import { failRefund, applyPaymentStep, type NotificationContent, type ReconciledPayment } from './provider-steps.ts';
import { withoutAccount, type RefundAccounts } from '../refunds/refund-account.ts';
import { markedReason, namesRefund } from './steps.ts';
import { selectPaymentWithReservation } from '../payment/payment-with-reservation.ts';

export interface ProviderDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly providers: Providers;
  readonly accounts: RefundAccounts;
}

/**
 * Looks a payment up at its provider and applies the provider's status. Then sends again what was requested and is not
 * known to be done: the confirmation and the refunds. After an interruption, the next lookup continues from the stored
 * state (decision 028).
 */
export async function lookUpPayment(deps: ProviderDeps, place: PaymentPlace): Promise<void> {
  const claimed = await claimPayments(deps.db, place, deps.clock.now());
  if (!claimed) return;
  const provider = await deps.providers.openForPayment({ ...place, paymentId: place.id, provider: claimed.provider });
  if (!provider)
    return scheduleRetry(deps, place, claimed, 'The provider is not set up, or its address is not allowed');
  const there = await provider.driver.lookUp({ orderId: place.id, paymentKey: claimed.payment_key });
  if (!(await applyOutcome(deps, place, { provider, queried: claimed }, there))) return;
  await retryConfirmation(deps, place, provider);
  await sendRefunds(deps, place, { provider, pendingCancels: there.kind === 'OK' ? there.value.pendingCancels : [] });
}

interface ClaimedQuery extends ProviderQuery {
  readonly queried: ClaimedPayment;
}

/** Applies the outcome of a query. Returns `false` when the provider refused or its answer is unknown. */
async function applyOutcome(
  deps: ProviderDeps,
  place: PaymentPlace,
  { provider, queried }: ClaimedQuery,
  outcome: Outcome<ProviderPayment>,
): Promise<boolean> {
  const { db, clock } = deps;
  const actor = storeActor(place.productId, place.storeId);
  switch (outcome.kind) {
    case 'OK':
      // If another status was applied since the lookup, look the payment up again now.
      await db.withActor(actor, async (tx) => {
        if (await applyProviderPayment(tx, clock, place, { provider, queried, payment: outcome.value }))
          await expireUnwanted(tx, deps, place, provider);
        else await scheduleLookup(tx, place, clock.now());
      });
      return true;
    case 'ABSENT':
      await db.withActor(actor, async (tx) => {
        const row = await lockAfterPayment(tx, place);
        await tx
          .updateTable('provider_payments')
          .set({
            failures: 0,
            told_at: null,
            looked_at: clock.now(),
            look_at: row.wanted === queried.wanted ? new Date(clock.now().getTime() + 5 * 60_000) : clock.now(),
          })
          .where('store_id', '=', place.storeId)
          .where('id', '=', place.id)
          .execute();
        await expireUnwanted(tx, deps, place, provider);
      });
      return true;
    case 'REFUSED':
      await scheduleRetry(deps, place, queried, outcome.code);
      return false;
    case 'UNKNOWN':
      await scheduleRetry(deps, place, queried, outcome.why);
      return false;
  }
}

async function lockAfterPayment(tx: Tx, place: PaymentPlace) {
  await selectPaymentWithReservation(tx, place.id);
  return selectProviderPaymentForUpdate(tx, place);
}

async function scheduleLookup(tx: Tx, { storeId, id }: PaymentPlace, now: Date): Promise<void> {
  await tx
    .updateTable('provider_payments')
    .set({ look_at: now })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute();
}

/** Expires a payment that the guest did not agree to in time. Money that arrives later is still recorded. */
async function expireUnwanted(
  tx: Tx,
  { clock }: ProviderDeps,
  place: PaymentPlace,
  provider: OpenProvider,
): Promise<void> {
  const { payment, reservation } = await selectPaymentWithReservation(tx, place.id);
  if (payment.state !== 'READY' || clock.now().getTime() - payment.created_at.getTime() < OPEN_FOR_MS) return;
  const notifications: NotificationContent[] = [];
  const before: ReconciledPayment = { payment, reservation, method: payment.method, receiptUrl: null };
  const step = { kind: 'STATE', state: 'EXPIRED' } as const;
  await finishLookup(
    tx,
    clock,
    await applyPaymentStep({ tx, clock, notifications }, before, step, provider),
    notifications,
  );
  await tx
    .updateTable('provider_payments')
    .set({ look_at: null })
    .where('store_id', '=', place.storeId)
    .where('id', '=', place.id)
    .execute();
}

/** Consecutive failed lookups after which a pending refund raises a notification. */
const NOTIFIED_AFTER = 5;

/** Schedules the next lookup with exponential backoff. Raises one notification if a refund is pending. */
async function scheduleRetry(
  { db, clock }: ProviderDeps,
  place: PaymentPlace,
  { wanted: requested, failures, told_at: notifiedAt }: Pick<ClaimedPayment, 'wanted' | 'failures' | 'told_at'>,
  why: string,
): Promise<void> {
  const { productId, storeId, id } = place;
  const isNotificationDue = failures + 1 >= NOTIFIED_AFTER && notifiedAt === null;
  await db.withActor(storeActor(productId, storeId), async (tx) => {
    const lockedPayment = isNotificationDue ? await selectPaymentWithReservation(tx, id) : null;
    const open =
      lockedPayment?.payment.refunds
        .filter(({ state }) => state === 'REQUESTED')
        .reduce((sum, { amount }) => sum + amount, 0) ?? 0;
    await tx
      .updateTable('provider_payments')
      .set((eb) => ({
        failures: failures + 1,
        last_error: why.slice(0, 200),
        ...(open > 0 && { told_at: clock.now() }),
        // If a lookup was requested meanwhile, keep its time: now.
        look_at: eb
          .case()
          .when('wanted', '=', requested)
          .then(nextLookupAfterFailure(failures, clock.now()))
          .else(eb.ref('look_at'))
          .end(),
      }))
      .where('store_id', '=', storeId)
      .where('id', '=', id)
      .execute();
    if (lockedPayment && open > 0)
      await finishLookup(tx, clock, lockedPayment, [
        { kind: 'REFUND_FAILED', words: paymentNotices.refundWaits, amount: open },
      ]);
  });
}

/** Sends a confirmation again that may not have reached the provider, with the same idempotency key. */
async function retryConfirmation(deps: ProviderDeps, place: PaymentPlace, provider: OpenProvider): Promise<void> {
  const pending = await readPendingPayment(deps, place);
  const isOpen =
    pending.state === 'READY' &&
    pending.confirm_asked_at !== null &&
    pending.payment_key !== null &&
    deps.clock.now().getTime() - pending.confirm_asked_at.getTime() < 15 * 60_000;
  if (!isOpen) return;
  const outcome = await provider.driver.confirm({
    orderId: place.id,
    paymentKey: pending.payment_key,
    amount: pending.amount,
    idempotencyKey: confirmationKey(place.id, pending.confirm_refusals),
  });
  if (outcome.kind === 'OK') await applyOutcome(deps, place, { provider, queried: pending }, outcome);
  if (outcome.kind === 'ABSENT' || (outcome.kind === 'REFUSED' && !outcome.isConfiguration))
    await endConfirmation(deps, place, pending);
}

/** The provider refused to take the money: the guest can pay in another way, unless they confirmed again meanwhile. */
async function endConfirmation(
  { db, clock }: ProviderDeps,
  { productId, storeId, id }: PaymentPlace,
  { confirm_asked_at: requestedAt, confirm_refusals: refusals }: PendingPayment,
): Promise<void> {
  await db.withActor(storeActor(productId, storeId), async (tx) => {
    const locked = await selectPaymentWithReservation(tx, id);
    await tx
      .updateTable('provider_payments')
      .set({ confirm_asked_at: null, confirm_refusals: refusals + 1 })
      .where('store_id', '=', storeId)
      .where('id', '=', id)
      .where('confirm_asked_at', '=', requestedAt)
      .execute();
    await finishLookup(tx, clock, locked, []);
  });
}

type PendingPayment = ClaimedPayment & {
  readonly state: string;
  readonly amount: number;
  readonly refunded_amount: number;
  readonly tax_free_amount: number;
};

async function readPendingPayment(
  { db }: ProviderDeps,
  { productId, storeId, id }: PaymentPlace,
): Promise<PendingPayment> {
  return db.withActor(storeActor(productId, storeId), (tx) =>
    tx
      .selectFrom('provider_payments as o')
      .innerJoin('payments as p', (join) => join.onRef('p.store_id', '=', 'o.store_id').onRef('p.id', '=', 'o.id'))
      .selectAll('o')
      .select(['p.provider', 'p.state', 'p.amount', 'p.refunded_amount', 'p.tax_free_amount'])
      .where('o.store_id', '=', storeId)
      .where('o.id', '=', id)
      .executeTakeFirstOrThrow(),
  );
}

interface RefundSending {
  readonly provider: OpenProvider;
  /** The reasons of the refunds that the provider has accepted and not made yet. */
  readonly pendingCancels: readonly string[];
}

/**
 * Sends the requested refunds, one after the other. The lookup just before showed which refunds are done already, and
 * which the provider is still making: those are not sent a second time.
 */
async function sendRefunds(
  deps: ProviderDeps,
  place: PaymentPlace,
  { provider, pendingCancels }: RefundSending,
): Promise<void> {
  const { db } = deps;
  const actor = storeActor(place.productId, place.storeId);
  const tried = new Set<string>();
  for (;;) {
    const pending = await readPendingPayment(deps, place);
    const refunds = await db.withActor(actor, (tx) =>
      tx
        .selectFrom('payment_refunds')
        .selectAll()
        .where('store_id', '=', place.storeId)
        .where('payment_id', '=', place.id)
        .where('state', '=', 'REQUESTED')
        .orderBy('id')
        .execute(),
    );
    const next = refunds.find(({ id }) => !tried.has(id) && !namesRefund(pendingCancels, id));
    if (!next || (pending.state !== 'DONE' && pending.state !== 'PARTIAL_CANCELED') || pending.fault !== null) return;
    tried.add(next.id);
    const account = next.account === null ? null : deps.accounts.open(next, next.account);
    if (next.account !== null && account === null) {
      // The sealed account cannot be opened, so the refund fails. A person has to refund again and give the account.
      await refused(deps, place, next.id, 'The account was kept under another secret of the server');
      continue;
    }
    const open = refunds.reduce((sum, { amount }) => sum + amount, 0);
    const outcome = await provider.driver.cancel({
      orderId: place.id,
      paymentKey: pending.payment_key,
      amount: next.amount,
      taxFreeAmount: next.tax_free_amount,
      cancellableAmount: pending.amount - pending.refunded_amount + open,
      reason: markedReason(next.reason, next.id),
      refundAccount: account,
      idempotencyKey: next.id,
    });
    // The outcome is unknown, or a person has to correct the keys of the connection: look the payment up later, and send
    // the refund again with the same key.
    if (outcome.kind === 'UNKNOWN') return scheduleRetry(deps, place, pending, outcome.why);
    if (outcome.kind === 'REFUSED' && outcome.isConfiguration) return scheduleRetry(deps, place, pending, outcome.code);
    if (outcome.kind === 'OK') await applyOutcome(deps, place, { provider, queried: pending }, outcome);
    else await refused(deps, place, next.id, withoutAccount(failureOf(outcome), account));
  }
}

function failureOf(outcome: Outcome<never> & { readonly kind: 'ABSENT' | 'REFUSED' }): string {
  if (outcome.kind === 'ABSENT') return 'PAYMENT_NOT_FOUND';
  return outcome.message === '' ? outcome.code : `${outcome.code}: ${outcome.message}`;
}

async function refused(
  { db, clock }: ProviderDeps,
  place: PaymentPlace,
  refundId: string,
  failure: string,
): Promise<void> {
  await db.withActor(storeActor(place.productId, place.storeId), async (tx) => {
    const { payment, reservation } = await selectPaymentWithReservation(tx, place.id);
    const notifications: NotificationContent[] = [];
    const before: ReconciledPayment = {
      payment,
      reservation,
      method: payment.method,
      receiptUrl: null,
    };
    const after = await failRefund({ tx, clock, notifications }, before, refundId, failure);
    await finishLookup(tx, clock, after, notifications);
  });
}
