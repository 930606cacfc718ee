import type { AuditAction } from '@munjigi/texts/audit';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import type { Database, PersonActor } from '../../db/index.ts';
import type { TableCell } from '../../http/index.ts';
import { recordChange } from './audit.ts';

/** Who exports, and what that needs. */
export interface ExportDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly actor: PersonActor;
}

export interface RecordedExport {
  readonly action: AuditAction & `${string}exported`;
  /** The filter, without a search text that could be a guest's name or phone. */
  readonly filter: { readonly storeId?: string | undefined } & Readonly<Record<string, unknown>>;
}

/** The rows that are counted before the first one is sent. */
const COUNTED_FIRST = 1000;

/**
 * Records an export of rows by a person: who, what and how many rows, before the first row is sent. For a long file, a
 * second entry records the number at the end or at an abort; both entries have the same subject.
 */
export async function recordExport(
  deps: ExportDeps,
  recorded: RecordedExport,
  rows: AsyncIterable<TableCell[]>,
): Promise<AsyncIterable<TableCell[]>> {
  const source = rows[Symbol.asyncIterator]();
  const first: TableCell[][] = [];
  let next = await source.next();
  while (next.done !== true && first.length < COUNTED_FIRST) {
    first.push(next.value);
    next = await source.next();
  }
  const fileId = uuidv7();
  await write(deps, fileId, {
    ...recorded,
    detail: { ...recorded.filter, ...(next.done === true && { rows: first.length }) },
  });
  return next.done === true ? each(first) : counted(deps, recorded, { fileId, first, next, source });
}

async function* each(rows: readonly TableCell[][]): AsyncGenerator<TableCell[]> {
  yield* rows;
}

interface Long {
  readonly fileId: string;
  readonly first: readonly TableCell[][];
  readonly next: IteratorResult<TableCell[]>;
  readonly source: AsyncIterator<TableCell[]>;
}

async function* counted(
  deps: ExportDeps,
  recorded: RecordedExport,
  { fileId, first, next, source }: Long,
): AsyncGenerator<TableCell[]> {
  let [rows, isWhole] = [0, false];
  try {
    for (const row of first) {
      rows += 1;
      yield row;
    }
    for (let following = next; following.done !== true; following = await source.next()) {
      rows += 1;
      yield following.value;
    }
    isWhole = true;
  } finally {
    if (!isWhole) await source.return?.();
    await write(deps, fileId, {
      ...recorded,
      action: 'export.ended',
      detail: { what: recorded.action, rows, isWhole },
    });
  }
}

async function write(
  { db, clock, actor }: ExportDeps,
  fileId: string,
  {
    action,
    filter,
    detail,
  }: {
    readonly action: AuditAction;
    readonly filter: RecordedExport['filter'];
    readonly detail: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  await db.withActor(actor, (tx) =>
    recordChange(
      { tx, clock, actor },
      {
        storeId: filter.storeId ?? null,
        action,
        subject: { kind: 'export', id: fileId },
        detail,
      },
    ),
  );
}
