// @sweep 1/12 (decision 086)
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { until } from '../../testing/index.ts';
import { readBackupFile, verifyBackupFile, writeBackupFile } from './backup-file.ts';
import { encodeRecord, type BackupRecord } from './records.ts';

const header = {
  format: 1,
  madeAt: '2026-11-22T00:00:00.000Z',
  postgres: '18.4',
  migrations: ['0001-foundation'],
  secretMark: 'ab'.repeat(16),
} as const;

async function* some(texts: readonly string[]): AsyncIterable<BackupRecord> {
  yield { kind: 'header', header: { ...header, migrations: [...header.migrations] } };
  yield { kind: 'table', table: { name: 'rooms', columns: ['id', 'name'] } };
  for (const text of texts) yield { kind: 'data', data: Buffer.from(text) };
  yield { kind: 'end', end: { rows: 1, bytes: 2, sha256: '0'.repeat(64) } };
  yield { kind: 'totals', totals: { tables: {}, sequences: [] } };
}

describe('the file of a backup', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-backup-file-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let number = 0;
  const fresh = () => path.join(folder, `${(number += 1)}.backup`);
  const texts = Array.from({ length: 40 }, (_, at) => `${at}\t무인 놀이방 ${'x'.repeat(at * 7)}\n`);

  async function written(records: AsyncIterable<BackupRecord> = some(texts)): Promise<string> {
    const file = fresh();
    expect(await writeBackupFile(file, records)).toBe(statSync(file).size);
    return file;
  }
  /** Reads all records of the file, in order. */
  const read = (file: string) => all(readBackupFile(file));

  it('reads back what was written, for any content and any chunk size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary', maxLength: 3000 }), { maxLength: 30 }), async (texts) => {
        const file = await written(some(texts));
        await verifyBackupFile(file);
        const found = await read(file);
        expect(Buffer.concat(found.map(encodeRecord))).toEqual(
          Buffer.concat((await all(some(texts))).map(encodeRecord)),
        );
        rmSync(file);
      }),
      { numRuns: 30 },
    );
  });

  it('can be read by its owner only', async () => {
    if (process.platform !== 'win32') expect(statSync(await written()).mode & 0o777).toBe(0o600);
  });

  it('is rejected when it was cut short at any place', async () => {
    const whole = readFileSync(await written());
    const file = fresh();
    for (let length = 0; length < whole.length; length += 1) {
      writeFileSync(file, whole.subarray(0, length));
      await expect(verifyBackupFile(file), `${length} of ${whole.length} bytes`).rejects.toThrow(
        /^The file (is|was|has)/,
      );
    }
  });

  it('rejects the file when any one bit is changed', async () => {
    const whole = readFileSync(await written());
    const file = fresh();
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      writeFileSync(file, changed);
      await expect(verifyBackupFile(file), `bit ${bit}`).rejects.toThrow(/^The file (is|was)/);
    }
  });

  it('rejects trailing bytes, another kind of file and an empty file', async () => {
    const whole = readFileSync(await written());
    const file = fresh();
    for (const [bytes, words] of [
      [Buffer.concat([whole, Buffer.from('\n')]), 'cut short'],
      [Buffer.concat([whole, whole]), 'bytes where'],
      [Buffer.from('PGDMP'), 'no backup of Munjigi'],
      [Buffer.alloc(0), 'no backup of Munjigi'],
    ] as const) {
      writeFileSync(file, bytes);
      await expect(verifyBackupFile(file)).rejects.toThrow(words);
    }
    await expect(verifyBackupFile(path.join(folder, 'nowhere'))).rejects.toThrow('There is no file');
    await expect(verifyBackupFile(folder)).rejects.toThrow('is no file');
  });

  it('reports a change between verification and reading', async () => {
    const file = await written();
    const changed = readFileSync(file);
    // The timestamp in the gzip header, which decompression ignores.
    changed.writeUInt8(changed.readUInt8(22) ^ 1, 22);
    writeFileSync(file, changed);
    await expect(read(file)).rejects.toThrow('SHA-256');
  });

  it('appears only when complete, and never replaces another file', async () => {
    const file = fresh();
    const seen: string[][] = [];
    const its = () => readdirSync(folder).filter((name) => name.startsWith(path.basename(file)));
    async function* failing(): AsyncIterable<BackupRecord> {
      for await (const record of some(texts)) {
        yield record;
        if (record.kind === 'end') await until('it is being written', () => its().length > 0);
        seen.push(its());
        if (record.kind === 'end') throw new Error('the server went away');
      }
    }
    await expect(writeBackupFile(file, failing())).rejects.toThrow('the server went away');
    expect(seen.flat().filter((name) => name === path.basename(file))).toEqual([]);
    expect(seen.at(-1)).toHaveLength(1);
    expect(its()).toEqual([]);

    writeFileSync(file, 'mine');
    await expect(writeBackupFile(file, some(texts))).rejects.toThrow('already there');
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it('explains why the file cannot be written', async () => {
    await expect(writeBackupFile(path.join(folder, 'nowhere', 'it.backup'), some(texts))).rejects.toThrow(
      /could not be written.*There is no backup/,
    );
  });
});

async function all(records: AsyncIterable<BackupRecord>): Promise<BackupRecord[]> {
  const found = [];
  for await (const record of records) found.push(record);
  return found;
}
