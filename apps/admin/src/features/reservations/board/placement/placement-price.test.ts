import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls } from '../../../../testing/answers.ts';
import { sampleDetail } from '../../../../testing/reservation-samples.ts';
import { sampleId } from '../../../../testing/samples.ts';
import { createPlacementPrices, type QuotedPrice } from './placement-price.ts';

const QUOTE = 'POST /api/v2/{product}/price-policy/quote';
const STAY = 'GET /api/v2/{product}/reservation/{reservationId}';
const question = {
  roomId: sampleId(10),
  startMs: Date.parse('2026-11-21T04:00:00Z'),
  endMs: Date.parse('2026-11-21T06:00:00Z'),
  headCount: 2,
  isWalkIn: false,
  onlineStayId: null,
};
const addOn = { addOnId: sampleId(61), label: 'x', unit: 'HOUR', quantity: 1, unitAmount: 1000 } as const;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Asks one question, and waits until its price is known. */
async function ask(prices: ReturnType<typeof createPlacementPrices>, question: Parameters<typeof prices.ask>[0]) {
  const answered = new Promise<QuotedPrice>((resolve) => prices.ask(question, resolve));
  await vi.runAllTimersAsync();
  return answered;
}

it('the price of a move is that of the room for a stay of staff', async () => {
  const calls = answerCalls({ [QUOTE]: () => ({ totalAmount: 20_000, lines: [] }) });
  expect(await ask(createPlacementPrices('playroom'), question)).toEqual({ amount: 20_000 });
  expect(calls.has(STAY)).toBe(false);
});

it('the price of a move keeps the add-ons of an online stay, which is read once (BK-13)', async () => {
  const calls = answerCalls({
    [QUOTE]: () => ({ totalAmount: 20_000, lines: [] }),
    [STAY]: () => sampleDetail({ addOnLines: [{ ...addOn, minutes: 60, amount: 1000 }] }),
  });
  const prices = createPlacementPrices('playroom');
  const online = { ...question, onlineStayId: sampleId(50) };
  expect(await ask(prices, online)).toEqual({ amount: 22_000 });
  expect(await ask(prices, { ...online, roomId: sampleId(11) })).toEqual({ amount: 22_000 });
  expect(calls.get(STAY)).toHaveLength(1);
});
