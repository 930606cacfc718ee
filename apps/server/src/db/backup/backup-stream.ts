import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupFault, decoded, encodeRecord, type BackupRecord } from './records.ts';

/**
 * The bytes of a backup: a line that identifies the format, the records (gzip), and a trailer with the number of bytes
 * before it and their SHA-256. The checksum covers every byte, so a truncated or changed backup is detected before it is
 * used.
 */
export const FIRST_LINE = Buffer.from('MUNJIGI BACKUP 1\n');
export const TRAILER = /^\nsha256 ([0-9a-f]{64}) of (\d{16}) bytes\nEND OF MUNJIGI BACKUP\n$/;
const trailerOf = (sha256: string, bytes: number) =>
  Buffer.from(`\nsha256 ${sha256} of ${String(bytes).padStart(16, '0')} bytes\nEND OF MUNJIGI BACKUP\n`);
export const TRAILER_BYTES = trailerOf('0'.repeat(64), 0).length;

export const fileChanged = (cause?: unknown) =>
  new BackupFault('The file was changed: its bytes are not those that were written (SHA-256)', { cause });

/** The streams that turn records into the bytes of a backup, for `pipeline`. */
export function encodingOf(records: AsyncIterable<BackupRecord>): [Readable, Transform, Transform] {
  const checksum = createHash('sha256');
  let bytes = 0;
  async function* pieces(): AsyncIterable<Buffer> {
    for await (const record of records) yield encodeRecord(record);
  }
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      checksum.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      this.push(trailerOf(checksum.digest('hex'), bytes));
      done();
    },
  });
  counted.write(FIRST_LINE);
  // Level 4 takes two thirds of the time of the default level 6, for 2 % more space.
  const zip = createGzip({ level: 4, chunkSize: 64 * 1024 });
  return [Readable.from(pieces(), { objectMode: false }), zip, counted];
}

/** Yields the records of a backup that arrives from its start to its end, and throws at the end if it was changed. */
export async function* readBackupStream(source: AsyncIterable<Uint8Array>): AsyncIterable<BackupRecord> {
  const checksum = createHash('sha256');
  let bytes = 0;
  // What may belong to the trailer is held back.
  let held = Buffer.alloc(0);
  async function* body(): AsyncIterable<Buffer> {
    for await (const chunk of source) {
      held = Buffer.concat([held, chunk]);
      if (bytes === 0 && held.length >= FIRST_LINE.length && !held.subarray(0, FIRST_LINE.length).equals(FIRST_LINE))
        throw new BackupFault('The file is no backup of Munjigi, or its beginning was changed');
      if (held.length <= TRAILER_BYTES) continue;
      const content = held.subarray(0, held.length - TRAILER_BYTES);
      held = held.subarray(held.length - TRAILER_BYTES);
      checksum.update(content);
      bytes += content.length;
      yield content;
    }
  }
  const unzipped = createGunzip();
  const reading = pipeline(body, skipBytes(FIRST_LINE.length), unzipped);
  // The reader of `unzipped` gets the error. This handler only prevents an unhandled rejection.
  reading.catch(() => undefined);
  try {
    yield* decoded(unzipped);
  } catch (error) {
    // A fault of the zipped bytes; other errors are those of the source.
    const isOfZip = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isOfZip ? fileChanged(error) : error;
  } finally {
    unzipped.destroy();
  }
  await reading;
  const match = TRAILER.exec(held.toString('latin1'));
  if (match?.[1] !== checksum.digest('hex') || Number(match[2]) !== bytes) throw fileChanged();
}

/** Drops the first bytes. */
export function skipBytes(bytes: number): Transform {
  let remaining = bytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const skipped = Math.min(remaining, chunk.length);
      remaining -= skipped;
      done(null, chunk.subarray(skipped));
    },
  });
}
