import type { DepositFileColumn } from '@munjigi/contract';
import { DEPOSIT_COLUMNS, readDepositFile, type DepositColumns, type DepositFile } from '@munjigi/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import { invalidInput, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';

/** A person's choice of columns as a query gives it. */
export interface ChosenColumns {
  readonly headLine?: number | undefined;
  /** `date:0,in:3` */
  readonly columns?: string | undefined;
}

/** A file with the columns by which it is read. */
export interface ReadFile {
  readonly file: DepositFile;
  readonly isRemembered: boolean;
}

/**
 * Reads a bank's file by the columns that a person chose, by those chosen before for a file with this head, or by those
 * that the server recognises, in this order. Returns `null` for a text that is no table.
 */
export async function readFileWithColumns(
  tx: Tx,
  { storeId, text, timeZone }: { readonly storeId: string; readonly text: string; readonly timeZone: string },
  { headLine, columns }: ChosenColumns,
): Promise<ReadFile | null> {
  const recognised = readDepositFile(text, timeZone);
  if (recognised === null) return null;
  if (columns !== undefined) {
    const chosen = { headLine: headLine ?? recognised.headLine, columns: parseColumns(columns) };
    const file = readDepositFile(text, timeZone, chosen);
    return file && { file: checkedColumns(file), isRemembered: false };
  }
  const kept = await tx
    .selectFrom('deposit_file_heads')
    .select('columns')
    .where('store_id', '=', storeId)
    .where('head', '=', headKey(recognised.head))
    .executeTakeFirst();
  const file = kept
    ? readDepositFile(text, timeZone, { headLine: recognised.headLine, columns: kept.columns as DepositColumns })
    : recognised;
  return file && { file, isRemembered: kept !== undefined };
}

/** Keeps a person's choice for files with this head. */
export async function keepColumns(work: UnitOfWork, storeId: string, { head, columns }: DepositFile): Promise<void> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const set = { columns: JSON.stringify(columns), updated_at: now, updated_by_name: actor.name };
  const { id } = await tx
    .insertInto('deposit_file_heads')
    .values({ product_id: actor.productId, store_id: storeId, id: uuidv7(), head: headKey(head), ...set })
    .onConflict((conflict) => conflict.columns(['store_id', 'head']).doUpdateSet(set))
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordChange(work, {
    storeId,
    at: now,
    action: 'deposit-file-head.kept',
    subject: { kind: 'deposit-file-head', id },
    detail: { columns },
  });
}

const MOST_HEAD = 2000;

function headKey(head: readonly string[]): string {
  return head
    .map((cell) => cell.replace(/\s/g, ''))
    .join('|')
    .slice(0, MOST_HEAD);
}

function parseColumns(text: string): DepositColumns {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [column = '', at = ''] = part.split(':');
      return [column as DepositFileColumn, Number(at)];
    }),
  );
}

/** Refuses a column that the head does not have, and one cell for two parts. */
function checkedColumns(file: DepositFile): DepositFile {
  const places = DEPOSIT_COLUMNS.flatMap((column) => file.columns[column] ?? []);
  if (places.some((at) => at >= file.head.length) || new Set(places).size < places.length)
    throw invalidInput([{ path: 'columns', code: 'unknown_column', message: 'Each part needs a column of its own' }]);
  return file;
}
