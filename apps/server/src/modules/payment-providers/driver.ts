import type { PaymentMethod, PaymentState, RefundAccount } from '@munjigi/contract';

/** Money that a provider gave back, whoever asked for it. */
export interface ProviderCancel {
  /** The provider's name of it: the same whenever it is told. */
  readonly key: string;
  readonly amount: number;
  readonly reason: string;
  readonly at: Date;
}

/** A payment as its provider says that it stands at a moment. Amounts are in won. */
export interface ProviderPayment {
  readonly paymentKey: string;
  readonly orderId: string;
  readonly state: PaymentState;
  /** `null`: of a kind that has no name here, or not chosen yet. */
  readonly method: PaymentMethod | null;
  readonly amount: number;
  /** When the money was there; `null`: it is not. */
  readonly paidAt: Date | null;
  readonly receiptUrl: string | null;
  /** Of a virtual account: what its messages about deposits carry. */
  readonly depositSecret: string | null;
  /** Those that were done, oldest first. */
  readonly cancels: readonly ProviderCancel[];
}

/** `UNKNOWN`: it may have happened, and may not have. */
export type Outcome<T> =
  | { readonly kind: 'OK'; readonly value: T }
  | { readonly kind: 'ABSENT' }
  | { readonly kind: 'REFUSED'; readonly code: string; readonly message: string }
  | { readonly kind: 'UNKNOWN'; readonly why: string };

interface Named {
  readonly orderId: string;
  /** `null`: not told yet. */
  readonly paymentKey: string | null;
}

export interface CancelRequest extends Named {
  readonly amount: number;
  readonly taxFreeAmount: number;
  /** What the provider has left of it, as it was last seen: it refuses when that is not so any more. */
  readonly cancellableAmount: number;
  readonly reason: string;
  /** Of a virtual account: where the money goes. */
  readonly refundAccount: RefundAccount | null;
  /** The same for the same refund: the provider does it once. */
  readonly idempotencyKey: string;
}

/** What a provider of payments can be asked. Nothing is tried twice in here: whoever asks knows what may be. */
export interface ProviderDriver {
  confirm(it: Named & { readonly amount: number; readonly idempotencyKey: string }): Promise<Outcome<ProviderPayment>>;
  lookUp(it: Named): Promise<Outcome<ProviderPayment>>;
  /** Answers with the payment after it. */
  cancel(it: CancelRequest): Promise<Outcome<ProviderPayment>>;
}

export interface Access {
  readonly baseUrl: string;
  readonly apiSecret: string;
  readonly timeoutMs: number;
  /** Aborted when the process is to end. */
  readonly closing: AbortSignal;
}
