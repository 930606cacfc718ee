import type { Command, DoorLine } from '@munjigi/contract';
import { isFinal } from './command-progress.ts';
import { MINUTE_MS } from '../time/durations.ts';
import type { Period } from '../time/period.ts';

type DoorReport = Pick<Command, 'action' | 'status' | 'cause' | 'source' | 'requestedAt' | 'state' | 'error'>;

export interface DoorHistory {
  /** All commands to the door and all its reports, oldest first. */
  readonly history: readonly DoorReport[];
  readonly reservationId: string;
  /** The period in which the guest's code opens the door. */
  readonly window: Period;
  /** The periods of other guests whose codes open it as well. */
  readonly others: readonly Period[];
  /** The guest's present code in this lock, and since when the lock's reports refer to it; `null`: no code there. */
  readonly code: {
    readonly knownSince: string | null;
    readonly isInLock: boolean;
    readonly acknowledgedAt: string | null;
  } | null;
}

/**
 * Describes what happened at a door, for a person who helps the guest (NX-2), newest first. A denied code is called this
 * guest's, too early or too late only when the lock reports the place of this guest's code (NX-60). A lock reports most
 * denials without one: then they are refused codes, and wrong ones where the lock had the guest's code and let it in.
 */
export function describeDoorHistory(input: DoorHistory): DoorLine[] {
  const lines: DoorLine[] = [];
  for (const entry of input.history) {
    const line = lineOf(entry, input);
    const last = lines.at(-1);
    if (line === null) continue;
    if (line.kind === 'BACK_ONLINE' && closeOffline(lines, line.at)) continue;
    if (last && isRepetition(last, line))
      lines[lines.length - 1] = { ...last, count: last.count + 1, until: line.at, minutes: line.minutes };
    else lines.push(line);
  }
  return lines.reverse();
}

function lineOf(report: DoorReport, input: DoorHistory): DoorLine | null {
  switch (report.action) {
    case 'DENIED':
      return { ...line(report, 'WRONG_CODE'), ...whyDenied(report, input) };
    case 'UNLOCKED':
    case 'UNLATCHED':
      return openedLine(report, input);
    case 'OPEN':
      return {
        ...line(report, !isFinal(report.status) ? 'OPENING' : report.status === 'EXECUTED' ? 'OPENED' : 'OPEN_FAILED'),
        by: nameOf(report),
        error: report.error?.code ?? null,
      };
    case 'LOCK':
      return report.status === 'EXECUTED' && report.cause.kind === 'PERSON'
        ? { ...line(report, 'LOCKED'), by: nameOf(report) }
        : null;
    case 'JAMMED':
      return line(report, 'JAMMED');
    case 'OFFLINE':
      return line(report, 'OFFLINE');
    case 'ONLINE':
      return line(report, 'BACK_ONLINE');
    default:
      return null;
  }
}

function line(report: DoorReport, kind: DoorLine['kind']): DoorLine {
  return { kind, at: report.requestedAt, until: null, count: 1, minutes: null, by: null, error: null };
}

function nameOf({ cause }: DoorReport): string | null {
  return cause.kind === 'PERSON' && cause.label !== '' ? cause.label : null;
}

function openedLine(report: DoorReport, { reservationId }: DoorHistory): DoorLine | null {
  const { cause, source } = report;
  if (cause.kind === 'RESERVATION')
    return cause.id === reservationId
      ? line(report, 'ENTERED')
      : { ...line(report, 'ENTERED_BY_ANOTHER'), by: cause.label };
  // The line of its command already includes this report.
  if (cause.kind === 'PERSON' || cause.kind === 'GUEST' || cause.kind === 'AUTOMATION') return null;
  return line(report, source === 'MANUAL' ? 'OPENED_BY_HAND' : 'OPENED_UNKNOWN');
}

function whyDenied({ requestedAt, cause }: DoorReport, input: DoorHistory): Partial<DoorLine> {
  const { reservationId, window, others, code } = input;
  const at = Date.parse(requestedAt);
  const isIn = ({ startsAt, endsAt }: Period) => startsAt.getTime() <= at && at < endsAt.getTime();
  if (cause.kind === 'RESERVATION')
    return cause.id === reservationId
      ? whyOwnCodeDenied(at, window)
      : { kind: 'DENIED_TO_ANOTHER', by: cause.label === '' ? null : cause.label };
  if (!isIn(window)) return { kind: others.some(isIn) ? 'DENIED_TO_ANYBODY' : 'CODE_REFUSED' };
  // Before `knownSince` nothing is known about the code in the lock.
  if (code === null || code.knownSince === null || at < Date.parse(code.knownSince)) return { kind: 'CODE_REFUSED' };
  const wasInLock = code.isInLock && code.acknowledgedAt !== null && Date.parse(code.acknowledgedAt) <= at;
  return { kind: wasInLock ? 'WRONG_CODE' : 'CODE_NOT_IN_LOCK' };
}

function whyOwnCodeDenied(at: number, window: Period): Partial<DoorLine> {
  const early = window.startsAt.getTime() - at;
  if (early > 0) return { kind: 'TRIED_EARLY', minutes: Math.ceil(early / MINUTE_MS) };
  const late = at - window.endsAt.getTime();
  return late >= 0 ? { kind: 'TRIED_LATE', minutes: Math.floor(late / MINUTE_MS) } : { kind: 'OWN_CODE_REFUSED' };
}

const REPEATED = new Set<DoorLine['kind']>([
  'TRIED_EARLY',
  'TRIED_LATE',
  'WRONG_CODE',
  'CODE_REFUSED',
  'OWN_CODE_REFUSED',
  'CODE_NOT_IN_LOCK',
  'DENIED_TO_ANYBODY',
  'DENIED_TO_ANOTHER',
]);

function isRepetition(before: DoorLine, next: DoorLine): boolean {
  return before.kind === next.kind && before.by === next.by && REPEATED.has(next.kind);
}

/** False: the door went offline before the history begins. */
function closeOffline(lines: DoorLine[], at: string): boolean {
  const index = lines.findLastIndex(({ kind, until }) => kind === 'OFFLINE' && until === null);
  const offline = lines[index];
  if (!offline) return false;
  lines[index] = { ...offline, until: at };
  return true;
}
