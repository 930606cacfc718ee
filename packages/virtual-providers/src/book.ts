import { randomBytes, randomUUID } from 'node:crypto';

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
  readonly cancels: {
    readonly key: string;
    readonly amount: number;
    readonly reason: string;
    readonly at: Date;
    readonly account: BookedAccount | null;
  }[];
}

export class ProviderRefusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The least amounts that Toss Payments and the gateways behind PortOne take. */
const LEAST_WON = { card: 100, account: 200 };

export const cancelled = (bookedPayment: BookedPayment) =>
  bookedPayment.cancels.reduce((sum, { amount }) => sum + amount, 0);

/**
 * The payments of a provider and their legal changes, independent of the wire format. `changed` is called after each
 * change.
 */
export class Book {
  readonly payments = new Map<string, BookedPayment>();
  private readonly now: () => Date;
  private readonly changed: (bookedPayment: BookedPayment) => void;

  constructor(now: () => Date, changed: (bookedPayment: BookedPayment) => void) {
    this.now = now;
    this.changed = changed;
  }

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
    if (bookedPayment.state !== 'PAID') throw new ProviderRefusal(400, 'NOT_CANCELABLE_PAYMENT', 'It is not paid');
    if (amount > bookedPayment.amount - cancelled(bookedPayment))
      throw new ProviderRefusal(400, 'NOT_CANCELABLE_AMOUNT', 'There is less left');
    bookedPayment.cancels.push({ key: `tk_${randomUUID()}`, amount, reason, at: this.now(), account });
    if (cancelled(bookedPayment) === bookedPayment.amount) bookedPayment.state = 'CANCELED';
    this.changed(bookedPayment);
  }
}
