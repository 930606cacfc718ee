import type { ProblemCode } from '@munjigi/contract';
import type { TFunction } from 'i18next';
import type en from '../locales/en/common.json';
import type kr from '../locales/kr/common.json';
import { isProblem, ServerUnreachable } from './call.ts';

/** A code of the contract without words in both languages does not compile: `Texts` would not satisfy `Complete`. */
type Complete = { readonly problem: Readonly<Record<ProblemCode, string>> };
type Checked<Texts extends Complete> = keyof Texts['problem'] & ProblemCode;
type WordedCode = { kr: Checked<typeof kr>; en: Checked<typeof en> }['kr' | 'en'];

/** What a failed call means, in the words of a person's language. Never empty. */
export function problemText(t: TFunction<never> | TFunction, error: unknown): string {
  const say = t as unknown as (key: string, options?: Record<string, unknown>) => string;
  if (error instanceof ServerUnreachable) return say('common:error.unreachable');
  if (!isProblem(error)) return say('common:error.unknown');
  const code: WordedCode = error.code;
  const minutes = Math.max(1, Math.ceil((error.retryAfterSeconds ?? 60) / 60));
  return say(`common:problem.${code}`, { minutes, defaultValue: say('common:error.unknown') });
}
