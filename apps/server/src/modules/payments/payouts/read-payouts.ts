import { addDays, HEAD_OFFICE_ZONE, zonedDate } from '@munjigi/rules';
import type { FastifyBaseLogger } from 'fastify';
import type { RecurringJobs } from '../../../jobs/index.ts';
import type { ProviderDeps } from '../provider/payment-lookup.ts';
import { writePayoutLines } from './compare-lines.ts';
import { findMerchantsToRead, MAY_HAVE_PAYOUTS, type PaidMerchant } from './payout-merchants.sql.ts';

/** The days that are read again each day: a payout is listed, corrected or paid out later than its sale. */
const READ_AGAIN_DAYS = 10;
const HOUR_MS = 3600_000;

type ReadDeps = Pick<ProviderDeps, 'db' | 'clock' | 'providers'> & { readonly log: FastifyBaseLogger };

export function payoutTimers(deps: ReadDeps): RecurringJobs {
  return {
    'payments.read-payouts': {
      lane: 'upkeep',
      everyMs: HOUR_MS,
      hasWork: MAY_HAVE_PAYOUTS,
      run: () => readPayouts(deps),
    },
  };
}

/**
 * Reads the payouts of each merchant once a day and compares them with the ledger (MC-11). A merchant that cannot be read
 * now is read with the next run.
 */
async function readPayouts(deps: ReadDeps): Promise<void> {
  const today = zonedDate(HEAD_OFFICE_ZONE, deps.clock.now());
  for (const merchant of await findMerchantsToRead(deps.db, today)) {
    try {
      await readMerchant(deps, merchant, today);
    } catch (error) {
      deps.log.error({ err: error, merchantId: merchant.merchantId }, 'payouts of a merchant could not be compared');
    }
  }
}

async function readMerchant(deps: ReadDeps, merchant: PaidMerchant, today: string): Promise<void> {
  const { productId, provider, storeMerchantId, merchantId } = merchant;
  const [anyStore = ''] = merchant.storeIds;
  const storeId = merchant.merchantStoreId ?? anyStore;
  const open = await deps.providers.openMerchant({ productId, storeId, provider }, storeMerchantId);
  if (!open?.readPayouts) return;
  const from = addDays(merchant.readOn ?? today, -READ_AGAIN_DAYS);
  const outcome = await open.readPayouts(from, today);
  if (outcome.kind !== 'OK') {
    const why = outcome.kind === 'UNKNOWN' ? outcome.why : outcome.kind === 'REFUSED' ? outcome.code : outcome.kind;
    deps.log.warn({ merchantId, why }, 'payouts of a merchant could not be read; they will be read again');
    return;
  }
  if (outcome.value.unreadable > 0)
    deps.log.warn({ merchantId, count: outcome.value.unreadable }, 'lines of a payout could not be read');
  await writePayoutLines(deps, merchant, { lines: outcome.value.lines, today });
}
