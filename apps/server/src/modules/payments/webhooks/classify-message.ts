import type { WebhookReason } from '@munjigi/contract';
import { storeActor, type Database } from '../../../db/index.ts';
import { findPaymentMerchantId } from '../payment/payment-merchants.sql.ts';
import { findPaymentByOrderId, type PaymentPlace } from '../payment/provider-payments.sql.ts';
import { messageFault, parseProviderMessage, type MessageKeys } from '../providers/index.ts';
import type { AbridgedState } from './webhook-row.ts';

interface IncomingMessage {
  readonly productId: string;
  /** The store whose address the message came to; `null`: that of the chain. */
  readonly storeId: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly at: Date;
}

/**
 * What the server does with a message, decided before any of it is stored. `WORK`: it names a payment of the product,
 * and its signature is valid where the provider signs messages of its form. `WAIT`: it names a payment, but there is no secret to verify it
 * with. `REFUSE`: every other message.
 */
export type MessageDecision =
  | {
      readonly kind: 'WORK' | 'WAIT';
      readonly type: string | null;
      readonly place: PaymentPlace;
      readonly isSigned: boolean;
      /** The payment belongs to another merchant than the address: only a lookup there is worth anything (MC-6). */
      readonly isOfOtherMerchant: boolean;
    }
  | {
      readonly kind: 'REFUSE';
      readonly state: AbridgedState;
      readonly reason: WebhookReason;
      readonly type: string | null;
      readonly place: PaymentPlace | null;
      readonly fault: WebhookReason | null;
    };

/** Why a message has no signature that could be wrong. */
const UNVERIFIED: ReadonlySet<WebhookReason> = new Set<WebhookReason>(['SIGNATURE_ABSENT', 'NO_WEBHOOK_SECRET']);

export async function classifyMessage(
  db: Database,
  keys: MessageKeys,
  { productId, storeId, headers, body, at }: IncomingMessage,
): Promise<MessageDecision> {
  const message = parseProviderMessage(keys.provider, body);
  const signature = messageFault(keys, headers, body, at);
  // A form without signatures has the limits of unsigned messages. A wrong signature is refused in every form.
  const isUnsigned = message?.isUnsigned === true && signature !== null && UNVERIFIED.has(signature);
  const fault = isUnsigned ? null : signature;
  const type = message?.type ?? null;
  const orderId = message?.orderId ?? null;
  const place =
    orderId === null ? null : await findPaymentByOrderId(db, { productId, provider: keys.provider }, orderId);
  const isOfOtherMerchant = place !== null && !(await belongsToAddress(db, place, storeId));
  if (fault === 'NO_WEBHOOK_SECRET' && place !== null)
    return { kind: 'WAIT', type, place, isSigned: false, isOfOtherMerchant };
  if (fault !== null) return { kind: 'REFUSE', state: 'REJECTED', reason: fault, type, place, fault };
  if (place !== null) {
    const isSigned = keys.provider !== 'TOSS' && !isUnsigned;
    return { kind: 'WORK', type, place, isSigned, isOfOtherMerchant };
  }
  if (message === null) return { kind: 'REFUSE', state: 'IGNORED', reason: 'NOT_JSON', type, place, fault };
  if (orderId === null) return { kind: 'REFUSE', state: 'IGNORED', reason: 'TYPE_UNKNOWN', type, place, fault };
  return { kind: 'REFUSE', state: 'UNMATCHED', reason: 'PAYMENT_UNKNOWN', type, place, fault };
}

/** Whether the merchant of the payment sends its messages to this address. */
async function belongsToAddress(db: Database, place: PaymentPlace, storeId: string | null): Promise<boolean> {
  const merchantId = await db.withActor(storeActor(place.productId, place.storeId), (tx) =>
    findPaymentMerchantId(tx, place),
  );
  return merchantId === null ? storeId === null : storeId === place.storeId;
}
