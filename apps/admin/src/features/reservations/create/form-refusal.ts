import type { FreePeriod, ProblemCode } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { problemText } from '../../../api/problem-text.ts';

/** The problems of a refused form, by field, and those without a field. */
export interface FormRefusal {
  /** Text by the path of the field; only paths of this form. */
  readonly fields: Readonly<Record<string, string>>;
  /** Problems without a field in this form; empty without any. */
  readonly text: string;
  /** Free times near the taken one. */
  readonly free: readonly FreePeriod[];
  readonly code: ProblemCode | null;
}

const NOTHING: FormRefusal = { fields: {}, text: '', free: [], code: null };

/** Sorts the problems of a failed call by the fields of a form. `null` without a failure. */
export function useFormRefusal(error: unknown, fields: readonly string[]): FormRefusal {
  const { t, i18n } = useTranslation('reservations');
  if (error === null || error === undefined) return NOTHING;
  const whole = problemText(t, error);
  if (!isProblem(error)) return { ...NOTHING, text: whole };
  const placed: Record<string, string> = {};
  const rest: string[] = [];
  for (const { path, code } of error.errors ?? []) {
    const words = i18n.exists(`common:problem.${code}`)
      ? problemText(t, { ...error, code: code as ProblemCode })
      : error.code === 'INVALID_INPUT' && i18n.exists(`reservations:create.invalid.${path}`)
        ? t(`create.invalid.${path}`)
        : whole;
    // The nearest field of the form: a refused `rule.until` is shown at the rule.
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`));
    if (field === undefined) rest.push(words);
    else placed[field] ??= words;
  }
  const isPlaced = Object.keys(placed).length > 0;
  return {
    fields: placed,
    text: rest[0] ?? (isPlaced ? '' : whole),
    free: error.free ?? [],
    code: error.code,
  };
}
