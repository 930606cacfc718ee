import { randomBytes, randomUUID } from 'node:crypto';
import { ProviderRefusal } from './refusal.ts';
import { ReceiptBook, type BookedReceipt } from './receipt-book.ts';

/** The destination account of a refund, with the provider's own code of the bank. */
export interface BookedAccount {
  readonly bank: string;
  readonly number: string;
  readonly holder: string;
}

/** The channel, currency and shop of a payment. */
export interface BookedTerms {
  readonly isTest: boolean;
  readonly currency: string;
  /** `null`: the provider's own example shop. */
  readonly shopId: string | null;
}

/** A payment in the provider's books. Amounts are in won. */
export interface BookedPayment {
  readonly orderId: string;
  readonly paymentKey: string;
  readonly amount: number;
  readonly isAccount: boolean;
  /** What an attacker's window can choose instead of the shop's own. */
  readonly terms: BookedTerms;
  /** Sent with the account number, and with each message about a deposit. */
  readonly secret: string;
  state: 'IN_PROGRESS' | 'WAITING' | 'PAID' | 'CANCELED' | 'FAILED';
  paidAt: Date | null;
  readonly cancels: BookedCancel[];
  /** A dispute of the guest, with the time when it was opened. */
  disputedAt: Date | null;
  /** The state of the transfer of a virtual account's refund, in the words of the provider. */
  refundStatus: string;
  /** The cash receipt that the provider issued with the payment. */
  ownReceipt: BookedReceipt | null;
}

/** `PENDING`: the provider accepted the refund and is still making it. `FAILED`: it could not make it. */
export type CancelState = 'DONE' | 'PENDING' | 'FAILED';

export interface BookedCancel {
  readonly key: string;
  readonly amount: number;
  readonly reason: string;
  readonly at: Date;
  readonly account: BookedAccount | null;
  readonly isChargeback: boolean;
  state: CancelState;
  /** How often the payment was looked up meanwhile. */
  lookups: number;
}

/** The least amounts that Toss Payments and the gateways behind PortOne take. */
const LEAST_WON = { card: 100, account: 200 };

export const cancelled = (bookedPayment: BookedPayment) => sumOf(bookedPayment, 'DONE');

function sumOf({ cancels }: BookedPayment, of: CancelState): number {
  return cancels.reduce((sum, { amount, state }) => (state === of ? sum + amount : sum), 0);
}

/** The lookups of a payment after which a refund that was accepted in odd behaviour is made. */
const LOOKUPS_OF_PENDING = 2;

/**
 * The payments of a provider and their legal changes, independent of the wire format. `changed` is called after each
 * change.
 */
export class Book {
  readonly payments = new Map<string, BookedPayment>();
  readonly receipts: ReceiptBook;
  private readonly now: () => Date;
  private readonly changed: (bookedPayment: BookedPayment) => void;

  constructor(now: () => Date, changed: (bookedPayment: BookedPayment) => void) {
    this.now = now;
    this.receipts = new ReceiptBook(now);
    this.changed = changed;
  }

  /** How the next refunds begin, in order. All others are made at once. */
  readonly nextCancels: CancelState[] = [];

  /** The amounts that the shop named before a window opened, by order. */
  readonly preregistered = new Map<string, number>();

  find(key: string): BookedPayment | undefined {
    return this.payments.get(key) ?? [...this.payments.values()].find(({ paymentKey }) => paymentKey === key);
  }

  agree({
    orderId,
    amount,
    isAccount = false,
    terms = {},
  }: {
    orderId: string;
    amount: number;
    isAccount?: boolean;
    terms?: Partial<BookedTerms>;
  }): BookedPayment {
    const bookedPayment: BookedPayment = {
      orderId,
      amount,
      isAccount,
      terms: { isTest: false, currency: 'KRW', shopId: null, ...terms },
      paymentKey: `pk_${randomUUID()}`,
      secret: randomBytes(12).toString('hex'),
      state: 'IN_PROGRESS',
      paidAt: null,
      cancels: [],
      disputedAt: null,
      refundStatus: 'NONE',
      ownReceipt: null,
    };
    this.payments.set(orderId, bookedPayment);
    return bookedPayment;
  }

