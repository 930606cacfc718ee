import type { FieldProblem } from '@munjigi/contract';
import { bandMinutes } from '@munjigi/rules';
import type { PolicyFields } from './price-policies.sql.ts';

/** Returns the contradictions within a policy and with its store, each with the path of its field. */
export function fieldProblems(
  policyFields: PolicyFields,
  { slotMinutes, roomIds }: { readonly slotMinutes: number; readonly roomIds: ReadonlySet<string> },
): FieldProblem[] {
  const problems: FieldProblem[] = [
    ...packageProblems(policyFields, slotMinutes),
    ...roomProblems(policyFields.roomIds, roomIds),
  ];
  if (policyFields.weekdays.length === 0 && !policyFields.holidays) {
    problems.push({ path: 'weekdays', code: 'no_day', message: 'It holds on no weekday and on no holiday' });
  }
  if (policyFields.startsOn !== null && policyFields.endsOn !== null && policyFields.endsOn < policyFields.startsOn) {
    problems.push({ path: 'endsOn', code: 'before_start', message: 'The season ends before it starts' });
  }
  return problems;
}

function packageProblems(
  { unit, packageMinutes, fromTime, toTime }: PolicyFields,
  slotMinutes: number,
): FieldProblem[] {
  const refused = (code: string, message: string): FieldProblem[] => [{ path: 'packageMinutes', code, message }];
  if (unit === 'SLOT')
    return packageMinutes === null ? [] : refused('only_with_package', 'Only a package has a length of its own');
  if (packageMinutes === null) return refused('required', 'A package needs a length');
  if (packageMinutes % slotMinutes !== 0)
    return refused('not_whole_slots', `A package must be a multiple of the store's slot of ${slotMinutes} minutes`);
  return packageMinutes > bandMinutes(fromTime, toTime)
    ? refused('longer_than_band', 'The package is longer than its time band')
    : [];
}

function roomProblems(named: readonly string[], roomIds: ReadonlySet<string>): FieldProblem[] {
  return named.flatMap((roomId, index) => {
    const path = `roomIds.${index}`;
    if (!roomIds.has(roomId)) return [{ path, code: 'unknown_room', message: 'There is no such room in this store' }];
    return named.indexOf(roomId) < index ? [{ path, code: 'named_twice', message: 'This room is named twice' }] : [];
  });
}
