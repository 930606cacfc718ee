import type { BegunPayment, BodyOf, confirmPaymentAsGuest, OutsidePayment, PaymentMethod } from '@munjigi/contract';
import { LEAST_ONLINE_WON } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import { notFound, Problem, type Channel, type GuestCaller, type UnitOfWork } from '../../../http/index.ts';
import {
  byCaller,
  extendHoldForPayment,
  heldUntilOf,
  isHoldingMore,
  isHoldOver,
  selectReservationForUpdate,
  type ReservationRecord,
} from '../../reservations/index.ts';
import { insertPayment } from './begin.ts';
import { completePayment, CONFIRMING_MS, isUnderConfirmation, type Confirmation } from './confirm.ts';
import type { ProviderDeps } from './payment-lookup.ts';
import type { PaymentRow } from '../payment/payment-row.ts';
import { readPayment } from '../payment/payments.sql.ts';
import { dueAmountOf } from '../ledger/record.ts';
import type { OpenProvider } from '../providers/index.ts';

/**
 * Payments that a guest or a channel begins and confirms (GT-10, CH-1). The refusals name no reservation, because its
 * details include notes of staff.
 */

type OutsideWork = UnitOfWork<GuestCaller | Channel>;

interface BeginInput {
  readonly reservationId: string;
  readonly provider: OpenProvider;
  readonly method: PaymentMethod;
}

/** A guest who has not agreed after this time needs a new window of the provider. */
const SAME_WINDOW_MS = 25 * 60_000;
/** How long what is held has to last when a payment is confirmed, and when one begins (GT-11). */
const CONFIRMATION_MS = 60_000;
const SHORTEST_PAYING_MS = 2 * 60_000;

/**
 * Begins a payment of all that is due, or returns the one that was begun for the same amount: with two windows under
 * one order id, the provider takes the money once.
 */
export async function startOutsidePayment(
  work: OutsideWork,
  { reservationId, provider, method }: BeginInput,
): Promise<BegunPayment> {
  const { tx, clock } = work;
  const now = clock.now();
  const locked = await selectReservationForUpdate(tx, reservationId);
  const amount = dueAmountFromOutside(locked, now);
  if (amount < 1) throw new Problem('STATE_NOT_ALLOWED');
  if (amount < LEAST_ONLINE_WON) throw new Problem('AMOUNT_TOO_SMALL');
  await refuseDuringConfirmation(tx, { reservationId, now });
  const reservation = await extendHoldForPayment(work, locked);
  if (isHoldOver(reservation, new Date(now.getTime() + SHORTEST_PAYING_MS - 1))) throw new Problem('HOLD_ENDING');
  const open = await findOpenPayment(tx, {
    reservationId,
    provider,
    method,
    amount,
    since: new Date(now.getTime() - SAME_WINDOW_MS),
  });
  const id = open ?? (await insertPayment(work, reservation, { provider, method, amount })).id;
  return {
    storeId: reservation.row.store_id,
    reservationId,
    payment: toOutsidePayment(await readPayment(tx, id)),
    orderId: id,
    orderName: await readOrderName(tx, reservationId),
    clientKey: provider.clientKey,
    merchantId: provider.merchantId,
    checkoutUrl: provider.checkoutUrl,
    holdExpiresAt: heldUntilOf(reservation.row)?.toISOString() ?? null,
  };
}

interface ConfirmInput {
  readonly reservationId: string;
  readonly paymentId: string;
  readonly body: BodyOf<typeof confirmPaymentAsGuest>;
}

interface OutsideConfirmer {
  /** Runs a transaction with the rights of the caller. */
  readonly run: Confirmation['run'];
  readonly actor: GuestCaller | Channel;
  /** Throws when the caller has lost its access; runs after the reservation is locked. */
  readonly checkAccess?: (tx: Tx) => Promise<void>;
}

/** Has the provider take the money of a payment of this reservation. */
export async function confirmOutsidePayment(
  deps: ProviderDeps,
  { run, actor, checkAccess }: OutsideConfirmer,
  { reservationId, paymentId, body }: ConfirmInput,
): Promise<OutsidePayment> {
  const check: Confirmation['check'] = async (tx, { reservation, payment }) => {
    if (reservation?.row.id !== reservationId) throw notFound();
    await checkAccess?.(tx);
    await checkOutsideConfirmation({ tx, clock: deps.clock, actor }, { reservation, payment, body });
  };
  await run((tx) => checkPaymentOf(tx, reservationId, paymentId));
  try {
    return toOutsidePayment(await completePayment(deps, { run, by: byCaller(actor), check }, paymentId, body));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // What staff see of a payment includes fees and names.
    const { current: _current, ...extras } = error.extras;
    throw new Problem(error.code, extras);
  }
}

interface CheckedConfirmation {
  readonly reservation: ReservationRecord;
  readonly payment: PaymentRow;
  readonly body: ConfirmInput['body'];
}

/**
 * Checks, before any money moves, that the reservation still needs exactly this payment, and holds it while the
 * provider takes the money. A payment that the provider was asked for already is not checked again while it keeps
 * other confirmations waiting: its money may have been taken. Later the stay may have been paid otherwise.
 */
