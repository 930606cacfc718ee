import type { BodyOf, Coupon, createCoupon, editCoupon, FieldProblem } from '@munjigi/contract';
import { daysBetween, HEAD_OFFICE_ZONE, MOST_COUPON_DAYS, zonedDate } from '@munjigi/rules';
import type { AuditAction } from '@munjigi/texts/audit';
import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { invalidInput, Problem, staleProblem, type UnitOfWork } from '../../http/index.ts';
import { recordChange, type AuditRecord } from '../audit/index.ts';
import { insertCoupon, readCoupon, selectCouponForUpdate, updateCoupon, type CouponTerms } from './coupons.sql.ts';

export async function addCoupon(work: UnitOfWork, { code, ...terms }: BodyOf<typeof createCoupon>): Promise<Coupon> {
  const { tx, clock } = work;
  await checkTerms(tx, terms);
  const id = await insertCoupon(work, code, terms);
  if (id === null) throw codeTaken();
  const created = await readCoupon(tx, clock.now(), id);
  await publishCouponChange(work, 'coupon.created', id, { after: { code, ...terms } });
  return created;
}

/**
 * Changes a coupon for stays from now on. Throws STALE for another version than the present one (AP-4), and
 * STATE_NOT_ALLOWED for a coupon that was withdrawn or whose last date has passed: its uses are no longer counted (CP-4).
 */
export async function changeCoupon(
  work: UnitOfWork,
  couponId: string,
  { version, ...change }: BodyOf<typeof editCoupon>,
): Promise<Coupon> {
  const { tx, clock } = work;
  const before = await readOpen(work, couponId, version);
  const changedFields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const terms: CouponTerms = { ...termsOf(before), ...changedFields };
  await checkTerms(tx, terms, before);
  await updateCoupon(tx, before, { terms });
  const after = await readCoupon(tx, clock.now(), couponId);
  const of = (coupon: Coupon) => Object.fromEntries(Object.entries(coupon).filter(([name]) => name in changedFields));
  await publishCouponChange(work, 'coupon.changed', couponId, { before: of(before), after: of(after) });
  return after;
}

/** Ends a coupon for good. Throws STALE for another version, and STATE_NOT_ALLOWED for one that has ended. */
export async function endCoupon(work: UnitOfWork, couponId: string, version: number): Promise<Coupon> {
  const { tx, clock } = work;
  const before = await readOpen(work, couponId, version);
  await updateCoupon(tx, before, { withdrawnAt: clock.now() });
  await publishCouponChange(work, 'coupon.withdrawn', couponId, { before: { code: before.code, name: before.name } });
  return readCoupon(tx, clock.now(), couponId);
}

/** Locks the coupon and reads it. */
async function readOpen({ tx, clock }: UnitOfWork, couponId: string, version: number): Promise<Coupon> {
  await selectCouponForUpdate(tx, couponId);
  const coupon = await readCoupon(tx, clock.now(), couponId);
  if (coupon.version !== version) throw staleProblem(coupon);
  if (coupon.withdrawnAt !== null || coupon.endsOn < zonedDate(HEAD_OFFICE_ZONE, clock.now()))
    throw new Problem('STATE_NOT_ALLOWED', { current: coupon });
  return coupon;
}

/**
 * Refuses fields that contradict each other, and unknown stores. A coupon that was created with a longer time keeps it
 * when something else is changed.
 */
async function checkTerms(tx: Tx, terms: CouponTerms, before: Pick<Coupon, 'endsOn'> | null = null): Promise<void> {
  const isPercent = terms.kind === 'PERCENT';
  const faults: readonly (readonly [boolean, string, string, string])[] = [
    [isPercent && terms.percent === null, 'percent', 'required', 'A percentage is needed'],
    [!isPercent && terms.percent !== null, 'percent', 'not_with_kind', 'Only a coupon with a percentage has one'],
    [!isPercent && terms.amount === null, 'amount', 'required', 'An amount is needed'],
    [isPercent && terms.amount !== null, 'amount', 'not_with_kind', 'Only a coupon with an amount has one'],
    [
      !isPercent && terms.maxDiscountAmount !== null,
      'maxDiscountAmount',
      'not_with_kind',
      'Only a coupon with a percentage has a highest discount',
    ],
    [
      isPercent && terms.bearer === 'HEAD_OFFICE' && terms.maxDiscountAmount === null,
      'maxDiscountAmount',
      'required',
      'A discount that head office bears needs a limit',
    ],
    [terms.endsOn < terms.startsOn, 'endsOn', 'before_start', 'It must not end before it starts'],
    [
      terms.endsOn !== before?.endsOn && daysBetween(terms.startsOn, terms.endsOn) > MOST_COUPON_DAYS,
      'endsOn',
      'too_far',
      `It must end within ${MOST_COUPON_DAYS} days`,
    ],
  ];
  const errors = faults.flatMap(([isFault, path, code, message]): FieldProblem[] =>
    isFault ? [{ path, code, message }] : [],
  );
  if (errors.length > 0) throw new Problem('COUPON_INVALID', { errors });
  await checkStores(tx, terms.storeIds);
}

async function checkStores(tx: Tx, storeIds: readonly string[]): Promise<void> {
  if (storeIds.length === 0) return;
  const existingIds = new Set(
    (await tx.selectFrom('stores').select('id').where('id', 'in', storeIds).execute()).map(({ id }) => id),
  );
  const errors = storeIds.flatMap((storeId, index): FieldProblem[] =>
    existingIds.has(storeId)
      ? []
      : [{ path: `storeIds.${index}`, code: 'unknown_store', message: 'There is no such store' }],
  );
  if (errors.length > 0) throw invalidInput(errors.slice(0, 50));
}

function termsOf(coupon: Coupon): CouponTerms {
  const {
    id: _id,
    code: _code,
    state: _state,
    usedCount: _uses,
    discountedAmount: _sum,
    createdAt: _created,
    withdrawnAt: _withdrawn,
    version: _version,
    ...terms
  } = coupon;
  return terms;
}

function codeTaken(): Problem {
  const { message } = new Problem('COUPON_CODE_TAKEN');
  return new Problem('COUPON_CODE_TAKEN', { errors: [{ path: 'code', code: 'taken', message }] });
}

async function publishCouponChange(
  work: UnitOfWork,
  action: AuditAction,
  couponId: string,
  detail: AuditRecord['detail'],
): Promise<void> {
  const { tx, actor } = work;
  await publish(tx, { productId: actor.productId, storeId: null, name: 'coupons.changed', data: { couponId } });
  await recordChange(work, { storeId: null, action, subject: { kind: 'coupon', id: couponId }, detail });
}
