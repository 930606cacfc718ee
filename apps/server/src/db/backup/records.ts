import { z } from 'zod';

/**
 * The records of a backup, in this order: `header`; for each table `table`, its rows as COPY writes them in chunks of
 * `data`, `end`; then `totals`. On disk: a byte for the kind, four for the length (big-endian), JSON or bytes.
 */
export type BackupRecord =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'table'; readonly table: BackupTable }
  | { readonly kind: 'data'; readonly data: Buffer }
  | { readonly kind: 'end'; readonly end: TableEnd }
  | { readonly kind: 'totals'; readonly totals: BackupTotals };

/** The file differs from what was written. No part of such a file is inserted. */
export class BackupFault extends Error {}

const count = z.number().int().min(0);
const name = z.string().min(1).max(63);

const headerShape = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The version of the server that was read. */
  postgres: z.string(),
  /** The applied migrations, oldest first. */
  migrations: z.array(z.string().min(1).max(255)).min(1),
  /**
   * Shows whether a server has the TOKEN_SECRET that encrypted this backup's codes and keys; reveals nothing else about
   * the secret.
   */
  secretMark: z.string().regex(/^[0-9a-f]{32}$/),
});
export type BackupHeader = z.infer<typeof headerShape>;

const tableShape = z.object({ name, columns: z.array(name).min(1) });
export type BackupTable = z.infer<typeof tableShape>;

const endShape = z.object({ rows: count, bytes: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type TableEnd = z.infer<typeof endShape>;

const totalsShape = z.object({
  tables: z.record(name, endShape),
  sequences: z.array(z.object({ name, lastValue: z.string().regex(/^\d{1,19}$/), isCalled: z.boolean() })),
});
export type BackupTotals = z.infer<typeof totalsShape>;

const KINDS = ['header', 'table', 'data', 'end', 'totals'] as const;
type Kind = (typeof KINDS)[number];
const HEAD_BYTES = 5;
/** A limit above the length of any record; a larger length is invalid. */
const MOST_BYTES = 16 * 1024 * 1024;

export function encodeRecord(record: BackupRecord): Buffer {
  const bytes = record.kind === 'data' ? record.data : Buffer.from(JSON.stringify(contentOf(record)));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(KINDS.indexOf(record.kind), 0);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

function contentOf(record: Exclude<BackupRecord, { kind: 'data' }>): unknown {
  switch (record.kind) {
    case 'header':
      return record.header;
    case 'table':
      return record.table;
    case 'end':
      return record.end;
    case 'totals':
      return record.totals;
  }
}

/** Assembles records from the chunks of a file; throws a `BackupFault` when they are malformed. */
export async function* decoded(pieces: AsyncIterable<Buffer>): AsyncIterable<BackupRecord> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (;;) {
      if (rest.length < HEAD_BYTES) break;
      const kind = KINDS[rest.readUInt8(0)];
      const length = rest.readUInt32BE(1);
      if (kind === undefined || length > MOST_BYTES)
        throw new BackupFault('The file holds something that is no record of a backup');
      if (rest.length < HEAD_BYTES + length) break;
      yield recordOf(kind, rest.subarray(HEAD_BYTES, HEAD_BYTES + length));
      rest = rest.subarray(HEAD_BYTES + length);
    }
  }
  if (rest.length > 0) throw new BackupFault('The file’s last record is cut short');
}

function recordOf(kind: Kind, bytes: Buffer): BackupRecord {
  switch (kind) {
    case 'header':
      return { kind, header: parsed(headerShape, bytes) };
    case 'table':
      return { kind, table: parsed(tableShape, bytes) };
    case 'data':
      return { kind, data: bytes };
    case 'end':
      return { kind, end: parsed(endShape, bytes) };
    case 'totals':
      return { kind, totals: parsed(totalsShape, bytes) };
  }
}

function parsed<T>(shape: z.ZodType<T>, bytes: Buffer): T {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new BackupFault('The file holds a record that nobody can read');
  }
  const read = shape.safeParse(json);
  if (!read.success)
    throw new BackupFault(
      `The file was made by a program that this one does not understand: ${z.prettifyError(read.error)}`,
    );
  return read.data;
}
