import { createHash } from 'node:crypto';
import type {
  BodyOf,
  confirmPaymentAsGuest,
  PaymentReturnReply,
  ProblemCode,
  resolvePaymentReturn,
} from '@munjigi/contract';
import { storeActor, type Tx } from '../../db/index.ts';
import { notFound, Problem, requestLimits, type CredentialLookups, type GuestCaller } from '../../http/index.ts';
import {
  findOrder,
  isOrderId,
  readOrderOutcome,
  readPayment,
  requestLookupNow,
  type ConfirmationAttempt,
  type FoundOrder,
  type ProviderDeps,
} from '../payments/index.ts';
import { confirmOwnPayment } from './guest-payments.ts';

/** Requests about one order in a minute. Its page asks twelve times while the provider does not answer. */
const MOST_A_MINUTE = 40;
/** A provider ends its window within an hour, so no return comes for an order of the day before. */
const RETURN_FOR_MS = 24 * 3600_000;

export interface ReturnDeps extends ProviderDeps {
  readonly lookups: CredentialLookups;
  /** False: the operator has switched off the limits of requests. */
  readonly isLimited: boolean;
}

interface ReturnedOrder extends FoundOrder {
  readonly amount: number;
  /** The guest in whose name the order is confirmed. `null`: the reservation has no valid token. */
  readonly guest: Omit<GuestCaller, 'address'> | null;
}

/**
 * Creates the function that answers a browser without a token that a provider sent back (GT-16, decision 098). It confirms the
 * order as its guest does and derives the result from what is stored afterwards. An unknown order counts for the address
 * like a wrong token.
 */
export function createReturnResolver(deps: ReturnDeps) {
  const limits = requestLimits(deps.isLimited ? MOST_A_MINUTE : 0);

  return async (returned: BodyOf<typeof resolvePaymentReturn>, address: string): Promise<PaymentReturnReply> => {
    const { orderId } = returned;
    const hash = isOrderId(orderId) ? createHash('sha256').update(orderId).digest() : null;
    const order = await deps.lookups.find({ kind: 'order', address, hash }, () => findReturnedOrder(deps, orderId));
    if (!order) throw notFound();
    limits.countRequest(order.id);
    const attempt = await confirmReturnedOrder(deps, order, returned, address);
    return deps.db.withActor(storeActor(order.productId, order.storeId), (tx) =>
      composeReturn(tx, { orderId, attempt, now: deps.clock.now() }),
    );
  };
}

async function findReturnedOrder({ db, clock }: ReturnDeps, orderId: string): Promise<ReturnedOrder | null> {
  const order = await findOrder(db, orderId);
  if (!order) return null;
  const now = clock.now();
  return db.withActor(storeActor(order.productId, order.storeId), async (tx) => {
    const { reservation_id: reservationId, created_at: begunAt, amount } = await readPayment(tx, orderId);
    if (reservationId === null || now.getTime() - begunAt.getTime() >= RETURN_FOR_MS) return null;
    const token = await findValidToken(tx, { storeId: order.storeId, reservationId, now });
    const guest = token && {
      kind: 'guest' as const,
      tokenId: token.id,
      reservationId,
      reservationCode: token.reservation_code,
      productId: order.productId,
      productSlug: order.productSlug,
      productName: order.productName,
      storeId: order.storeId,
      companion: null,
      isLinkShared: false,
      isLinkOfStaff: false,
    };
    return { ...order, amount, guest };
  });
}

/** The token that an act in the name of the guest locks: any valid one. */
async function findValidToken(
  tx: Tx,
  { storeId, reservationId, now }: { readonly storeId: string; readonly reservationId: string; readonly now: Date },
): Promise<{ readonly id: string; readonly reservation_code: string } | null> {
  const token = await tx
    .selectFrom('guest_tokens')
    .select(['id', 'reservation_code'])
    .where('store_id', '=', storeId)
    .where('reservation_id', '=', reservationId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return token ?? null;
}

/** Refusals before money moved. The result follows from the stored state. */
const REFUSED_UNCONFIRMED: ReadonlySet<ProblemCode> = new Set([
  'STATE_NOT_ALLOWED',
  'HOLD_ENDING',
  'PRICE_CHANGED',
  'AMOUNT_DIFFERS',
  'PROVIDER_NOT_SET',
  'GUEST_TOKEN_INVALID',
]);

/**
 * Has the provider take the money as the guest's own page does. Toss needs the key and the amount that it returned;
 * PortOne has taken the money in its window, so that it is only asked about the order.
 */
async function confirmReturnedOrder(
  deps: ReturnDeps,
  order: ReturnedOrder,
  returned: BodyOf<typeof resolvePaymentReturn>,
  address: string,
): Promise<ConfirmationAttempt> {
  const body = toConfirmation(order, returned);
  if (body === null) return 'NONE';
  if (order.guest === null) {
    // The server asks PortOne by itself, because money that was taken has to be recorded.
    if (order.provider === 'PORTONE')
      await deps.db.withActor(storeActor(order.productId, order.storeId), (tx) =>
        requestLookupNow(tx, order, deps.clock.now()),
      );
    return 'NONE';
  }
  try {
    await confirmOwnPayment(deps, { ...order.guest, address }, order.id, body);
    return 'ANSWERED';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'PROVIDER_REFUSED') return 'REFUSED';
    if (error.code === 'PAYMENT_UNDER_WAY') return 'UNDER_WAY';
    if (REFUSED_UNCONFIRMED.has(error.code)) return 'NONE';
    throw error;
  }
}

/** `null`: Toss returned no key, because the guest closed its window. */
function toConfirmation(
  { provider, amount }: ReturnedOrder,
  { paymentKey, amount: returnedAmount }: BodyOf<typeof resolvePaymentReturn>,
): BodyOf<typeof confirmPaymentAsGuest> | null {
  if (provider === 'PORTONE') return { amount };
  return paymentKey === undefined || returnedAmount === undefined ? null : { amount: returnedAmount, paymentKey };
}

async function composeReturn(tx: Tx, order: Parameters<typeof readOrderOutcome>[1]): Promise<PaymentReturnReply> {
  const outcome = await readOrderOutcome(tx, order);
  if (!outcome) throw notFound();
  const { row, result } = outcome;
  const store = await tx
    .selectFrom('stores')
    .select(['name', 'time_zone'])
    .where('id', '=', row.store_id)
    .executeTakeFirstOrThrow();
  return {
    result,
    storeName: store.name,
    timeZone: store.time_zone,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
  };
}
