import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { encodingOf, FIRST_LINE, fileChanged, skipBytes, TRAILER, TRAILER_BYTES } from './backup-stream.ts';
import { BackupFault, decoded, type BackupRecord } from './records.ts';

/**
 * Writes the records to a temporary file next to `file`, and renames it when all of it is on the disk: an incomplete
 * file never has the final name. Returns its size.
 */
export async function writeBackupFile(file: string, records: AsyncIterable<BackupRecord>): Promise<number> {
  if (existsSync(file)) throw new BackupFault(`${file} is already there: name another one`);
  const part = `${file}.${process.pid}.part`;
  try {
    const bytes = await writeRecords(part, records);
    if (existsSync(file)) throw new BackupFault(`${file} came to be meanwhile: name another one`);
    await rename(part, file);
    await keepFolder(path.dirname(path.resolve(file)));
    return bytes;
  } catch (error) {
    await rm(part, { force: true });
    throw explainWriteFault(file, error);
  }
}

/**
 * Reports a full disk or a missing folder (`ENOSPC`, `ENOENT` and the like) with the final name of the file instead of
 * the temporary one.
 */
export function explainWriteFault(file: string, error: unknown): unknown {
  const isOfDisk =
    error instanceof Error &&
    'syscall' in error &&
    'code' in error &&
    ['write', 'open', 'fsync', 'rename'].includes(String(error.syscall));
  return isOfDisk
    ? new BackupFault(`${file} could not be written (${error.message}). There is no backup`, { cause: error })
    : error;
}

async function writeRecords(part: string, records: AsyncIterable<BackupRecord>): Promise<number> {
  // The file contains names and phones, so only its owner may read it.
  const disk = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline([...encodingOf(records), disk]);
  return disk.bytesWritten;
}

/** The directory entry must reach the disk too; Windows has no call for that. */
export async function keepFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Verifies the checksum of the whole file without decoding records; throws a `BackupFault` if the file was changed. */
export async function verifyBackupFile(file: string): Promise<void> {
  const { body, sha256 } = await trailerIn(file);
  const checksum = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: body - 1, highWaterMark: 1024 * 1024 }))
    checksum.update(chunk as Buffer);
  if (checksum.digest('hex') !== sha256) throw fileChanged();
}

/** Yields the records as they are read, and throws at the end if the bytes differ from those that were written. */
export async function* readBackupFile(file: string): AsyncIterable<BackupRecord> {
  const { body, sha256 } = await trailerIn(file);
  const checksum = createHash('sha256');
  const unzipped = createGunzip();
  const reading = pipeline(
    createReadStream(file, { end: body - 1 }),
    hashing(checksum),
    skipBytes(FIRST_LINE.length),
    unzipped,
  );
  // The reader of `unzipped` gets the error. This handler only prevents an unhandled rejection.
  reading.catch(() => undefined);
  try {
    yield* decoded(unzipped);
  } catch (error) {
    throw error instanceof BackupFault ? error : fileChanged(error);
  } finally {
    unzipped.destroy();
  }
  await reading;
  if (checksum.digest('hex') !== sha256) throw fileChanged();
}

async function trailerIn(file: string): Promise<{ body: number; sha256: string }> {
  const found = await stat(file).catch(() => null);
  if (!found) throw new BackupFault(`There is no file ${file}`);
  if (!found.isFile()) throw new BackupFault(`${file} is no file`);
  const handle = await open(file, 'r');
  try {
    const first = Buffer.alloc(FIRST_LINE.length);
    await handle.read(first, 0, first.length, 0);
    if (!first.equals(FIRST_LINE))
      throw new BackupFault('The file is no backup of Munjigi, or its beginning was changed');
    const body = found.size - TRAILER_BYTES;
    const last = Buffer.alloc(TRAILER_BYTES);
    if (body > FIRST_LINE.length) await handle.read(last, 0, last.length, body);
    const match = TRAILER.exec(last.toString('latin1'));
    if (!match)
      throw new BackupFault('The file is cut short, or its end was changed: it does not end as a backup does');
    if (Number(match[2]) !== body)
      throw new BackupFault(
        `The file is cut short or was changed: ${body} bytes where ${Number(match[2])} were written`,
      );
    return { body, sha256: match[1] ?? '' };
  } finally {
    await handle.close();
  }
}

function hashing(checksum: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      checksum.update(chunk);
      done(null, chunk);
    },
  });
}
