import type { importDeposits, ReplyOf } from '@munjigi/contract';
import { MOST_CSV_ROWS, readDepositCsv, readDepositText } from '@munjigi/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import { personalOf, type Tx } from '../../db/index.ts';
import { invalidInput, notFound, type UploadedFile } from '../../http/index.ts';
import { enqueueJob } from '../../jobs/index.ts';
import { DEPOSIT_JOB } from './deposit-jobs.ts';

/** Rows of one insert: PostgreSQL takes 65,535 values in a statement. */
const AT_ONCE = 500;

/** Stores each line of a bank's file that is a movement, and enqueues the lines in the order of their times. */
export async function importFile(
  tx: Tx,
  clock: Clock,
  storeId: string,
  { bytes }: UploadedFile,
): Promise<ReplyOf<typeof importDeposits>> {
  const store = await tx
    .selectFrom('stores')
    .select(['product_id', 'time_zone'])
    .where('id', '=', storeId)
    .executeTakeFirst();
  if (!store) throw notFound();
  const text = readDepositText(bytes);
  const rows = text === null ? null : readDepositCsv(text, store.time_zone);
  if (rows === null) {
    throw invalidInput([
      {
        path: 'file',
        code: 'unknown_file',
        message: `A table of a bank as CSV, in UTF-8 or EUC-KR, with heads for the time and what came in, and at most ${MOST_CSV_ROWS} rows`,
      },
    ]);
  }
  const now = clock.now();
  const keys = personalOf(tx);
  const read = rows.flatMap(({ text: line, reading }) => (reading === null ? [] : [{ line, reading, id: uuidv7() }]));
  // A file starts with its newest line as often as with its oldest.
  read.sort((one, other) => (one.reading.at?.getTime() ?? 0) - (other.reading.at?.getTime() ?? 0));
  for (let from = 0; from < read.length; from += AT_ONCE) {
    const values = read.slice(from, from + AT_ONCE).map(({ id, line, reading }) => ({
      product_id: store.product_id,
      store_id: storeId,
      id,
      relay_id: null,
      source: 'CSV',
      raw: keys.seal(line),
      reading: keys.seal(JSON.stringify(reading)),
      received_at: now,
    }));
    await tx.insertInto('deposit_messages').values(values).execute();
  }
  if (read.length > 0)
    await enqueueJob(tx, {
      kind: DEPOSIT_JOB,
      payload: { productId: store.product_id, storeId, messageIds: read.map(({ id }) => id) },
      dueAt: now,
    });
  const withdrawals = read.filter(({ reading }) => reading.kind === 'WITHDRAWAL').length;
  return {
    storeId,
    deposits: read.length - withdrawals,
    withdrawals,
    unreadableLines: rows.filter(({ reading }) => reading === null).map(({ line }) => line),
  };
}
