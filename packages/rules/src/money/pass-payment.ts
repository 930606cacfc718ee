import type { PassPayment, PassRefusal, PassUnit } from '@munjigi/contract';
import { LEAST_ONLINE_WON } from './price-extras.ts';

/** A pass and what stays have used of it, without what refunds returned. Amounts are in won. */
export interface PassBalance {
  readonly unit: PassUnit;
  readonly units: number;
  readonly priceAmount: number;
  readonly usedUnits: number;
  readonly usedAmount: number;
  /** What was refunded of the payment that bought the pass. */
  readonly returnedAmount: number;
}

/** The part of a stay that a pass can pay for. Amounts are in won. */
export interface StayToPay {
  readonly minutes: number;
  readonly dueAmount: number;
  /** The price without add-ons, which minutes do not cover. */
  readonly roomAmount: number;
  /** A part is paid or waived, the price has a coupon, or the guest holds more time. */
  readonly isPartlyPaid: boolean;
}

/** What is left of the price of a pass, in won: the store owes it in stays or as a refund (PS-6). */
export function leftAmountOf({ priceAmount, usedAmount, returnedAmount }: PassBalance): number {
  return Math.max(0, priceAmount - usedAmount - returnedAmount);
}

/** The units that are left. A refund of the pass takes them in proportion, rounded up. */
export function leftUnitsOf(balance: PassBalance): number {
  const { units, priceAmount, usedUnits, returnedAmount } = balance;
  if (leftAmountOf(balance) === 0) return 0;
  return Math.max(0, units - usedUnits - shareUp(units, returnedAmount, priceAmount));
}

/**
 * What a pass pays for a stay (PS-3): minutes pay for the room of the whole stay, credit for what is due as far as it
 * reaches. The amount is the share of the price of the pass, so that all units together are worth exactly its price.
 */
export function passPaymentOf(balance: PassBalance, stay: StayToPay): PassPayment | PassRefusal {
  if (stay.dueAmount === 0) return 'NOTHING_DUE';
  const left = leftUnitsOf(balance);
  if (left === 0) return 'TOO_LITTLE_LEFT';
  if (balance.unit === 'WON') return payWithCredit(balance, stay.dueAmount, left);
  if (stay.isPartlyPaid) return 'PARTLY_PAID';
  if (stay.roomAmount === 0) return 'NOTHING_DUE';
  if (stay.minutes > left) return 'TOO_LITTLE_LEFT';
  const amount = worthOf(balance, stay.minutes, left);
  if (amount < 1) return 'TOO_LITTLE_LEFT';
  return amount > stay.roomAmount ? 'COSTS_MORE' : { units: stay.minutes, amount, coveredAmount: stay.roomAmount };
}

function payWithCredit(balance: PassBalance, dueAmount: number, left: number): PassPayment | PassRefusal {
  const most = Math.min(dueAmount, left);
  const rest = dueAmount - most;
  // A provider takes no smaller rest (GT-10).
  const units = rest > 0 && rest < LEAST_ONLINE_WON ? dueAmount - LEAST_ONLINE_WON : most;
  const amount = units < 1 ? 0 : worthOf(balance, units, left);
  return amount < 1 ? 'TOO_LITTLE_LEFT' : { units, amount: Math.min(amount, units), coveredAmount: units };
}

/** The won that some of the units left are worth; the last ones are worth all that is left. */
function worthOf(balance: PassBalance, units: number, left: number): number {
  const leftAmount = leftAmountOf(balance);
  return units >= left ? leftAmount : Math.min(leftAmount, shareDown(leftAmount, units, left));
}

/** `value × part ÷ whole`, rounded down. */
function shareDown(value: number, part: number, whole: number): number {
  return Number((BigInt(value) * BigInt(part)) / BigInt(whole));
}

function shareUp(value: number, part: number, whole: number): number {
  return Number((BigInt(value) * BigInt(part) + BigInt(whole) - 1n) / BigInt(whole));
}

/** The units that a refund of a payment with a pass returned, rounded down; all of them when all of it is refunded. */
export function returnedUnitsOf(units: number, { amount, refundedAmount }: { amount: number; refundedAmount: number }) {
  return shareDown(units, refundedAmount, amount);
}
