import type { OnlineProvider } from '@munjigi/contract';
import { z } from 'zod';

/** The subject of a provider's message. Nothing else of the message is trusted. */
export interface ProviderMessage {
  readonly type: string | null;
  /** The order id of the payment; `null`: the message names no payment, or is of an unknown kind. */
  readonly orderId: string | null;
  /** The secret in Toss's message about a deposit; `null`: it has none. */
  readonly depositSecret: string | null;
  readonly dispute: { readonly isOpen: boolean; readonly at: Date } | null;
  /** Whether PortOne sends messages of this form without a signature. */
  readonly isUnsigned: boolean;
}

const tossMessage = z.object({
  eventType: z.string().nullish().catch(null),
  orderId: z.string().nullish().catch(null),
  secret: z.string().nullish().catch(null),
  status: z.string().nullish().catch(null),
  data: z
    .object({ orderId: z.string().nullish().catch(null), secret: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
});
const DEPOSIT = 'DEPOSIT_CALLBACK';
/** Kinds of messages whose `data` is a payment. */
const TOSS_ABOUT_PAYMENTS: ReadonlySet<string> = new Set(['PAYMENT_STATUS_CHANGED', 'CANCEL_STATUS_CHANGED']);

const portone = z.object({
  type: z.string(),
  timestamp: z.string().nullish().catch(null),
  data: z.object({ paymentId: z.string() }).nullish().catch(null),
});
const PORTONE_ABOUT_PAYMENTS =
  /^Transaction\.(Ready|Paid|VirtualAccountIssued|PartialCancelled|Cancelled|Failed|PayPending|CancelPending|Confirm|DisputeCreated|DisputeResolved|ChargebackCreated|ChargebackResolved)$/;
const PORTONE_ABOUT_DISPUTES = /^Transaction\.(Dispute|Chargeback)(Created|Resolved)$/;

/** The message of the version before 2024-04-25, which has no signature. */
const oldPortone = z.object({
  tx_id: z.string(),
  payment_id: z.string(),
  status: z.string().nullish().catch(null),
});

const NOTHING: ProviderMessage = {
  type: null,
  orderId: null,
  depositSecret: null,
  dispute: null,
  isUnsigned: false,
};
const LONGEST_TYPE = 100;

/** Returns `null` when the body is not JSON. Unknown kinds and fields are accepted, because providers add to them. */
export function parseProviderMessage(provider: OnlineProvider, body: Buffer): ProviderMessage | null {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return null; // A SyntaxError, or bytes that are not text.
  }
  return provider === 'TOSS' ? readToss(json) : readPortone(json);
}

/** Messages about deposits come flat or in `data`, and some without their kind or their secret. */
function readToss(json: unknown): ProviderMessage {
  const parsed = tossMessage.safeParse(json);
  if (!parsed.success) return NOTHING;
  const { eventType, data } = parsed.data;
  const type = eventType?.slice(0, LONGEST_TYPE) ?? null;
  if (type !== null && TOSS_ABOUT_PAYMENTS.has(type)) return { ...NOTHING, type, orderId: data?.orderId ?? null };
  const { orderId, secret } = { ...parsed.data, ...(type === DEPOSIT && data?.orderId ? data : {}) };
  const isDeposit = type === DEPOSIT || (type === null && Boolean(secret) && Boolean(parsed.data.status));
  if (!isDeposit || !orderId) return { ...NOTHING, type };
  return { ...NOTHING, type: DEPOSIT, orderId, depositSecret: secret ?? null };
}

function readPortone(json: unknown): ProviderMessage {
  const parsed = portone.safeParse(json);
  if (!parsed.success) return readOldPortone(json);
  const { type, timestamp, data } = parsed.data;
  if (!data || !PORTONE_ABOUT_PAYMENTS.test(type)) return { ...NOTHING, type: type.slice(0, LONGEST_TYPE) };
  const at = new Date(timestamp ?? Number.NaN);
  const isDispute = PORTONE_ABOUT_DISPUTES.test(type) && !Number.isNaN(at.getTime());
  return {
    ...NOTHING,
    type,
    orderId: data.paymentId,
    dispute: isDispute ? { isOpen: type.endsWith('Created'), at } : null,
  };
}

function readOldPortone(json: unknown): ProviderMessage {
  const old = oldPortone.safeParse(json);
  if (!old.success) return NOTHING;
  const type = old.data.status?.slice(0, LONGEST_TYPE) ?? null;
  return { ...NOTHING, type, orderId: old.data.payment_id, isUnsigned: true };
}
