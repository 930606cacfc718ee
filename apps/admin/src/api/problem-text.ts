import type { ProblemCode } from '@munjigi/contract';
import type { TFunction } from 'i18next';
import type en from '../locales/common/en.json';
import type enMore from '../locales/problems/en.json';
import type kr from '../locales/common/kr.json';
import type krMore from '../locales/problems/kr.json';
import { isProblem, ServerUnreachable } from './call.ts';

/** A code of the contract without texts in both languages does not compile: `Texts` would not satisfy `Complete`. */
type Complete = { readonly problem: Readonly<Record<ProblemCode, string>> };
type Checked<Texts extends Complete> = keyof Texts['problem'] & ProblemCode;
/** Problems that can occur before sign-in are in `common`, the others in `problems`; this type joins both. */
type Together<First extends { problem: object }, More extends { problem: object }> = {
  readonly problem: First['problem'] & More['problem'];
};
type WordedCode = { kr: Checked<Together<typeof kr, typeof krMore>>; en: Checked<Together<typeof en, typeof enMore>> }[
  | 'kr'
  | 'en'];

/** The text of a failed call in the person's language. Never empty. */
export function problemText(t: TFunction<never> | TFunction, error: unknown): string {
  const say = t as unknown as (key: string, options?: Record<string, unknown>) => string;
  if (error instanceof ServerUnreachable) return say('common:error.unreachable');
  if (!isProblem(error)) return say('common:error.unknown');
  const code: WordedCode = error.code;
  const minutes = Math.max(1, Math.ceil((error.retryAfterSeconds ?? 60) / 60));
  return say(`common:problem.${code}`, { minutes, defaultValue: say('common:error.unknown') });
}
