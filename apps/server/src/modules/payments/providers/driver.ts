import type { PaymentMethod, PaymentState, RefundAccount } from '@munjigi/contract';

/** A refund at a provider, requested here or made there. */
export interface ProviderCancel {
  /** The provider's id of the refund, the same in every answer. */
  readonly key: string;
  readonly amount: number;
  readonly reason: string;
  /** `null`: the provider does not say, or not in a way that can be read. */
  readonly at: Date | null;
  /** Whether the bank of the guest took the money back. */
  readonly isChargeback: boolean;
}

/** A dispute of the guest about a payment. */
export interface ProviderDispute {
  readonly openedAt: Date;
  /** `null`: it is open. */
  readonly closedAt: Date | null;
}

/** A payment as its provider reports it at a moment. Amounts are in won. */
export interface ProviderPayment {
  readonly paymentKey: string;
  readonly orderId: string;
  readonly state: PaymentState;
  /** `null`: not chosen yet, or of a kind that has no name here. */
  readonly method: PaymentMethod | null;
  /** `null`: it is not a whole number, as in a currency with cents. */
  readonly amount: number | null;
  /** ISO 4217; `null`: the provider does not say. */
  readonly currency: string | null;
  /** The id of the shop (PortOne) or merchant (Toss) that took the payment; `null`: the provider does not say. */
  readonly merchantId: string | null;
  /** Whether no money moved, because the payment went through a test channel or was made with test keys. */
  readonly isTest: boolean;
  /** When the money arrived; `null`: it has not. */
  readonly paidAt: Date | null;
  readonly receiptUrl: string | null;
  /** The secret that deposit messages of a virtual account carry. */
  readonly depositSecret: string | null;
  /** Completed refunds, oldest first. */
  readonly cancels: readonly ProviderCancel[];
  /** The reasons of refunds that the provider accepted and has not completed. */
  readonly pendingCancels: readonly string[];
  /** The reasons of refunds that the provider accepted and could not make. */
  readonly failedCancels: readonly string[];
  /** Whether the bank refused the transfer of a completed refund, so that the guest has not got the money. */
  readonly isRefundReturned: boolean;
  /** The latest dispute, as far as the payment itself lists it. */
  readonly dispute: ProviderDispute | null;
}

/**
 * `UNKNOWN`: the request may have been carried out, or not. `isConfiguration`: the keys of the connection are wrong, which
 * says nothing about the payment.
 */
export type Outcome<T> =
  | { readonly kind: 'OK'; readonly value: T }
  | { readonly kind: 'ABSENT' }
  | {
      readonly kind: 'REFUSED';
      readonly code: string;
      readonly message: string;
      readonly isConfiguration: boolean;
    }
  | { readonly kind: 'UNKNOWN'; readonly why: string };

interface Named {
  readonly orderId: string;
  /** `null`: not known yet. */
  readonly paymentKey: string | null;
}

export interface CancelRequest extends Named {
  readonly amount: number;
  readonly taxFreeAmount: number;
  /** The amount left at the provider at the last lookup. The provider refuses the refund if that has changed. */
  readonly cancellableAmount: number;
  readonly reason: string;
  /** The account that the money of a virtual account goes to. */
  readonly refundAccount: RefundAccount | null;
  /** The same for every attempt of a refund, so that the provider carries it out once. */
  readonly idempotencyKey: string;
}

/** Whether a key of Toss belongs to its test environment: `test_sk_`, `test_ck_`, `test_gsk_`, `test_gck_`. */
export function isTestKey(key: string): boolean {
  return key.startsWith('test_');
}

/** A payment in the answer of a provider: its state there, and how the rest is read. */
export interface PaymentFormat<Payment> {
  readonly states: Readonly<Record<string, PaymentState>>;
  readonly toPayment: (payment: Payment, state: PaymentState) => ProviderPayment;
}

/** Translates the payment of an answer. With an unknown state the outcome is unknown. */
export function mapPayment<Payment extends { readonly status: string }>(
  outcome: Outcome<Payment>,
  { states, toPayment }: PaymentFormat<Payment>,
): Outcome<ProviderPayment> {
  if (outcome.kind !== 'OK') return outcome;
  const { status } = outcome.value;
  const state = Object.hasOwn(states, status) ? states[status] : undefined;
  if (!state) return { kind: 'UNKNOWN', why: 'a state that is not known' };
  return { kind: 'OK', value: toPayment(outcome.value, state) };
}

/** Requests to a payment provider. The driver retries nothing; the caller knows what can be retried. */
export interface ProviderDriver {
  /**
   * Names the amount before the window of the guest opens, so that their browser cannot ask for another one. Absent
   * where the server itself has the amount taken.
   */
  preregister?(item: {
    readonly orderId: string;
    readonly merchantId: string;
    readonly amount: number;
  }): Promise<Outcome<unknown>>;
  confirm(
    item: Named & { readonly amount: number; readonly idempotencyKey: string },
  ): Promise<Outcome<ProviderPayment>>;
  lookUp(named: Named): Promise<Outcome<ProviderPayment>>;
  /** Returns the payment after the refund. */
  cancel(cancelRequest: CancelRequest): Promise<Outcome<ProviderPayment>>;
}

export interface ProviderAccess {
  readonly baseUrl: string;
  readonly apiSecret: string;
  readonly timeoutMs: number;
  /** Aborted when the process shuts down. */
  readonly closing: AbortSignal;
}
