import { randomInt, randomUUID } from 'node:crypto';
import { ProviderRefusal } from './refusal.ts';

/** A cash receipt in the provider's books. Amounts are in won. */
export interface BookedReceipt {
  /** The order (Toss) or payment (PortOne) that the shop named. */
  readonly id: string;
  readonly key: string;
  readonly amount: number;
  readonly taxFreeAmount: number;
  readonly number: string;
  /** The words of the provider: 소득공제 or PERSONAL. */
  readonly type: string;
  readonly approvalNumber: string;
  readonly issuedAt: Date;
  readonly cancels: { readonly amount: number; readonly at: Date }[];
  state: 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';
}

export const cancelledOfReceipt = ({ cancels }: BookedReceipt) => cancels.reduce((sum, { amount }) => sum + amount, 0);

/** Numbers with this ending do not exist. The error repeats the number, which no real provider should do. */
const UNKNOWN_ENDING = '0000';
const NUMBER = /^\d{10,19}$/;

/** What the book reads and writes of a payment. */
interface PaymentWithReceipt {
  readonly orderId: string;
  readonly amount: number;
  ownReceipt: BookedReceipt | null;
}

interface NewReceipt {
  readonly id: string;
  readonly amount: number;
  readonly taxFreeAmount: number;
  readonly number: string;
  readonly type: string;
}

/** The cash receipts of a provider and their legal changes, independent of the wire format. */
export class ReceiptBook {
  readonly receipts = new Map<string, BookedReceipt>();
  /** How the next receipts begin, in order. All others are issued at once. */
  readonly nextStates: BookedReceipt['state'][] = [];
  private readonly now: () => Date;

  constructor(now: () => Date) {
    this.now = now;
  }

  issue(receipt: NewReceipt): BookedReceipt {
    if (this.receipts.has(receipt.id))
      throw new ProviderRefusal(409, 'CASH_RECEIPT_ALREADY_ISSUED', 'It was issued already');
    if (!NUMBER.test(receipt.number) || receipt.number.endsWith(UNKNOWN_ENDING))
      throw new ProviderRefusal(400, 'INVALID_REQUEST', `There is no ${receipt.number}`);
    if (!(receipt.amount > 0)) throw new ProviderRefusal(400, 'INVALID_REQUEST', 'There is no amount');
    const booked = this.write(receipt);
    this.receipts.set(receipt.id, booked);
    return booked;
  }

  /** The guest named their number in the window of the provider, which issues with the payment and cancels with it. */
  issueOwn(payment: PaymentWithReceipt, number = '01087654321'): void {
    payment.ownReceipt = this.write({
      id: payment.orderId,
      amount: payment.amount,
      taxFreeAmount: 0,
      number,
      type: '소득공제',
    });
  }

  cancel(receipt: BookedReceipt, amount: number): void {
    const left = receipt.amount - cancelledOfReceipt(receipt);
    if (left === 0) throw new ProviderRefusal(409, 'CASH_RECEIPT_NOT_ISSUED', 'It was cancelled already');
    if (!(amount > 0) || amount > left) throw new ProviderRefusal(400, 'INVALID_REQUEST', 'There is less left');
    receipt.cancels.push({ amount, at: this.now() });
  }

  /** The receipt of a key or id. */
  find(key: string): BookedReceipt | undefined {
    return this.receipts.get(key) ?? [...this.receipts.values()].find((receipt) => receipt.key === key);
  }

  /** Won that are issued now for a number, or for all. */
  sumIssued(number?: string): number {
    return [...this.receipts.values()]
      .filter((receipt) => receipt.state === 'COMPLETED' && (number === undefined || receipt.number === number))
      .reduce((sum, receipt) => sum + receipt.amount - cancelledOfReceipt(receipt), 0);
  }

  private write(receipt: NewReceipt): BookedReceipt {
    return {
      ...receipt,
      key: `rk_${randomUUID()}`,
      approvalNumber: String(randomInt(100_000_000, 999_999_999)),
      issuedAt: this.now(),
      cancels: [],
      state: this.nextStates.shift() ?? 'COMPLETED',
    };
  }
}