async function checkOutsideConfirmation(
  work: OutsideWork,
  { reservation, payment, body }: CheckedConfirmation,
): Promise<void> {
  const now = work.clock.now();
  // While other confirmations wait for this one, nothing else can have paid the stay meanwhile.
  if (await isUnderConfirmation(work.tx, payment, now)) {
    // The request with the stored key may still be carried out, and another key would end its repetition.
    if (body.paymentKey !== payment.online?.paymentKey)
      throw new Problem('PAYMENT_UNDER_WAY', { retryAfterSeconds: 5 });
    return;
  }
  // PortOne took the money when the guest agreed, so the payment has to be recorded, due or not.
  if (payment.provider === 'PORTONE') {
    if (isHoldingMore(reservation.row) && !isHoldOver(reservation, now)) await extendHoldForPayment(work, reservation);
    return;
  }
  const dueAmount = dueAmountFromOutside(reservation, now);
  if (dueAmount < 1) throw new Problem('STATE_NOT_ALLOWED');
  if (dueAmount !== payment.amount) throw new Problem('PRICE_CHANGED', { detail: String(dueAmount) });
  await refuseDuringConfirmation(work.tx, { reservationId: reservation.row.id, exceptId: payment.id, now });
  const held = await extendHoldForPayment(work, reservation);
  // The provider needs some time to take the money, which would have to be refunded when the hold ends meanwhile.
  if (isHoldOver(held, new Date(now.getTime() + CONFIRMATION_MS))) throw new Problem('HOLD_ENDING');
}

/**
 * The text that a provider shows in its window and on statements: `홍대점 · 2번 룸 · 11/28 14:00`. At most 43 characters
 * (docs/domain.md 2).
 */
async function readOrderName(tx: Tx, reservationId: string): Promise<string> {
  const { rows } = await sql<{ store: string; room: string; starts: string }>`
    select s.name as store, m.name as room, to_char(r.starts_at at time zone s.time_zone, 'FMMM/FMDD HH24:MI') as starts
    from reservations r join stores s on s.product_id = r.product_id and s.id = r.store_id
      join rooms m on m.store_id = r.store_id and m.id = r.room_id
    where r.id = ${reservationId}`.execute(tx);
  const [found] = rows;
  if (!found) throw notFound();
  return `${cutName(found.store, 14)} · ${cutName(found.room, 12)} · ${found.starts}`;
}

function cutName(name: string, most: number): string {
  const letters = Array.from(name);
  return letters.length <= most
    ? name
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** Throws NOT_FOUND for a payment of another reservation. */
async function checkPaymentOf(tx: Tx, reservationId: string, paymentId: string): Promise<void> {
  const { reservation_id: of } = await readPayment(tx, paymentId);
  if (of !== reservationId) throw notFound();
}

/** The payments of a reservation that went through a provider, and those that staff recorded, oldest first. */
export async function listOutsidePayments(tx: Tx, reservationId: string): Promise<OutsidePayment[]> {
  const { rows } = await sql<OutsideRow>`
    select p.id, p.store_id, p.reservation_id, p.provider, p.method, p.state, p.amount, p.receipt_url, p.paid_at,
      (select json_build_object('isConfirming', o.confirm_asked_at is not null and p.state = 'READY')
       from provider_payments o where o.store_id = p.store_id and o.id = p.id) as online
    from payments p where p.reservation_id = ${reservationId} and p.reversed_at is null order by p.id`.execute(tx);
  return rows.map(toOutsidePayment);
}

/** Throws STATE_NOT_ALLOWED when the reservation cannot be paid any more. */
function dueAmountFromOutside(reservation: ReservationRecord, now: Date): number {
  const dueAmount = isHoldOver(reservation, now) ? null : dueAmountOf(reservation.row);
  if (dueAmount === null) throw new Problem('STATE_NOT_ALLOWED');
  return dueAmount;
}

/** Two confirmed windows would pay twice, so one payment of a reservation is confirmed at a time. */
export async function refuseDuringConfirmation(
  tx: Tx,
  { reservationId, exceptId, now }: { readonly reservationId: string; readonly exceptId?: string; readonly now: Date },
): Promise<void> {
  const { rows } = await sql`
    select 1 from payments p join provider_payments o on o.store_id = p.store_id and o.id = p.id
    where p.reservation_id = ${reservationId} and p.state = 'READY' and p.id is distinct from ${exceptId ?? null}::uuid
      and o.confirm_asked_at > ${new Date(now.getTime() - CONFIRMING_MS)} limit 1`.execute(tx);
  if (rows.length > 0) throw new Problem('PAYMENT_UNDER_WAY', { retryAfterSeconds: 5 });
}

async function findOpenPayment(
  tx: Tx,
  of: {
    readonly reservationId: string;
    readonly provider: OpenProvider;
    readonly method: PaymentMethod;
    readonly amount: number;
    readonly since: Date;
  },
): Promise<string | null> {
  const row = await tx
    .selectFrom('payments as p')
    .leftJoin('payment_merchants as m', (join) =>
      join.onRef('m.store_id', '=', 'p.store_id').onRef('m.id', '=', 'p.id'),
    )
    .select('p.id')
    .where('p.reservation_id', '=', of.reservationId)
    .where('p.provider', '=', of.provider.provider)
    // The window of another merchant needs other keys.
    .where('m.merchant_id', 'is not distinct from', of.provider.storeMerchantId)
    .where('p.method', '=', of.method)
    .where('p.state', '=', 'READY')
    .where('p.amount', '=', of.amount)
    .where('p.created_at', '>', of.since)
    .orderBy('p.id', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}

type OutsideRow = Pick<
  PaymentRow,
  'id' | 'store_id' | 'reservation_id' | 'provider' | 'method' | 'state' | 'amount' | 'receipt_url' | 'paid_at'
> & { readonly online: Pick<NonNullable<PaymentRow['online']>, 'isConfirming'> | null };

function toOutsidePayment(row: OutsideRow): OutsidePayment {
  return {
    id: row.id,
    storeId: row.store_id,
    reservationId: row.reservation_id ?? '',
    provider: row.provider,
    method: row.method,
    state: row.state,
    amount: row.amount,
    isConfirming: row.online?.isConfirming ?? false,
    receiptUrl: row.receipt_url,
    approvedAt: row.paid_at?.toISOString() ?? null,
  };
}
