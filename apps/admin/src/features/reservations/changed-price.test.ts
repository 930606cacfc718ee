import { describe, expect, it } from 'vitest';
import { refuse } from '../../testing/answers.ts';
import { sampleDetail } from '../../testing/reservation-samples.ts';
import { sampleId } from '../../testing/samples.ts';
import { addAgreedExtras, readChangedPrice } from './changed-price.ts';

const THREE_HOURS = { startsAt: '2026-11-21T04:00:00.000Z', endsAt: '2026-11-21T07:00:00.000Z' };
const addOn = { addOnId: sampleId(61), label: 'x', quantity: 2, unitAmount: 1000, minutes: 0, amount: 2000 };
const coupon = { couponId: sampleId(63), code: 'OPEN', name: 'x', percent: null, bearer: 'STORE' } as const;

describe('addAgreedExtras', () => {
  it('adds add-ons by the stay once and add-ons by the hour for the new length (BK-13)', () => {
    const reservation = sampleDetail({
      addOnLines: [
        { ...addOn, unit: 'STAY' },
        { ...addOn, unit: 'HOUR' },
      ],
    });
    expect(addAgreedExtras(reservation, 30_000, THREE_HOURS)).toBe(30_000 + 2000 + 6000);
  });
  it.each([
    ['an amount', { kind: 'AMOUNT', amount: 5000 }, 25_000],
    ['a share of the new price', { kind: 'PERCENT', percent: 20, amount: 4800 }, 24_000],
    [
      'a share up to the limit that the agreed discount reached',
      { kind: 'PERCENT', percent: 20, amount: 4000 },
      26_000,
    ],
  ] as const)('takes off %s (CP-2)', (_name, discount, expected) => {
    const reservation = sampleDetail({ discount: { ...coupon, ...discount }, priceAmount: 24_000 - discount.amount });
    expect(addAgreedExtras(reservation, 30_000, THREE_HOURS)).toBe(expected);
  });
});

it('readChangedPrice returns the price of a PRICE_CHANGED refusal only', () => {
  const current = { totalAmount: 21_000, lines: [] };
  expect(readChangedPrice(refuse('PRICE_CHANGED', 409, { current }).body)).toBe(21_000);
  expect(readChangedPrice(refuse('STALE', 409, { current }).body)).toBeUndefined();
  expect(readChangedPrice(null)).toBeUndefined();
});
