import type { EscalationStep, OnCallConditionRule, OnCallPerson, OnCallRules } from '@munjigi/contract';
import type { TFunction } from 'i18next';
import type { EditForm } from '../../ui/form/edit-form.ts';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { wholeNumber } from '../../ui/form/numbers.ts';
import { CHANNEL_CHOICES, CONDITION_CHOICES, STEP_MINUTES_LIMIT, STEP_PEOPLE_LIMIT } from './on-call-choices.ts';
import type { RulesBody } from './rules.api.ts';

/** The rules of a store for a form: without stored rules the version is 0. */
export type VersionedRules = Omit<OnCallRules, 'version'> & { readonly version: number };

export interface StepDraft extends Pick<EscalationStep, 'userIds' | 'channels'> {
  /** Names the step while it is edited. */
  readonly key: string;
  /** As it was typed. */
  readonly afterMinutes: string;
}
export interface RulesDraft {
  readonly isEnabled: boolean;
  readonly conditions: readonly OnCallConditionRule[];
  readonly steps: readonly StepDraft[];
  /** Empty: no quiet hours. */
  readonly quietFrom: string;
  readonly quietUntil: string;
}

export type RulesFormState = EditForm<VersionedRules, RulesDraft>;

export function toVersioned(rules: OnCallRules): VersionedRules {
  return { ...rules, version: rules.version ?? 0 };
}

export function toRulesDraft({ isEnabled, conditions, steps, quietFrom, quietUntil }: VersionedRules): RulesDraft {
  return {
    isEnabled,
    conditions: CONDITION_CHOICES.map(
      (condition) =>
        conditions.find((rule) => rule.condition === condition) ?? { condition, isEnabled: false, isUrgent: false },
    ),
    steps: steps.map(({ userIds, channels, afterMinutes }, at) => ({
      key: `stored ${at}`,
      userIds,
      channels,
      afterMinutes: String(afterMinutes),
    })),
    quietFrom: quietFrom ?? '',
    quietUntil: quietUntil ?? '',
  };
}

export function toRulesBody({ isEnabled, conditions, steps, quietFrom, quietUntil }: RulesDraft): RulesBody {
  return {
    isEnabled,
    conditions: [...conditions],
    steps: steps.map(({ key: _key, ...step }) => ({ ...step, afterMinutes: Number(step.afterMinutes) })),
    quietFrom: quietFrom === '' ? null : quietFrom,
    quietUntil: quietUntil === '' ? null : quietUntil,
  };
}

/** A step to add: its people are notified at once, or ten minutes after the step before. */
export function newStep(isFirst: boolean): StepDraft {
  return { key: crypto.randomUUID(), userIds: [], channels: ['PUSH'], afterMinutes: isFirst ? '0' : '10' };
}

/** The faults of a draft in words, by the contract's path. */
export function checkRules({ isEnabled, steps, quietFrom, quietUntil }: RulesDraft, t: TFunction): FieldErrors {
  const errors: Record<string, string> = {};
  if (isEnabled && steps.length === 0) errors['steps'] = t('on-call:rules.fault.noStep');
  for (const [at, { userIds, channels, afterMinutes }] of steps.entries()) {
    if (userIds.length === 0) errors[`steps.${at}.userIds`] = t('on-call:rules.fault.noPerson');
    if (userIds.length > STEP_PEOPLE_LIMIT)
      errors[`steps.${at}.userIds`] = t('on-call:rules.fault.tooManyPeople', { max: STEP_PEOPLE_LIMIT });
    if (channels.length === 0) errors[`steps.${at}.channels`] = t('on-call:rules.fault.noChannel');
    if (wholeNumber(afterMinutes, 0, STEP_MINUTES_LIMIT) === null)
      errors[`steps.${at}.afterMinutes`] = t('form:whole', { min: 0, max: STEP_MINUTES_LIMIT });
  }
  if ((quietFrom === '') !== (quietUntil === '')) errors['quietUntil'] = t('on-call:rules.fault.quietHalf');
  return errors;
}

/** The rules in words, field by field, to show two versions side by side. */
export function describeRules(draft: RulesDraft, people: readonly OnCallPerson[], t: TFunction) {
  const nameOf = (id: string) => people.find(({ userId }) => userId === id)?.name ?? t('on-call:unknownPerson');
  const stepWords = ({ userIds, channels, afterMinutes }: StepDraft, at: number) =>
    t('on-call:rules.stepWords', {
      step: at + 1,
      minutes: afterMinutes,
      names: userIds.map(nameOf).join(', '),
      channels: CHANNEL_CHOICES.filter((channel) => channels.includes(channel))
        .map((channel) => t(`on-call:channel.${channel}`))
        .join(', '),
    });
  const yesNo = (isOn: boolean) => t(isOn ? 'on-call:rules.on' : 'on-call:rules.off');
  return [
    [t('on-call:rules.isEnabled'), yesNo(draft.isEnabled)],
    ...draft.conditions.map(
      ({ condition, isEnabled, isUrgent }) =>
        [
          t(`on-call:kind.${condition}`),
          isEnabled && isUrgent ? t('on-call:rules.onAtNight') : yesNo(isEnabled),
        ] as const,
    ),
    [t('on-call:rules.steps'), draft.steps.map(stepWords).join(' / ') || t('on-call:rules.none')],
    [
      t('on-call:rules.quiet'),
      draft.quietFrom === '' ? t('on-call:rules.none') : `${draft.quietFrom}–${draft.quietUntil}`,
    ],
  ] as const;
}
