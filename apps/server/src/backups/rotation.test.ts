import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameBackup, selectOwnBackups } from './backup-name.ts';
import { selectExpiredBackups } from './rotation.ts';

const MARK = 'a1b2c3d4'.repeat(4);
const HOUR_MS = 3600_000;
const START = Date.parse('2026-11-29T19:30:00Z');

/** Backups of these hours before the start, newest first. */
const backupsAt = (...hoursAgo: readonly number[]) =>
  selectOwnBackups(
    hoursAgo.map((hours) => nameBackup(MARK, new Date(START - hours * HOUR_MS))),
    MARK,
  );

describe('the names of backups', () => {
  it('have the second in UTC and the mark of the server', () => {
    expect(nameBackup(MARK, new Date('2026-11-29T19:30:05.678Z'))).toBe('munjigi-a1b2c3d4-20261129T193005Z.backup.age');
  });

  it('leave out files of other servers and other programs', () => {
    const own = nameBackup(MARK, new Date(START));
    const foreign = [
      nameBackup('ffffffff', new Date(START)),
      `${own}.part`,
      `copy of ${own}`,
      'munjigi-a1b2c3d4-notes.txt',
      'munjigi-a1b2c3d4-20261399T193005Z.backup.age',
      '2026-11-29.backup',
    ];
    expect(selectOwnBackups([...foreign, own], MARK).map(({ name }) => name)).toEqual([own]);
  });
});

describe('the rotation of backups', () => {
  it('keeps the newest of each of the last days, weeks and months that have one', () => {
    const daily = backupsAt(...Array.from({ length: 400 }, (_, day) => day * 24));
    const expired = new Set(selectExpiredBackups(daily, { days: 7, weeks: 4, months: 6 }));
    const kept = daily
      .filter((backup) => !expired.has(backup))
      .map(({ createdAt }) => createdAt.toISOString().slice(0, 10));
    expect(kept).toEqual([
      // Seven days; the 29th of November 2026 is a Sunday.
      '2026-11-29',
      '2026-11-28',
      '2026-11-27',
      '2026-11-26',
      '2026-11-25',
      '2026-11-24',
      '2026-11-23',
      // The last days of three more weeks.
      '2026-11-22',
      '2026-11-15',
      '2026-11-08',
      // The last days of five more months.
      '2026-10-31',
      '2026-09-30',
      '2026-08-31',
      '2026-07-31',
      '2026-06-30',
    ]);
  });

  it('keeps the newest of several backups of one day', () => {
    const expired = selectExpiredBackups(backupsAt(0, 1, 2, 30), { days: 7, weeks: 0, months: 0 });
    expect(expired).toEqual(backupsAt(1, 2));
  });

  it('never deletes the newest, and deletes nothing the second time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 60 }),
        fc.record({ days: fc.nat(9), weeks: fc.nat(9), months: fc.nat(9) }),
        (hoursAgo, rotation) => {
          const all = backupsAt(...new Set(hoursAgo));
          const expired = new Set(selectExpiredBackups(all, rotation));
          const kept = all.filter((backup) => !expired.has(backup));
          expect(kept.slice(0, 1)).toEqual(all.slice(0, 1));
          expect(kept.length).toBeLessThanOrEqual(Math.max(1, rotation.days + rotation.weeks + rotation.months));
          expect(selectExpiredBackups(kept, rotation)).toEqual([]);
        },
      ),
    );
  });
});
