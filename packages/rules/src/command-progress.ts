import type { HistoryStatus } from '@munjigi/contract';

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
export function laterOf<T extends { readonly status: HistoryStatus }>(known: T, command: T): T {
  return PROGRESS[command.status] >= PROGRESS[known.status] ? command : known;
}
