import type { lintPrices, PriceFinding, QueryOf } from '@munjigi/contract';
import { lintPriceRules, zonedDate } from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import { readPricedStore } from './pricing.ts';

/** Finds faults in a store's prices in the week that holds `date` (the store's today when not given). */
export async function lintPolicies(
  tx: Tx,
  now: Date,
  { storeId, date }: QueryOf<typeof lintPrices>,
): Promise<{ items: PriceFinding[] }> {
  const store = await readPricedStore(tx, storeId);
  return { items: lintPriceRules({ ...store, date: date ?? zonedDate(store.timeZone, now) }) };
}
