import type { ProblemBody } from '@munjigi/contract';
import type { TFunction } from 'i18next';

/** Faults in words, by the contract's dotted path (`hours.0.opensAt`). */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * The fields that a refusal names. The first problem of a field counts; a code without specific words gets general
 * ones.
 */
export function problemsByPath(t: TFunction, problem: ProblemBody | null): FieldErrors {
  const found: Record<string, string> = {};
  for (const { path, code } of problem?.errors ?? [])
    found[path] ??= t(`form:fieldProblem.${code}`, { defaultValue: t('form:fieldProblem.other') });
  return found;
}
