import { compensationLines, splitVat } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import { prepareStatement, storeActor, SYSTEM, type Database, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import type { RecurringJobs } from '../../jobs/index.ts';
import { businessDateAt, postSettlement } from '../payments/index.ts';
import { selectReservationForUpdate, setCompensatedAmount, toReservationDiscount } from '../reservations/index.ts';
import { sweepCouponUses } from './redeem.ts';

const IS_DUE =
  'discount is not null and compensation_is_due(state, discount, price_amount, paid_amount, compensated_amount)';
const MOST = 200;

interface Due {
  product_id: string;
  store_id: string;
  id: string;
}

const DUE = prepareStatement<Due>(
  `select product_id, store_id, id from reservations where ${IS_DUE} order by store_id, id limit ${MOST}`,
);

/** Whether a reservation is due, by the rule of the database, which no other code repeats. */
const IS_STILL_DUE = prepareStatement<Due>(
  `select product_id, store_id, id from reservations where store_id = $1 and id = $2 and ${IS_DUE}`,
);

/** Books what head office owes stores for the discounts of its coupons, once a stay is over and paid (CP-5). */
export function compensationTimers(deps: { readonly db: Database; readonly clock: Clock }): RecurringJobs {
  return {
    'coupons.compensate': {
      lane: 'upkeep',
      everyMs: 60_000,
      hasWork: `exists (select from reservations where ${IS_DUE})`,
      run: () => compensateDue(deps),
    },
    'coupons.sweep-uses': {
      lane: 'upkeep',
      everyMs: 3600_000,
      run: () => sweepCouponUses(deps.db, deps.clock.now()),
    },
  };
}

/** Compensates every due stay. A failure does not stop the others; the next run retries. */
export async function compensateDue({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<void> {
  const failures = new Map<string, unknown>();
  for (;;) {
    const due = (await db.withActor(SYSTEM, (tx) => DUE.read(tx))).filter(({ id }) => !failures.has(id));
    for (const { product_id: productId, store_id: storeId, id } of due) {
      const compensating = db.withActor(storeActor(productId, storeId), (tx) => compensate(tx, clock, id));
      await compensating.catch((error: unknown) => failures.set(id, error));
    }
    if (due.length === 0) break;
  }
  if (failures.size > 0)
    throw new AggregateError([...failures.values()], `${failures.size} discounts could not be compensated`);
}

/** Books one discount. Does nothing when another process has booked it, or when the stay no longer qualifies. */
async function compensate(tx: Tx, clock: Clock, reservationId: string): Promise<void> {
  const now = clock.now();
  const { row } = await selectReservationForUpdate(tx, reservationId);
  const { product_id: productId, store_id: storeId } = row;
  const [due] = await IS_STILL_DUE.read(tx, storeId, reservationId);
  const amount = due ? (toReservationDiscount(row)?.amount ?? 0) : 0;
  if (amount === 0) return;
  postSettlement(tx, {
    productId,
    storeId,
    kind: 'COUPON',
    settlementId: null,
    reservation: row,
    at: now,
    businessDate: await businessDateAt(tx, storeId, now),
    lines: compensationLines(splitVat(amount)),
  });
  await setCompensatedAmount(tx, row, amount);
  await publish(tx, { productId, storeId, name: 'settlement.changed', data: { storeId } });
}
