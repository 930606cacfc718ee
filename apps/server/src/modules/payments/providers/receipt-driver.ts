import type { CashReceiptPurpose, OnlineProvider } from '@munjigi/contract';
import type { Outcome, ProviderAccess } from './driver.ts';

/** A cash receipt, or its cancellation, as the provider reports it. */
export interface ReceiptAnswer {
  readonly state: 'DONE' | 'PENDING' | 'FAILED';
  /** The provider's key of the receipt. */
  readonly key: string | null;
  /** The approval number of the tax office. */
  readonly approvalNumber: string | null;
  readonly url: string | null;
  /** The reason of a `FAILED` request. */
  readonly failure: { readonly code: string; readonly message: string } | null;
}

export interface IssueRequest {
  /** Identifies the receipt at the provider, and is the idempotency key of every attempt. */
  readonly requestId: string;
  readonly amount: number;
  readonly taxFreeAmount: number;
  readonly purpose: CashReceiptPurpose;
  /** Digits only. */
  readonly number: string;
  readonly orderName: string;
  readonly paidAt: Date;
}

/** An issue that the server requested earlier. */
export interface IssuedRequest {
  readonly requestId: string;
  readonly key: string | null;
  /** The instants at which it was requested and sent, for providers that list receipts by day. */
  readonly at: readonly Date[];
}

export interface ReceiptCancelRequest extends IssuedRequest {
  /** The idempotency key of every attempt of this cancellation. */
  readonly cancelId: string;
  readonly amount: number;
}

/** The receipt that a provider issued together with a payment through it. */
export interface OwnReceipt {
  /** Won that are issued now, after cancellations. */
  readonly amount: number;
  readonly approvalNumber: string;
  readonly url: string | null;
  readonly issuedAt: Date | null;
}

/** Requests about cash receipts. The driver retries nothing. */
export interface ReceiptDriver {
  issue(request: IssueRequest): Promise<Outcome<ReceiptAnswer>>;
  /** `ABSENT`: the provider has not got the request, so it is sent again with its idempotency key. */
  findIssue(request: IssuedRequest): Promise<Outcome<ReceiptAnswer>>;
  cancel(request: ReceiptCancelRequest): Promise<Outcome<ReceiptAnswer>>;
  /** `ABSENT`: the cancellation is sent again with its idempotency key. */
  findCancel(request: ReceiptCancelRequest): Promise<Outcome<ReceiptAnswer>>;
  /** `ABSENT`: the provider issued none with this payment. */
  findOwn(payment: { readonly orderId: string; readonly paymentKey: string | null }): Promise<Outcome<OwnReceipt>>;
}

/** The public keys of a connection, which requests about receipts name. */
export interface ReceiptAccess extends ProviderAccess {
  readonly clientKey: string;
  readonly merchantId: string;
}

/**
 * Whether a receipt of this provider can be cancelled in part. Otherwise it is cancelled and issued again for the rest: the
 * endpoint of PortOne takes no amount.
 */
export function canCancelReceiptPart(provider: OnlineProvider | null): boolean {
  return provider === 'TOSS';
}
