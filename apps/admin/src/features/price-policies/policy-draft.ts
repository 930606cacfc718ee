import type { PricePolicy, Store } from '@munjigi/contract';
import { bandMinutes, inWinningOrder, type PriceRule } from '@munjigi/rules';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { wholeNumber } from '../../ui/form/numbers.ts';
import type { PolicyBody } from './prices.api.ts';

/** Sorts after every real id, because a new policy is the youngest. */
export const NEW_POLICY_ID = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
const MOST_AMOUNT = 100_000_000;

/** A policy as it is typed. */
export interface PolicyDraft {
  readonly name: string;
  readonly isEveryRoom: boolean;
  readonly roomIds: readonly string[];
  readonly weekdays: readonly number[];
  readonly holidays: boolean;
  /** Empty: without end. */
  readonly startsOn: string;
  readonly endsOn: string;
  readonly fromTime: string;
  readonly toTime: string;
  readonly unit: 'SLOT' | 'PACKAGE';
  readonly amount: string;
  readonly packageMinutes: string;
  readonly includedHeadCount: string;
  readonly extraPersonAmount: string;
  readonly priority: string;
}

/** The editable fields of a policy. */
export function pickPolicyFields({
  id: _id,
  storeId: _storeId,
  version: _version,
  ...fields
}: PricePolicy): PolicyBody {
  return fields;
}

/** The distance of a new policy's priority above those that it overlaps, so that others fit in between later. */
const PRIORITY_STEP = 10;
export const MAX_PRIORITY = 1000;

/**
 * The draft of a new policy: all week, all day, a common head count; without rooms it applies to every room. Its
 * priority is above those of its rooms, so that it takes effect.
 */
export function newPolicy(
  storeId: string,
  roomIds: readonly string[] = [],
  others: readonly PricePolicy[] = [],
): PricePolicy {
  const overlapped = others.filter(
    (other) => roomIds.length === 0 || other.roomIds.length === 0 || other.roomIds.some((id) => roomIds.includes(id)),
  );
  const priority =
    overlapped.length === 0
      ? 0
      : Math.min(MAX_PRIORITY, Math.max(...overlapped.map((item) => item.priority)) + PRIORITY_STEP);
  return {
    id: NEW_POLICY_ID,
    storeId,
    name: '',
    roomIds: [...roomIds],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    holidays: true,
    startsOn: null,
    endsOn: null,
    fromTime: '00:00',
    toTime: '00:00',
    unit: 'SLOT',
    amount: 5000,
    packageMinutes: null,
    includedHeadCount: 2,
    extraPersonAmount: 0,
    priority,
    version: 1,
  };
}

export function toPolicyDraft(policy: PricePolicy): PolicyDraft {
  return {
    name: policy.name,
    isEveryRoom: policy.roomIds.length === 0,
    roomIds: policy.roomIds.toSorted(),
    weekdays: policy.weekdays.toSorted((a, b) => a - b),
    holidays: policy.holidays,
    startsOn: policy.startsOn ?? '',
    endsOn: policy.endsOn ?? '',
    fromTime: policy.fromTime,
    toTime: policy.toTime,
    unit: policy.unit,
    amount: String(policy.amount),
    packageMinutes: String(policy.packageMinutes ?? 180),
    includedHeadCount: String(policy.includedHeadCount),
    extraPersonAmount: String(policy.extraPersonAmount),
    priority: String(policy.priority),
  };
}

export function toPolicyBody(draft: PolicyDraft): PolicyBody {
  return {
    name: draft.name.trim(),
    roomIds: draft.isEveryRoom ? [] : draft.roomIds.toSorted(),
    weekdays: draft.weekdays.toSorted((a, b) => a - b),
    holidays: draft.holidays,
    startsOn: draft.startsOn === '' ? null : draft.startsOn,
    endsOn: draft.endsOn === '' ? null : draft.endsOn,
    fromTime: draft.fromTime,
    toTime: draft.toTime,
    unit: draft.unit,
    amount: Number(draft.amount),
    packageMinutes: draft.unit === 'PACKAGE' ? Number(draft.packageMinutes) : null,
    includedHeadCount: Number(draft.includedHeadCount),
    extraPersonAmount: Number(draft.extraPersonAmount),
    priority: Number(draft.priority),
  };
}

/** The problems of a draft, by the contract's paths; the values are keys of their words. */
export function checkPolicy(
  draft: PolicyDraft,
  { slotMinutes }: Pick<Store, 'slotMinutes'>,
  say: (key: string, values: Record<string, number>) => string,
): FieldErrors {
  const errors: Record<string, string> = {};
  const number = (
    name: 'amount' | 'includedHeadCount' | 'extraPersonAmount' | 'priority' | 'packageMinutes',
    min: number,
    max: number,
  ) => {
    if (wholeNumber(draft[name], min, max) === null) errors[name] = say('form:whole', { min, max });
  };
  if (draft.name.trim() === '') errors['name'] = say('form:required', {});
  if (!draft.isEveryRoom && draft.roomIds.length === 0) errors['roomIds'] = say('policy.noRoom', {});
  if (draft.weekdays.length === 0 && !draft.holidays) errors['weekdays'] = say('form:fieldProblem.no_day', {});
  if (draft.startsOn !== '' && draft.endsOn !== '' && draft.endsOn < draft.startsOn)
    errors['endsOn'] = say('form:fieldProblem.before_start', {});
  if (draft.fromTime === '') errors['fromTime'] = say('form:required', {});
  if (draft.toTime === '') errors['toTime'] = say('form:required', {});
  number('amount', 0, MOST_AMOUNT);
  number('includedHeadCount', 1, 200);
  number('extraPersonAmount', 0, MOST_AMOUNT);
  number('priority', 0, MAX_PRIORITY);
  if (draft.unit !== 'PACKAGE') return errors;
  number('packageMinutes', 10, 1440);
  if (Number(draft.packageMinutes) % slotMinutes !== 0)
    errors['packageMinutes'] ??= say('policy.notWholeSlots', { slot: slotMinutes });
  if (
    draft.fromTime !== '' &&
    draft.toTime !== '' &&
    Number(draft.packageMinutes) > bandMinutes(draft.fromTime, draft.toTime)
  ) {
    errors['packageMinutes'] ??= say('form:fieldProblem.longer_than_band', {});
  }
  return errors;
}

/**
 * The policies with the draft in place of its policy, the one that wins first. Sorts by id, which follows the order of
 * creation.
 */
export function applyPolicyDraft(
  policies: readonly PricePolicy[],
  id: string,
  draft: PolicyDraft | null,
): readonly PriceRule[] {
  const others = policies.filter((policy) => policy.id !== id);
  const all: readonly PriceRule[] = draft === null ? policies : [...others, { id, ...toPolicyBody(draft) }];
  return inWinningOrder([...all].sort((a, b) => (a.id < b.id ? -1 : 1)));
}
