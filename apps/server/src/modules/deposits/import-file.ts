import type { importDeposits, previewDeposits, QueryOf, ReplyOf } from '@munjigi/contract';
import { isComplete, maskName, MOST_CSV_ROWS, type DepositCsvRow, type DepositReading } from '@munjigi/rules';
import { v7 as uuidv7 } from 'uuid';
import { personalOf, type Tx } from '../../db/index.ts';
import { invalidInput, notFound, type UnitOfWork, type UploadedFile } from '../../http/index.ts';
import { enqueueJob } from '../../jobs/index.ts';
import { readTableText, type TableFault } from '../../text/table-text.ts';
import { DEPOSIT_JOB } from './deposit-jobs.ts';
import { keepColumns, readFileWithColumns, type ReadFile } from './file-heads.ts';

/** Rows of one insert: PostgreSQL takes 65,535 values in a statement. */
const AT_ONCE = 500;
/** Lines that a preview shows. */
const MOST_PREVIEWED = 20;

/** Reads a bank's file as an import would, and stores nothing. */
export async function previewFile(
  tx: Tx,
  { storeId, ...chosen }: QueryOf<typeof previewDeposits>,
  { bytes }: UploadedFile,
): Promise<ReplyOf<typeof previewDeposits>> {
  const { file, isRemembered } = await readFile(tx, storeId, chosen, bytes);
  return {
    storeId,
    headLine: file.headLine,
    head: [...file.head],
    columns: { ...file.columns },
    isRemembered,
    isComplete: isComplete(file.columns),
    ...countLines(file.rows),
    lines: file.rows.slice(0, MOST_PREVIEWED).map(({ line, reading }) => ({
      line,
      kind: reading?.kind ?? null,
      amount: reading?.amount ?? null,
      depositorName: reading?.depositorName == null ? null : maskName(reading.depositorName),
      at: reading?.at?.toISOString() ?? null,
      isDateOnly: reading?.isDateOnly ?? false,
      balance: reading?.balance ?? null,
    })),
  };
}

/** Stores each line of a bank's file that is a movement, and enqueues the lines in the order of their times. */
export async function importFile(
  work: UnitOfWork,
  { storeId, ...chosen }: QueryOf<typeof importDeposits>,
  { bytes }: UploadedFile,
): Promise<ReplyOf<typeof importDeposits>> {
  const { tx, clock } = work;
  const { file, productId } = await readFile(tx, storeId, chosen, bytes);
  if (!isComplete(file.columns)) throw unknownFile();
  if (chosen.columns !== undefined) await keepColumns(work, storeId, file);
  const now = clock.now();
  const keys = personalOf(tx);
  const read = file.rows.flatMap(({ text: line, reading }) =>
    reading === null ? [] : [{ line, reading, id: uuidv7() }],
  );
  // A file starts with its newest line as often as with its oldest.
  read.sort((one, other) => timeOf(one.reading) - timeOf(other.reading));
  for (let from = 0; from < read.length; from += AT_ONCE) {
    const values = read.slice(from, from + AT_ONCE).map(({ id, line, reading }) => ({
      product_id: productId,
      store_id: storeId,
      id,
      relay_id: null,
      source: 'CSV' as const,
      raw: keys.seal(line),
      reading: keys.seal(JSON.stringify(reading)),
      received_at: now,
    }));
    await tx.insertInto('deposit_messages').values(values).execute();
  }
  if (read.length > 0)
    await enqueueJob(tx, {
      kind: DEPOSIT_JOB,
      payload: { productId, storeId, messageIds: read.map(({ id }) => id) },
      dueAt: now,
    });
  return { storeId, ...countLines(file.rows) };
}

function timeOf({ at }: DepositReading): number {
  return at?.getTime() ?? 0;
}

async function readFile(
  tx: Tx,
  storeId: string,
  chosen: Parameters<typeof readFileWithColumns>[2],
  bytes: Uint8Array,
): Promise<ReadFile & { readonly productId: string }> {
  const store = await tx
    .selectFrom('stores')
    .select(['product_id', 'time_zone'])
    .where('id', '=', storeId)
    .executeTakeFirst();
  if (!store) throw notFound();
  const table = await readTableText(bytes);
  if ('fault' in table) throw unknownFile(table.fault);
  const file = { storeId, text: table.text, timeZone: store.time_zone };
  const read = await readFileWithColumns(tx, file, chosen);
  if (read === null) throw unknownFile();
  return { ...read, productId: store.product_id };
}

function unknownFile(fault: TableFault = 'BROKEN') {
  return invalidInput([
    fault === 'OLD_EXCEL'
      ? {
          path: 'file',
          code: 'old_excel',
          message: 'A binary Excel file (.xls) or one with a password cannot be read: save it as .xlsx or CSV',
        }
      : {
          path: 'file',
          code: 'unknown_file',
          message: `A table of a bank as CSV in UTF-8, UTF-16 or EUC-KR, as .xlsx, or as HTML named .xls, with heads for the time and what came in, and at most ${MOST_CSV_ROWS} rows`,
        },
  ]);
}

function countLines(rows: readonly DepositCsvRow[]) {
  const readings = rows.flatMap(({ reading }) => reading ?? []);
  const withdrawals = readings.filter(({ kind }) => kind === 'WITHDRAWAL').length;
  return {
    deposits: readings.length - withdrawals,
    withdrawals,
    unreadableLines: rows.filter(({ reading }) => reading === null).map(({ line }) => line),
  };
}
