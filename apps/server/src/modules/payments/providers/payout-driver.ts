import type { PayoutLineKind } from '@munjigi/contract';
import type { Outcome } from './driver.ts';

/** A payment or refund in the settlements of a provider. Refunds have negative amounts and fees. Won, fees with VAT. */
export interface ReportedLine {
  readonly orderId: string;
  /** The provider's key of the payment, or of the refund as in the payment itself. */
  readonly key: string;
  readonly kind: PayoutLineKind;
  readonly amount: number;
  readonly feeAmount: number;
  readonly payoutAmount: number;
  /** The calendar date up to which sales are settled together. */
  readonly soldOn: string;
  readonly paidOutOn: string;
}

interface PayoutReport {
  readonly lines: readonly ReportedLine[];
  /** The number of lines that could not be read. */
  readonly unreadable: number;
}

/** Reads the lines of these sale dates, both included. */
export type PayoutReader = (from: string, to: string) => Promise<Outcome<PayoutReport>>;
