import type { NamedBackup } from './backup-name.ts';

/** How many days, weeks and months keep their newest backup. */
export interface BackupRotation {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

const DAY_MS = 24 * 3600_000;
/** 1 January 1970 was a Thursday, so weeks begin with its Monday. */
const DAYS_BEFORE_EPOCH = 3;

/**
 * The backups to delete, newest first: those that are not the newest of one of the last days, weeks and months (UTC) that
 * have a backup, as restic's `forget` counts them. The newest is always kept.
 */
export function selectExpiredBackups(newestFirst: readonly NamedBackup[], rotation: BackupRotation): NamedBackup[] {
  const kept = new Set(newestFirst.slice(0, 1));
  for (const [most, periodOf] of [
    [rotation.days, dayOf],
    [rotation.weeks, (at: Date) => Math.floor((dayOf(at) + DAYS_BEFORE_EPOCH) / 7)],
    [rotation.months, (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth()],
  ] as const) {
    const seen = new Set<number>();
    for (const backup of newestFirst) {
      const period = periodOf(backup.createdAt);
      if (seen.size === most || seen.has(period)) continue;
      seen.add(period);
      kept.add(backup);
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}

function dayOf(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS);
}
