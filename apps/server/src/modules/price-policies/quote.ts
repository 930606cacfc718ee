import type { BodyOf, Quote, quotePrice } from '@munjigi/contract';
import { checkSlots, walkInSlots } from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import { Problem } from '../../http/index.ts';
import { priceStay, readPricingOfRoom } from './pricing.ts';

/** The longest reservation that any store can allow. */
const MOST_MINUTES = 10_080;

/** Returns the current price of a time in a room. Does not check whether the time can be reserved. */
export async function quoteStay(
  tx: Tx,
  { roomId, headCount, isWalkIn, ...requested }: BodyOf<typeof quotePrice>,
): Promise<Quote> {
  const pricing = await readPricingOfRoom(tx, roomId);
  const period = { startsAt: new Date(requested.startsAt), endsAt: new Date(requested.endsAt) };
  if (period.endsAt.getTime() - period.startsAt.getTime() > MOST_MINUTES * 60_000) {
    throw new Problem('PERIOD_INVALID', {
      errors: [{ path: 'endsAt', code: 'longer_than_any', message: 'No reservation is longer than a week' }],
    });
  }
  const refusal = checkSlots(pricing, { ...period, isWalkIn });
  if (refusal)
    throw new Problem(refusal.code, {
      errors: [{ path: refusal.path, code: refusal.detail, message: SAID[refusal.path] }],
    });
  const { totalAmount, lines } = priceStay(pricing, {
    ...(isWalkIn ? walkInSlots(pricing, period) : period),
    roomId,
    headCount,
  });
  return { totalAmount, lines };
}

const SAID = {
  startsAt: 'It must start on a slot of the store',
  endsAt: 'It must end after its start, on a slot of the store',
};
