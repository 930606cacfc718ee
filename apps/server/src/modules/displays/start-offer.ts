import type { DisplayPlan } from '@munjigi/contract';
import { calculatePrice, walkInSlots } from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import { readPricing } from '../price-policies/index.ts';

const MINUTE_MS = 60_000;

/** The shortest stay that starts now with its price (BK-14). `null`: it has no price. */
export async function readStartOffer(
  tx: Tx,
  { storeId, roomId, now }: { readonly storeId: string; readonly roomId: string; readonly now: Date },
): Promise<NonNullable<DisplayPlan['booking']>['offer']> {
  const [pricing, { minMinutes }] = await Promise.all([
    readPricing(tx, storeId),
    tx.selectFrom('stores').select('min_minutes as minMinutes').where('id', '=', storeId).executeTakeFirstOrThrow(),
  ]);
  const minutes = Math.ceil(minMinutes / pricing.slotMinutes) * pricing.slotMinutes;
  const startMs = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const stay = { startsAt: new Date(startMs), endsAt: new Date(startMs + minutes * MINUTE_MS) };
  const quote = calculatePrice({ ...pricing, roomId, headCount: 1, ...walkInSlots(pricing, stay) });
  return quote.kind === 'priced' ? { minutes, amount: quote.totalAmount } : null;
}
