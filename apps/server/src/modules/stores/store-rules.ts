import type { FieldProblem, Store } from '@munjigi/contract';

type Lengths = Pick<Store, 'slotMinutes' | 'minMinutes' | 'maxMinutes'>;

/**
 * Checks the slot, shortest and longest stay together, and reports each problem at a field that was sent. Checks
 * nothing when none was sent.
 */
export function lengthProblems(lengths: Lengths, sent: { readonly [K in keyof Lengths]?: unknown }): FieldProblem[] {
  const isSent = (field: keyof Lengths) => sent[field] !== undefined;
  if (!isSent('slotMinutes') && !isSent('minMinutes') && !isSent('maxMinutes')) return [];
  const problems: FieldProblem[] = [];
  for (const field of ['minMinutes', 'maxMinutes'] as const) {
    if (lengths[field] % lengths.slotMinutes !== 0) {
      const path = isSent(field) ? field : 'slotMinutes';
      problems.push({
        path,
        code: 'not_whole_slots',
        message: `${field} must be whole slots of ${lengths.slotMinutes} minutes`,
      });
    }
  }
  if (lengths.minMinutes > lengths.maxMinutes) {
    const path = isSent('maxMinutes') ? 'maxMinutes' : 'minMinutes';
    problems.push({ path, code: 'shortest_over_longest', message: 'The shortest must not be longer than the longest' });
  }
  return problems;
}
