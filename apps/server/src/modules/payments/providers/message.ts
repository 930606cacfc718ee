import type { OnlineProvider } from '@munjigi/contract';
import { z } from 'zod';

/** The subject of a provider's message. Nothing else of the message is trusted. */
export interface ProviderMessage {
  readonly type: string | null;
  /** The order id of the payment; `null`: the message names no payment, or is of an unknown kind. */
  readonly orderId: string | null;
  /** The secret in Toss's message about a deposit. */
  readonly depositSecret: string | null;
  readonly dispute: { readonly isOpen: boolean; readonly at: Date } | null;
}

const tossStatus = z.object({ eventType: z.string(), data: z.object({ orderId: z.string() }).loose() });
const tossOther = z.object({ eventType: z.string() });
const tossDeposit = z.object({ orderId: z.string(), secret: z.string(), status: z.string() });
/** Kinds of messages whose `data` is a payment. */
const TOSS_ABOUT_PAYMENTS: ReadonlySet<string> = new Set(['PAYMENT_STATUS_CHANGED', 'CANCEL_STATUS_CHANGED']);

const portone = z.object({
  type: z.string(),
  timestamp: z.string().nullish(),
  data: z.object({ paymentId: z.string() }).loose().nullish().catch(null),
});
const PORTONE_ABOUT_PAYMENTS =
  /^Transaction\.(Ready|Paid|VirtualAccountIssued|PartialCancelled|Cancelled|Failed|PayPending|CancelPending|Confirm|DisputeCreated|DisputeResolved)$/;

const NOTHING: ProviderMessage = { type: null, orderId: null, depositSecret: null, dispute: null };

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

function readToss(json: unknown): ProviderMessage {
  const status = tossStatus.safeParse(json);
  if (status.success && TOSS_ABOUT_PAYMENTS.has(status.data.eventType))
    return { ...NOTHING, type: status.data.eventType.slice(0, 100), orderId: status.data.data.orderId };
  const deposit = tossDeposit.safeParse(json);
  if (deposit.success)
    return { ...NOTHING, type: 'DEPOSIT_CALLBACK', orderId: deposit.data.orderId, depositSecret: deposit.data.secret };
  const other = tossOther.safeParse(json);
  return { ...NOTHING, type: other.success ? other.data.eventType.slice(0, 100) : null };
}

function readPortone(json: unknown): ProviderMessage {
  const parsed = portone.safeParse(json);
  if (!parsed.success) return NOTHING;
  const { type, timestamp, data } = parsed.data;
  if (!data || !PORTONE_ABOUT_PAYMENTS.test(type)) return { ...NOTHING, type: type.slice(0, 100) };
  const at = new Date(timestamp ?? Number.NaN);
  const isDispute = type.startsWith('Transaction.Dispute') && !Number.isNaN(at.getTime());
  return {
    ...NOTHING,
    type,
    orderId: data.paymentId,
    dispute: isDispute ? { isOpen: type.endsWith('Created'), at } : null,
  };
}