  /** Takes the money, or issues the account for the transfer. */
  take(bookedPayment: BookedPayment): void {
    if (bookedPayment.amount < (bookedPayment.isAccount ? LEAST_WON.account : LEAST_WON.card))
      throw new ProviderRefusal(400, 'BELOW_MINIMUM_AMOUNT', 'The amount is below the minimum');
    if (bookedPayment.state === 'PAID' || bookedPayment.state === 'WAITING')
      throw new ProviderRefusal(400, 'ALREADY_PROCESSED_PAYMENT', 'It was taken already');
    bookedPayment.state = bookedPayment.isAccount ? 'WAITING' : 'PAID';
    bookedPayment.paidAt = bookedPayment.isAccount ? null : this.now();
    this.changed(bookedPayment);
  }

  fail(bookedPayment: BookedPayment): void {
    bookedPayment.state = 'FAILED';
    this.changed(bookedPayment);
  }

  deposit(bookedPayment: BookedPayment): void {
    bookedPayment.state = 'PAID';
    bookedPayment.paidAt = this.now();
    this.changed(bookedPayment);
  }

  /** The bank reverses a deposit. */
  takeBack(bookedPayment: BookedPayment): void {
    bookedPayment.state = 'WAITING';
    bookedPayment.paidAt = null;
    this.changed(bookedPayment);
  }

  cancel(bookedPayment: BookedPayment, amount: number, reason: string, account: BookedAccount | null = null): void {
    if (bookedPayment.state === 'CANCELED')
      throw new ProviderRefusal(400, 'ALREADY_CANCELED_PAYMENT', 'It was cancelled already');
    if (bookedPayment.state !== 'PAID') throw new ProviderRefusal(403, 'NOT_CANCELABLE_PAYMENT', 'It is not paid');
    if (amount > bookedPayment.amount - cancelled(bookedPayment) - sumOf(bookedPayment, 'PENDING'))
      throw new ProviderRefusal(403, 'NOT_CANCELABLE_AMOUNT', 'There is less left');
    this.addCancel(bookedPayment, { amount, reason, account, isChargeback: false, state: this.nextCancels.shift() });
  }

  /** The bank of the guest takes the money back. */
  chargeBack(bookedPayment: BookedPayment): void {
    const amount = bookedPayment.amount - cancelled(bookedPayment);
    this.addCancel(bookedPayment, { amount, reason: '', account: null, isChargeback: true });
  }

  private addCancel(
    bookedPayment: BookedPayment,
    {
      state = 'DONE',
      ...cancel
    }: Omit<BookedCancel, 'key' | 'at' | 'lookups' | 'state'> & { readonly state?: CancelState | undefined },
  ): void {
    const key = `tk_${randomUUID()}`;
    bookedPayment.cancels.push({ ...cancel, key, at: this.now(), state: 'PENDING', lookups: 0 });
    if (state === 'PENDING') this.changed(bookedPayment);
    else this.endCancels(bookedPayment, state);
  }

  /** Makes the refunds that are under way, or fails them. */
  endCancels(bookedPayment: BookedPayment, state: 'DONE' | 'FAILED'): void {
    for (const cancel of bookedPayment.cancels) {
      if (cancel.state !== 'PENDING') continue;
      cancel.state = state;
      if (state === 'DONE') bookedPayment.ownReceipt?.cancels.push({ amount: cancel.amount, at: this.now() });
    }
    if (cancelled(bookedPayment) === bookedPayment.amount) bookedPayment.state = 'CANCELED';
    this.changed(bookedPayment);
  }

  /** Counts a lookup, after some of which the refunds that are under way are made. */
  countLookup(bookedPayment: BookedPayment): void {
    const pending = bookedPayment.cancels.filter(({ state }) => state === 'PENDING');
    for (const cancel of pending) cancel.lookups += 1;
    if (pending.some(({ lookups }) => lookups >= LOOKUPS_OF_PENDING)) this.endCancels(bookedPayment, 'DONE');
  }
}
