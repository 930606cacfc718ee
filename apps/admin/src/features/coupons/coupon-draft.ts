import type { Coupon, CouponBearer, CouponKind } from '@munjigi/contract';
import { daysBetween, MOST_COUPON_DAYS } from '@munjigi/rules';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { wholeNumber } from '../../ui/form/numbers.ts';
import type { CouponBody } from './coupons.api.ts';

const NEW_COUPON_ID = '';
const MOST_AMOUNT = 100_000_000;
const MOST_USES = 1_000_000;
const MOST_USES_PER_GUEST = 1000;

/** A coupon as it is typed. */
export interface CouponDraft {
  readonly code: string;
  readonly name: string;
  readonly kind: CouponKind;
  readonly percent: string;
  readonly amount: string;
  /** Empty: no limit, like the limits of uses. */
  readonly maxDiscountAmount: string;
  readonly minPriceAmount: string;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly isEveryStore: boolean;
  readonly storeIds: readonly string[];
  readonly maxUses: string;
  readonly maxUsesPerGuest: string;
  readonly bearer: CouponBearer;
}

/** A new coupon for every store: a tenth off from today, once for each guest, borne by the store. */
export function blankCoupon(today: string): Coupon {
  return {
    id: NEW_COUPON_ID,
    code: '',
    name: '',
    kind: 'PERCENT',
    percent: 10,
    amount: null,
    maxDiscountAmount: null,
    minPriceAmount: 0,
    startsOn: today,
    endsOn: '',
    storeIds: [],
    maxUses: null,
    maxUsesPerGuest: 1,
    bearer: 'STORE',
    state: 'PLANNED',
    usedCount: 0,
    discountedAmount: 0,
    createdAt: '',
    withdrawnAt: null,
    version: 1,
  };
}

export function isBlankCoupon({ id }: Coupon): boolean {
  return id === NEW_COUPON_ID;
}

const typedNumber = (value: number | null) => (value === null ? '' : String(value));
const numberOrNull = (typed: string) => (typed.trim() === '' ? null : Number(typed));

export function toCouponDraft(coupon: Coupon): CouponDraft {
  return {
    code: coupon.code,
    name: coupon.name,
    kind: coupon.kind,
    percent: typedNumber(coupon.percent),
    amount: typedNumber(coupon.amount),
    maxDiscountAmount: typedNumber(coupon.maxDiscountAmount),
    minPriceAmount: String(coupon.minPriceAmount),
    startsOn: coupon.startsOn,
    endsOn: coupon.endsOn,
    isEveryStore: coupon.storeIds.length === 0,
    storeIds: coupon.storeIds.toSorted(),
    maxUses: typedNumber(coupon.maxUses),
    maxUsesPerGuest: typedNumber(coupon.maxUsesPerGuest),
    bearer: coupon.bearer,
  };
}

/** The terms of the draft; those of the other kind are left out. */
export function toCouponBody(draft: CouponDraft): CouponBody {
  const isPercent = draft.kind === 'PERCENT';
  return {
    code: normalizeCode(draft.code),
    name: draft.name.trim(),
    kind: draft.kind,
    percent: isPercent ? Number(draft.percent) : null,
    amount: isPercent ? null : Number(draft.amount),
    maxDiscountAmount: isPercent ? numberOrNull(draft.maxDiscountAmount) : null,
    minPriceAmount: Number(draft.minPriceAmount),
    startsOn: draft.startsOn,
    endsOn: draft.endsOn,
    storeIds: draft.isEveryStore ? [] : draft.storeIds.toSorted(),
    maxUses: numberOrNull(draft.maxUses),
    maxUsesPerGuest: numberOrNull(draft.maxUsesPerGuest),
    bearer: draft.bearer,
  };
}

/** The code as the server compares it: upper case, without spaces. */
export function normalizeCode(typed: string): string {
  return typed.replaceAll(/\s/g, '').toUpperCase();
}

/** The faults of a draft, by the contract's paths. */
export function checkCouponDraft(
  draft: CouponDraft,
  say: (key: string, values: Record<string, number>) => string,
): FieldErrors {
  const errors: Record<string, string> = {};
  const number = (name: NumberField, { min = 1, max, isOptional = false }: Limits) => {
    if (isOptional && draft[name].trim() === '') return;
    if (wholeNumber(draft[name], min, max) === null) errors[name] = say('form:whole', { min, max });
  };
  if (!/^[\dA-Z][\dA-Z-]{2,18}[\dA-Z]$/.test(normalizeCode(draft.code))) errors['code'] = say('badCode', {});
  if (draft.name.trim() === '') errors['name'] = say('form:required', {});
  if (draft.kind === 'PERCENT') {
    number('percent', { max: 100 });
    number('maxDiscountAmount', { max: MOST_AMOUNT, isOptional: draft.bearer === 'STORE' });
  } else number('amount', { max: MOST_AMOUNT });
  number('minPriceAmount', { min: 0, max: MOST_AMOUNT });
  if (draft.startsOn === '') errors['startsOn'] = say('form:required', {});
  if (draft.endsOn === '') errors['endsOn'] = say('form:required', {});
  else if (draft.endsOn < draft.startsOn) errors['endsOn'] = say('form:fieldProblem.before_start', {});
  else if (daysBetween(draft.startsOn, draft.endsOn) > MOST_COUPON_DAYS) errors['endsOn'] = say('tooFar', {});
  if (!draft.isEveryStore && draft.storeIds.length === 0) errors['storeIds'] = say('noStore', {});
  number('maxUses', { max: MOST_USES, isOptional: true });
  number('maxUsesPerGuest', { max: MOST_USES_PER_GUEST, isOptional: true });
  return errors;
}

type NumberField = 'percent' | 'amount' | 'maxDiscountAmount' | 'minPriceAmount' | 'maxUses' | 'maxUsesPerGuest';

interface Limits {
  readonly min?: number;
  readonly max: number;
  readonly isOptional?: boolean;
}
