import type { PrivacyPolicy } from '@munjigi/contract';

type Processor = PrivacyPolicy['processors'][number];

/** One processor a line, its parts divided by `;`. */
export function writeProcessors(processors: readonly Processor[]): string {
  return processors
    .map(({ name, task, country }) => [name, task, ...(country === '' ? [] : [country])].join('; '))
    .join('\n');
}

export function parseProcessors(text: string): Processor[] {
  return linesOf(text).map(({ parts: [name = '', task = '', country = ''] }) => ({ name, task, country }));
}

/** The number of the first line without a company or a task, or with too many parts. `null`: none. */
export function findBadLine(text: string): number | null {
  const bad = linesOf(text).find(
    ({ parts }) => parts.length < 2 || parts.length > 3 || parts[0] === '' || parts[1] === '',
  );
  return bad?.at ?? null;
}

function linesOf(text: string): { readonly at: number; readonly parts: readonly string[] }[] {
  return text
    .split('\n')
    .map((line, index) => ({ at: index + 1, line: line.trim() }))
    .filter(({ line }) => line !== '')
    .map(({ at, line }) => ({ at, parts: line.split(';').map((part) => part.trim()) }));
}
