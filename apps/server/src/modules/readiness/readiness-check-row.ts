import type { Readiness, ReadinessCheck } from '@munjigi/contract';

/** A stored check, as a database row or as JSON. */
export interface CheckRow {
  readonly minutes_before: ReadinessCheck['minutesBefore'];
  readonly starts_at: Date | string;
  readonly checked_at: Date | string;
  readonly obstacles: Readiness['obstacles'];
}

const MINUTE_MS = 60_000;
/** The server reviews every second. A check later than this means that no server was running. */
const LATE_MS = MINUTE_MS;

export function dueAtOf(startsAt: Date, minutesBefore: number): Date {
  return new Date(startsAt.getTime() - minutesBefore * MINUTE_MS);
}

export function toReadinessCheck(row: CheckRow): ReadinessCheck {
  const checkedAt = new Date(row.checked_at);
  return {
    minutesBefore: row.minutes_before,
    checkedAt: checkedAt.toISOString(),
    isLate: checkedAt.getTime() >= dueAtOf(new Date(row.starts_at), row.minutes_before).getTime() + LATE_MS,
    // Checks stored before severities existed count as blocking.
    obstacles: row.obstacles.map((obstacle) => ({
      ...obstacle,
      severity: obstacle.severity ?? 'BLOCKING',
    })),
  };
}
