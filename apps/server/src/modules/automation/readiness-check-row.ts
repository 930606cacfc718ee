import type { Readiness, ReadinessCheck } from '@munjigi/contract';

/** A kept check, as the database or its JSON has it. */
export interface CheckRow {
  readonly minutes_before: number;
  readonly starts_at: Date | string;
  readonly checked_at: Date | string;
  readonly obstacles: unknown;
}

const MINUTE_MS = 60_000;
/** A process looks every second; later than this nobody looked. */
const LATE_MS = MINUTE_MS;

export function dueAtOf(startsAt: Date, minutesBefore: number): Date {
  return new Date(startsAt.getTime() - minutesBefore * MINUTE_MS);
}

export function shapedCheck(row: CheckRow): ReadinessCheck {
  const checkedAt = new Date(row.checked_at);
  return {
    minutesBefore: row.minutes_before as ReadinessCheck['minutesBefore'],
    checkedAt: checkedAt.toISOString(),
    isLate: checkedAt.getTime() >= dueAtOf(new Date(row.starts_at), row.minutes_before).getTime() + LATE_MS,
    // A check from before there were severities blocks.
    obstacles: (row.obstacles as Readiness['obstacles']).map((it) => ({ ...it, severity: it.severity ?? 'BLOCKING' })),
  };
}
