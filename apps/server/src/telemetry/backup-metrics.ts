import { Gauge, type Registry } from 'prom-client';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { readLastBackups, SYSTEM, type BackupKind, type Database } from '../db/index.ts';

interface Observed {
  readonly config: Pick<Config, 'backup'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly metrics: Registry;
}

/**
 * How long ago the last backup and the last drill succeeded, the same from every process: `+Inf` before the first. Without
 * BACKUP_TARGET there are no such figures, and while the database cannot be read they are NaN, for which
 * `munjigi_state_read_failures_total` counts.
 */
export function observeBackups({ config, db, clock, log, metrics }: Observed): void {
  if (config.backup.target === null) return;
  const addGauge = (kind: BackupKind, name: string, help: string) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      async collect() {
        try {
          const at = (await db.withActor(SYSTEM, readLastBackups)).get(kind);
          this.set(at === undefined ? Infinity : Math.max(0, (clock.now().getTime() - at.getTime()) / 1000));
        } catch (error) {
          this.set(Number.NaN);
          log.warn({ err: error }, 'the age of the last backup could not be read');
        }
      },
    });
  addGauge('BACKUP', 'munjigi_backup_last_success_seconds', 'How long ago the last backup to BACKUP_TARGET succeeded');
  addGauge('DRILL', 'munjigi_restore_drill_last_success_seconds', 'How long ago the last restore drill succeeded');
}
