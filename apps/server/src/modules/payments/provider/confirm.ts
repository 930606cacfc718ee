import type { BodyOf, confirmPayment, OnlineProvider } from '@munjigi/contract';
import { storeActor, type Tx } from '../../../db/index.ts';
import { Problem } from '../../../http/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { composeReservationDetail, type ReservationActor } from '../../reservations/index.ts';
import { applyProviderPayment, type QueriedVersion } from './apply.ts';
import type { ProviderDeps } from './payment-lookup.ts';
import { toPayment, type PaymentRow } from '../payment/payment-row.ts';
import { readPayment } from '../payment/payments.sql.ts';
import { calculateDueAmount } from '../ledger/record.ts';
import { isOnlinePayment } from '../payment/refund-lines.ts';
import {
  confirmationKey,
  requestLookupNow,
  selectProviderPaymentForUpdate,
  type PaymentPlace,
} from '../payment/provider-payments.sql.ts';
import { selectPaymentWithReservation, type PaymentWithReservation } from '../payment/payment-with-reservation.ts';

/** How long a confirmation without a known result keeps others waiting: the server repeats it for as long. */
export const CONFIRMING_MS = 15 * 60_000;

/** The person or program that confirms, and what is checked before any money moves. */
export interface Confirmation {
  /** Runs a transaction with the rights of the caller. */
  readonly run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly by: ReservationActor;
  /** Throws a refusal; runs after the payment and its reservation are locked. */
  readonly check?: (tx: Tx, locked: PaymentWithReservation) => Promise<void>;
}

/**
 * Asks the provider to take the money. The request is stored before it is sent. When the outcome is unknown, the
 * payment keeps its state and is looked up until the outcome is known.
 */
export async function completePayment(
  deps: ProviderDeps,
  confirmation: Confirmation,
  paymentId: string,
  body: BodyOf<typeof confirmPayment>,
): Promise<PaymentRow> {
  const request = await storeRequest(deps, confirmation, paymentId, body);
  if (request.queried === null) return request.payment;
  const { place, queried, payment } = request;
  const provider = await deps.providers.openForPayment({
    ...place,
    paymentId: place.id,
    provider: payment.provider as OnlineProvider,
  });
  if (!provider) throw new Problem('PROVIDER_NOT_SET');
  const outcome = await provider.driver.confirm({
    orderId: payment.id,
    paymentKey: queried.paymentKey,
    amount: payment.amount,
    idempotencyKey: confirmationKey(payment.id, queried.refusals),
  });
  const store = storeActor(place.productId, place.storeId);
  if (outcome.kind === 'OK') {
    await deps.db.withActor(store, async (tx) => {
      if (!(await applyProviderPayment(tx, deps.clock, place, { provider, queried, payment: outcome.value })))
        await requestLookupNow(tx, place, deps.clock.now());
    });
  } else {
    await deps.db.withActor(store, async (tx) => {
      // A refused request is not retried. The row gets its previous payment key back, as the new one may belong to
      // another payment.
      if (outcome.kind !== 'UNKNOWN')
        await tx
          .updateTable('provider_payments')
          .set({ confirm_asked_at: null, payment_key: queried.keyBefore, confirm_refusals: queried.refusals + 1 })
          .where('store_id', '=', place.storeId)
          .where('id', '=', place.id)
          .execute();
      // PortOne may have taken the money: a held extension waits for its answer (GT-12).
      else if (payment.provider === 'PORTONE')
        await tx
          .updateTable('provider_payments')
          .set((eb) => ({ failures: eb('failures', '+', 1) }))
          .where('store_id', '=', place.storeId)
          .where('id', '=', place.id)
          .execute();
      await requestLookupNow(tx, place, deps.clock.now());
    });
    if (outcome.kind === 'ABSENT') throw new Problem('PROVIDER_REFUSED', { detail: 'PAYMENT_NOT_FOUND' });
    if (outcome.kind === 'REFUSED')
      throw new Problem('PROVIDER_REFUSED', { detail: `${outcome.code}: ${outcome.message}`.slice(0, 300) });
  }
  return confirmation.run((tx) => readPayment(tx, paymentId));
}

export async function isUnderConfirmation(tx: Tx, { store_id, id, state }: PaymentRow, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('provider_payments')
    .select('confirm_asked_at')
    .where('store_id', '=', store_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    state === 'READY' && row?.confirm_asked_at != null && now.getTime() - row.confirm_asked_at.getTime() < CONFIRMING_MS
  );
}

/**
 * Refuses to have the provider take money that is not due any more, such as of a stay that was paid otherwise meanwhile.
 * PortOne took the money when the guest agreed, so the payment has to be recorded.
 */
export async function checkConfirmationByStaff(
  tx: Tx,
  { payment, reservation }: PaymentWithReservation,
  now: Date,
): Promise<void> {
  if (reservation === null || payment.provider !== 'TOSS' || (await isUnderConfirmation(tx, payment, now))) return;
  const dueAmount = calculateDueAmount(reservation, now);
  if (payment.amount > dueAmount)
    throw new Problem('MORE_THAN_DUE', {
      current: composeReservationDetail(reservation, now),
      detail: String(dueAmount),
    });
}

interface StoredRequest {
  readonly payment: PaymentRow;
  readonly place: PaymentPlace;
  /** `null`: the payment is already paid. */
  readonly queried:
    | (QueriedVersion & {
        readonly paymentKey: string | null;
        readonly keyBefore: string | null;
        readonly refusals: number;
      })
    | null;
}

/** Stores the request to the provider before it is sent. */
function storeRequest(
  { clock }: ProviderDeps,
  { run, by, check }: Confirmation,
  paymentId: string,
  body: BodyOf<typeof confirmPayment>,
): Promise<StoredRequest> {
  return run(async (tx) => {
    const locked = await selectPaymentWithReservation(tx, paymentId);
    const { payment } = locked;
    const notAllowed = () => new Problem('STATE_NOT_ALLOWED', { current: toPayment(payment) });
    if (!isOnlinePayment(payment)) throw notAllowed();
    if (body.amount !== payment.amount)
      throw new Problem('AMOUNT_DIFFERS', { current: toPayment(payment), detail: String(payment.amount) });
    const place = { productId: payment.product_id, storeId: payment.store_id, id: payment.id };
    if (payment.state === 'DONE') return { payment, place, queried: null };
    if (payment.state !== 'READY' && payment.state !== 'ABORTED') throw notAllowed();
    await check?.(tx, locked);
    const row = await selectProviderPaymentForUpdate(tx, place);
    if (payment.provider === 'TOSS' && body.paymentKey === undefined) throw notAllowed();
    const paymentKey = body.paymentKey ?? row.payment_key;
    await tx
      .updateTable('provider_payments')
      // If this process dies now, the payment is looked up after 90 seconds.
      // PortOne took the money when the guest agreed: the server only looks the payment up.
      .set({
        payment_key: paymentKey,
        confirm_asked_at: payment.provider === 'TOSS' ? clock.now() : null,
        look_at: new Date(clock.now().getTime() + 90_000),
      })
      .where('store_id', '=', place.storeId)
      .where('id', '=', place.id)
      .execute();
    await recordAudit(tx, {
      productId: place.productId,
      storeId: place.storeId,
      at: clock.now(),
      actor: by,
      action: 'payment.confirm-asked',
      subject: { kind: 'payment', id: payment.id },
      detail: { amount: payment.amount },
    });
    return {
      payment,
      place,
      queried: {
        epoch: row.epoch,
        wanted: row.wanted,
        paymentKey,
        keyBefore: row.payment_key,
        refusals: row.confirm_refusals,
      },
    };
  });
}
