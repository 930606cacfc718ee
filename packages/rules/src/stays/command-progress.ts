import type { Command, HistoryStatus } from '@munjigi/contract';

/**
 * The progress of each status of a command (DR-2). A final status is never reverted, so all final ones rank equally.
 */
const PROGRESS: Readonly<Record<HistoryStatus, number>> = {
  QUEUED: 0,
  SENT: 1,
  ACCEPTED: 2,
  EXECUTED: 3,
  FAILED: 3,
  TIMED_OUT: 3,
  EXPIRED: 3,
  REJECTED_OFFLINE: 3,
  REPORTED: 3,
};

/** True if the status is final. */
export function isFinal(status: HistoryStatus): boolean {
  return PROGRESS[status] === 3;
}

/**
 * Returns the later of two versions of one command. A reply and the stream may overtake each other, and commands only
 * move forward.
 */
export function laterOf<T extends { readonly status: HistoryStatus }>(current: T, next: T): T {
  return PROGRESS[next.status] >= PROGRESS[current.status] ? next : current;
}

/** Returns the later of two commands to one target, which may be two versions of one command. */
export function latestCommand(current: Command | undefined, next: Command): Command {
  if (current === undefined) return next;
  if (current.id === next.id) return laterOf(current, next);
  return Date.parse(next.requestedAt) >= Date.parse(current.requestedAt) ? next : current;
}
