import type { AppliedTerms } from '@munjigi/contract';
import { termsOn } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { listFeeTerms } from '../payments/index.ts';
import { readStore } from '../stores/index.ts';
import { payDay } from './period/pay-day.ts';
import { readOpenSettlement } from './period/settlements.sql.ts';
import { storeToday } from './statement.ts';
import { readSettlementTerms } from './period/terms.ts';

/**
 * Returns the terms that hold for a store today, and those that follow later (SL-34). Throws NOT_FOUND for a store that
 * the person does not see.
 */
export async function readTermsInForce(tx: Tx, clock: Clock, storeId: string): Promise<AppliedTerms> {
  const [store, terms, allFees, open] = await Promise.all([
    readStore(tx, storeId),
    readSettlementTerms(tx, storeId),
    listFeeTerms(tx, storeId),
    readOpenSettlement(tx, storeId),
  ]);
  const on = storeToday({ time_zone: store.timeZone, day_cutoff: store.dayCutoff }, clock.now());
  const methods = new Set(allFees.map(({ provider, method }) => `${provider} ${method}`));
  return {
    storeId,
    on,
    terms: termsOn(terms, on),
    laterTerms: terms.filter(({ validFrom }) => validFrom > on).reverse(),
    fees: [...methods].flatMap((key) => {
      const fee = termsOn(
        allFees.filter(({ provider, method }) => `${provider} ${method}` === key),
        on,
      );
      return fee === null ? [] : [fee];
    }),
    laterFees: allFees.filter(({ validFrom }) => validFrom > on).sort((a, b) => a.validFrom.localeCompare(b.validFrom)),
    period: open && { startsOn: open.starts_on, endsOn: open.ends_on, payOn: payDay(open, terms) },
  };
}
