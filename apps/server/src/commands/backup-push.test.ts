/** @module-tag engines */
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Registry } from 'prom-client';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { observeBackups } from '../telemetry/backup-metrics.ts';
import { makeBackupKey } from '../backups/backup-encryption.ts';
import type { Config } from '../config/config.ts';
import { checkBackup, SYSTEM, withBackupLock } from '../db/index.ts';
import { BUCKET, S3_KEYS, startS3Server } from '../testing/peers/s3-server.ts';
import { queryDatabase } from '../testing/database.ts';
import { fakeClock, HOUR_MS, openBookingDesk, startTestServer, type TestServer } from '../testing/index.ts';
import { expectConsoleError } from '../../../../tools/expected-errors.ts';
import { fetchBackup, listBackups } from './backup-fetch.ts';
import { pushBackup } from './backup-push.ts';
import { drillRestore } from './restore-drill.ts';

const DAY_MS = 24 * HOUR_MS;

describe('backup-push and restore-drill', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-push-'));
  const clock = fakeClock();
  let server: TestServer;
  let config: Config;
  let printed: string[];

  beforeAll(async () => {
    server = await startTestServer({ clock });
    const desk = await openBookingDesk(server, { rooms: 2 });
    const startsAt = clock.now().getTime() + 10 * HOUR_MS - (clock.now().getTime() % HOUR_MS);
    const stay = { startsAt: new Date(startsAt).toISOString(), endsAt: new Date(startsAt + 2 * HOUR_MS).toISOString() };
    for (const roomId of desk.roomIds) await desk.createReservation({ roomId, ...stay, state: 'PENDING' });
    config = {
      ...server.config,
      databaseUrl: server.databaseUrl,
      backup: {
        ...server.config.backup,
        target: folder,
        keys: [await makeBackupKey()],
        rotation: { days: 2, weeks: 0, months: 0 },
      },
    };
  });
  beforeEach(() => {
    printed = [];
    // Two backups of one second would have one name.
    clock.advance(1000);
    vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  // All rows: the tests of a file run one after the other, and each reads the runs that it added last.
  const readRuns = () => server.withActor(SYSTEM, (tx) => tx.selectFrom('backups').selectAll().orderBy('id').execute());
  const lastRun = async () => (await readRuns()).at(-1);

  it('writes an encrypted backup that can be fetched, records it, and keeps what the rotation keeps', async () => {
    writeFileSync(path.join(folder, 'notes.txt'), 'mine');
    const before = (await readRuns()).length;
    for (let day = 0; day < 4; day += 1) {
      expect(await pushBackup(config, clock)).toBe(0);
      clock.advance(DAY_MS);
    }
    const names = readdirSync(folder).filter((name) => name.endsWith('.backup.age'));
    expect(names).toHaveLength(2);
    expect(
      readFileSync(path.join(folder, names[0] ?? ''))
        .subarray(0, 21)
        .toString(),
    ).toBe('age-encryption.org/v1');
    expect(readFileSync(path.join(folder, 'notes.txt'), 'utf8')).toBe('mine');
    const runs = await readRuns();
    expect(runs).toHaveLength(before + 4);
    expect(runs.at(-1)).toMatchObject({ kind: 'BACKUP', target: folder, name: names.sort().at(-1), fault: null });

    expect(await listBackups(config)).toBe(0);
    expect(printed.filter((line) => line.startsWith('munjigi-'))).toEqual(names.sort().toReversed());
    const file = path.join(folder, 'fetched.backup');
    expect(await fetchBackup(config, file, undefined)).toBe(0);
    expect((await checkBackup(file)).tables['reservations']?.rows).toBeGreaterThan(0);
    await expect(fetchBackup(config, file, undefined)).rejects.toThrow('already there');
    await expect(fetchBackup(config, path.join(folder, 'other'), 'munjigi-none')).rejects.toThrow(
      'there is no munjigi-none',
    );
  });

  it('restores the newest backup into a temporary database, and records the drill', async () => {
    expect(await pushBackup(config, clock)).toBe(0);
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('munjigi-drill-'));
    expect(await drillRestore(config, clock), printed.join('\n')).toBe(0);
    expect(printed.join('\n')).toMatch(/✓ .* rows of .* restored[^]*✓ audit log of [^]*can be restored: \d/);
    expect(await lastRun()).toMatchObject({ kind: 'DRILL', fault: null });
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('munjigi-drill-'))).toEqual(before);
  });

  it('fails a drill of a damaged backup, of another key and of another secret, and records each', async () => {
    expect(await pushBackup(config, clock)).toBe(0);
    const name = (await lastRun())?.name ?? '';
    const drill = async (changed: Partial<Config>) => {
      expect(await drillRestore({ ...config, ...changed }, clock)).toBe(1);
      return (await lastRun())?.fault;
    };
    expect(await drill({ backup: { ...config.backup, keys: [await makeBackupKey()] } })).toContain(
      'None of BACKUP_KEYS',
    );
    expect(await drill({ tokenSecret: 'another-secret-than-that-of-the-server' })).toContain(
      'no backup of this server',
    );
    truncateSync(path.join(folder, name), 3000);
    expect(await drill({})).toContain('changed or cut short');
    rmSync(path.join(folder, name));
  });

  it('records a push that fails, and leaves nothing at the target', async () => {
    const before = readdirSync(folder);
    expectConsoleError(/could not be removed/);
    await expect(
      pushBackup({ ...config, backup: { ...config.backup, target: path.join(folder, 'unmounted') } }, clock),
    ).rejects.toThrow('Create it, mount its disk');
    expect(await lastRun()).toMatchObject({ kind: 'BACKUP', name: null, fault: expect.stringContaining('unmounted') });
    expect(readdirSync(folder)).toEqual(before);
  });

  it('runs once at a time', async () => {
    const runs = (await readRuns()).length;
    await withBackupLock(server.databaseUrl, async () => {
      await expect(pushBackup(config, clock)).rejects.toThrow('Another backup-push of this database is running');
    });
    expect(await readRuns()).toHaveLength(runs);
  });

  it('removes what a killed push left', async () => {
    expect(await pushBackup(config, clock)).toBe(0);
    const part = `${(await lastRun())?.name}.part`;
    writeFileSync(path.join(folder, part), 'half');
    clock.advance(1000);
    expect(await pushBackup(config, clock)).toBe(0);
    expect(readdirSync(folder)).not.toContain(part);
  });

  it('refuses to start without a target or a key', async () => {
    const refused = (backup: Partial<Config['backup']>) =>
      pushBackup({ ...config, backup: { ...config.backup, ...backup } }, clock);
    await expect(refused({ target: null })).rejects.toThrow('BACKUP_TARGET: it is not set');
    await expect(refused({ keys: [] })).rejects.toThrow('BACKUP_KEYS: it is needed with BACKUP_TARGET');
  });

  it('works the same with a bucket', async () => {
    const s3 = await startS3Server();
    try {
      const target = `s3://${BUCKET}/munjigi`;
      const inBucket: Config = {
        ...config,
        backup: { ...config.backup, target, s3: { endpoint: s3.endpoint, region: 'us-east-1', ...S3_KEYS } },
      };
      expectConsoleError(/could not be removed.*NotImplemented/);
      expect(await pushBackup(inBucket, clock)).toBe(0);
      expect(await lastRun()).toMatchObject({ target, fault: null });
      const file = path.join(folder, 'from-bucket.backup');
      expect(await fetchBackup(inBucket, file, undefined)).toBe(0);
    } finally {
      await s3.close();
    }
  });

  it('gives /metrics the ages of the last success, and none without a target', async () => {
    const read = async (target: string | null) => {
      const metrics = new Registry();
      observeBackups({
        config: { backup: { ...config.backup, target } },
        db: server.app.db,
        clock,
        log: pino({ level: 'silent' }),
        metrics,
      });
      return (await metrics.metrics()).split('\n').filter((line) => line.startsWith('munjigi_'));
    };
    expect(await read(null)).toEqual([]);
    clock.advance(1000);
    expect(await pushBackup(config, clock)).toBe(0);
    clock.advance(90_000);
    const [backup, drill] = await read(folder);
    expect(backup).toBe('munjigi_backup_last_success_seconds 90');
    expect(Number(drill?.split(' ')[1])).toBeGreaterThan(90);
    await queryDatabase(server.databaseUrl, 'delete from backups');
    expect(await read(folder)).toEqual([
      'munjigi_backup_last_success_seconds +Inf',
      'munjigi_restore_drill_last_success_seconds +Inf',
    ]);
  });
});
