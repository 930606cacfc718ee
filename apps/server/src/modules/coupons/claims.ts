import type { BodyOf, CouponClaim, decideCouponClaim } from '@munjigi/contract';
import { claimOf, compensationLines, splitVat } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import { prepareStatement, storeActor, SYSTEM, type Database, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { staleProblem, type UnitOfWork } from '../../http/index.ts';
import type { RecurringJobs } from '../../jobs/index.ts';
import { recordChange } from '../audit/index.ts';
import { businessDateAt, postSettlement } from '../payments/index.ts';
import { selectReservationForUpdate, setCompensatedAmount, type ReservationRow } from '../reservations/index.ts';
import { factsOf, readClaim, selectClaimForUpdate, updateClaim, type ClaimRow } from './claims.sql.ts';
import { sweepCouponUses } from './redeem.ts';

/** What stores claim from head office for the discounts of its coupons (CP-5, decision 090). */

const MOST = 200;

interface Due {
  product_id: string;
  store_id: string;
  id: string;
}

const DUE = prepareStatement<Due>(
  `select product_id, store_id, id from coupon_claims where check_at <= $1 order by check_at, id limit ${MOST}`,
);

export function claimTimers(deps: { readonly db: Database; readonly clock: Clock }): RecurringJobs {
  return {
    'coupons.settle-claims': {
      lane: 'upkeep',
      everyMs: 60_000,
      hasWork: 'exists (select from coupon_claims where check_at <= $1)',
      run: () => settleDueClaims(deps),
    },
    'coupons.sweep-uses': {
      lane: 'upkeep',
      everyMs: 3600_000,
      run: () => sweepCouponUses(deps.db, deps.clock.now()),
    },
  };
}

/** Checks every claim that is due. A failure does not stop the others; the next run retries. */
export async function settleDueClaims({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<void> {
  const failures = new Map<string, unknown>();
  for (;;) {
    const found = await db.withActor(SYSTEM, (tx) => DUE.read(tx, clock.now().toISOString()));
    const due = found.filter(({ id }) => !failures.has(id));
    for (const { product_id: productId, store_id: storeId, id } of due) {
      const settling = db.withActor(storeActor(productId, storeId), async (tx) => {
        const { row } = await selectReservationForUpdate(tx, id);
        await settleClaim(tx, clock, row);
      });
      await settling.catch((error: unknown) => failures.set(id, error));
    }
    if (due.length === 0) break;
  }
  if (failures.size > 0)
    throw new AggregateError([...failures.values()], `${failures.size} claims could not be checked`);
}

/**
 * Approves or refuses a claim for head office, also after it was booked. An approved claim counts money that the store
 * recorded itself. Throws NOT_FOUND without a claim, and STALE for another version than the present one (AP-4).
 */
export async function decideClaim(
  work: UnitOfWork,
  reservationId: string,
  { version, decision, reason }: BodyOf<typeof decideCouponClaim>,
): Promise<CouponClaim> {
  const { tx, clock, actor } = work;
  const { row } = await selectReservationForUpdate(tx, reservationId);
  const claim = await selectClaimForUpdate(tx, row);
  if (claim.version !== version) throw staleProblem(await readClaim(tx, reservationId));
  await updateClaim(tx, claim, {
    decision,
    decided_at: clock.now(),
    decided_by: actor.userId,
    decided_by_name: actor.name,
    decision_reason: reason,
  });
  await settleClaim(tx, clock, row);
  await recordChange(work, {
    storeId: row.store_id,
    action: decision === 'APPROVED' ? 'coupon.claim-approved' : 'coupon.claim-refused',
    subject: { kind: 'coupon', id: claim.coupon_id },
    detail: { reservationId, discountAmount: factsOf(row).discountAmount, reason },
  });
  return readClaim(tx, reservationId);
}

/** Books the difference between what head office owes for a locked reservation and what is booked. */
async function settleClaim(tx: Tx, clock: Clock, row: ReservationRow): Promise<void> {
  const claim = await selectClaimForUpdate(tx, row);
  const now = clock.now();
  const { decision, booked_amount: booked } = claim;
  if (now < claim.due_at && decision !== 'REFUSED') return;
  const { state, withheldFor, amount } = claimOf({ ...factsOf(row), onlineAmount: claim.online_amount, decision });
  await updateClaim(tx, claim, { state, withheld_for: withheldFor, booked_amount: amount, check_at: null });
  if (amount !== booked) await bookDifference(tx, row, { from: booked, to: amount, at: now });
  await publish(tx, {
    productId: row.product_id,
    storeId: null,
    name: 'coupons.changed',
    data: { couponId: claim.coupon_id },
  });
}

interface Difference {
  readonly from: ClaimRow['booked_amount'];
  readonly to: number;
  readonly at: Date;
}

async function bookDifference(tx: Tx, row: ReservationRow, { from, to, at }: Difference): Promise<void> {
  const { product_id: productId, store_id: storeId } = row;
  const [before, after] = [splitVat(from), splitVat(to)];
  postSettlement(tx, {
    productId,
    storeId,
    kind: 'COUPON',
    settlementId: null,
    reservation: row,
    at,
    businessDate: await businessDateAt(tx, storeId, at),
    lines: compensationLines({
      supplyAmount: after.supplyAmount - before.supplyAmount,
      vatAmount: after.vatAmount - before.vatAmount,
    }),
  });
  await setCompensatedAmount(tx, row, to);
  await publish(tx, { productId, storeId, name: 'settlement.changed', data: { storeId } });
}
