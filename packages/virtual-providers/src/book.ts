import { randomBytes, randomUUID } from 'node:crypto';

/** The destination account of a refund, with the provider's own code of the bank. */
export interface BookedAccount {
  readonly bank: string;
  readonly number: string;
  readonly holder: string;
}

/** A payment in the provider's books. Amounts are in won. */
export interface BookedPayment {
  readonly orderId: string;
  readonly paymentKey: string;
  readonly amount: number;
  readonly isAccount: boolean;
  /** Sent with the account, and with each message about a deposit. */
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

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const cancelled = (it: BookedPayment) => it.cancels.reduce((sum, { amount }) => sum + amount, 0);

/**
 * The payments of a provider and their legal changes, independent of the wire format. `changed` is called after each
 * change.
 */
export class Book {
  readonly payments = new Map<string, BookedPayment>();
  private readonly now: () => Date;
  private readonly changed: (it: BookedPayment) => void;

  constructor(now: () => Date, changed: (it: BookedPayment) => void) {
    this.now = now;
    this.changed = changed;
  }

  find(key: string): BookedPayment | undefined {
    return this.payments.get(key) ?? [...this.payments.values()].find(({ paymentKey }) => paymentKey === key);
  }

  agree({
    orderId,
    amount,
    isAccount = false,
  }: {
    orderId: string;
    amount: number;
    isAccount?: boolean;
  }): BookedPayment {
    const it: BookedPayment = {
      orderId,
      amount,
      isAccount,
      paymentKey: `pk_${randomUUID()}`,
      secret: randomBytes(12).toString('hex'),
      state: 'IN_PROGRESS',
      paidAt: null,
      cancels: [],
    };
    this.payments.set(orderId, it);
    return it;
  }

  /** Takes the money, or issues the account that it is to be paid to. */
  take(it: BookedPayment): void {
    if (it.state === 'PAID' || it.state === 'WAITING')
      throw new Refusal(400, 'ALREADY_PROCESSED_PAYMENT', 'It was taken already');
    it.state = it.isAccount ? 'WAITING' : 'PAID';
    it.paidAt = it.isAccount ? null : this.now();
    this.changed(it);
  }

  fail(it: BookedPayment): void {
    it.state = 'FAILED';
    this.changed(it);
  }

  deposit(it: BookedPayment): void {
    it.state = 'PAID';
    it.paidAt = this.now();
    this.changed(it);
  }

  /** The bank undoes a deposit. */
  takeBack(it: BookedPayment): void {
    it.state = 'WAITING';
    it.paidAt = null;
    this.changed(it);
  }

  cancel(it: BookedPayment, amount: number, reason: string, account: BookedAccount | null = null): void {
    if (it.state === 'CANCELED') throw new Refusal(400, 'ALREADY_CANCELED_PAYMENT', 'It was cancelled already');
    if (it.state !== 'PAID') throw new Refusal(400, 'NOT_CANCELABLE_PAYMENT', 'It is not paid');
    if (amount > it.amount - cancelled(it)) throw new Refusal(400, 'NOT_CANCELABLE_AMOUNT', 'There is less left');
    it.cancels.push({ key: `tk_${randomUUID()}`, amount, reason, at: this.now(), account });
    if (cancelled(it) === it.amount) it.state = 'CANCELED';
    this.changed(it);
  }
}
