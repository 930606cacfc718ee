import type {
  ChannelStatement,
  importChannelStatement,
  listChannelStatementLines,
  listChannelStatements,
  QueryOf,
  ReplyOf,
} from '@munjigi/contract';
import { MOST_STATEMENT_LINES, readChannelStatement, type StatementPayment } from '@munjigi/rules';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import { invalidInput, notFound, type UnitOfWork, type UploadedFile } from '../../http/index.ts';
import { readTableText } from '../../text/table-text.ts';
import { recordChange } from '../audit/index.ts';
import { findStatementLines, findStatements } from './channel-statements.sql.ts';

/** The most unreadable lines that a reply names. */
const MOST_NAMED_LINES = 100;

export function listStatements(
  tx: Tx,
  { page, limit, sort }: QueryOf<typeof listChannelStatements>,
): Promise<ReplyOf<typeof listChannelStatements>> {
  return findStatements(tx, { page, limit, sort });
}

export async function listStatementLines(
  tx: Tx,
  statementId: string,
  query: QueryOf<typeof listChannelStatementLines>,
): Promise<ReplyOf<typeof listChannelStatementLines>> {
  await readStatement(tx, statementId);
  return findStatementLines(tx, statementId, query);
}

/** Imports the statement of a channel, in place of an earlier one for the same period (CH-4). */
export async function importStatement(
  work: UnitOfWork,
  { apiKeyId, from, to, fileName }: QueryOf<typeof importChannelStatement>,
  { bytes }: UploadedFile,
): Promise<ReplyOf<typeof importChannelStatement>> {
  const { tx, clock, actor } = work;
  const key = await tx.selectFrom('api_keys').select('name').where('id', '=', apiKeyId).executeTakeFirst();
  if (!key) throw notFound();
  const table = await readTableText(bytes);
  const read = 'fault' in table ? null : readChannelStatement(table.text);
  if (read === null)
    throw invalidInput([
      {
        path: 'file',
        code: 'fault' in table && table.fault === 'OLD_EXCEL' ? 'old_excel' : 'unknown_file',
        message: `A table as CSV in UTF-8, UTF-16 or EUC-KR, or as .xlsx, with heads for reference, amount and commission, and at most ${MOST_STATEMENT_LINES} lines`,
      },
    ]);
  if (read.payments.length === 0) await refuseWithoutPayments(tx, { apiKeyId, from, to }, read.unreadableLines);
  await tx
    .deleteFrom('channel_statements')
    .where('key_id', '=', apiKeyId)
    .where('starts_on', '=', from)
    .where('ends_on', '=', to)
    .execute();
  const row = { product_id: actor.productId, id: uuidv7(), key_id: apiKeyId, starts_on: from, ends_on: to };
  await tx
    .insertInto('channel_statements')
    .values({ ...row, file_name: fileName, imported_at: clock.now(), imported_by_name: actor.name })
    .execute();
  await insertLines(tx, { productId: actor.productId, statementId: row.id }, read.payments);
  const statement = await readStatement(tx, row.id);
  await recordStatementChange(work, 'channel-statement.imported', statement);
  return { statement, unreadableLines: read.unreadableLines.slice(0, MOST_NAMED_LINES) };
}

/**
 * A file that no line of can be read is no statement, and one without lines would replace a good statement by nothing. A
 * first statement may have no lines: the channel sold nothing in the period.
 */
async function refuseWithoutPayments(
  tx: Tx,
  { apiKeyId, from, to }: Pick<QueryOf<typeof importChannelStatement>, 'apiKeyId' | 'from' | 'to'>,
  unreadableLines: readonly number[],
): Promise<void> {
  const earlier = await tx
    .selectFrom('channel_statements')
    .select('id')
    .where('key_id', '=', apiKeyId)
    .where('starts_on', '=', from)
    .where('ends_on', '=', to)
    .executeTakeFirst();
  if (unreadableLines.length === 0 && earlier === undefined) return;
  throw invalidInput([
    {
      path: 'file',
      code: 'no_payments',
      message: `No line of the file is a payment (lines that cannot be read: ${unreadableLines.slice(0, 5).join(', ') || 'none'}). The statement of the period stays as it is`,
    },
  ]);
}

export async function removeStatement(work: UnitOfWork, statementId: string): Promise<ChannelStatement> {
  const { tx } = work;
  const statement = await readStatement(tx, statementId);
  await tx.deleteFrom('channel_statements').where('id', '=', statementId).execute();
  await recordStatementChange(work, 'channel-statement.removed', statement);
  return statement;
}

async function readStatement(tx: Tx, statementId: string): Promise<ChannelStatement> {
  const { items } = await findStatements(tx, { where: sql`s.id = ${statementId}`, page: 0, limit: 1 });
  const [statement] = items;
  if (!statement) throw notFound();
  return statement;
}

/** One parameter for all lines, because PostgreSQL takes 65,535 values in a statement. */
async function insertLines(
  tx: Tx,
  { productId, statementId }: { readonly productId: string; readonly statementId: string },
  payments: readonly StatementPayment[],
): Promise<void> {
  if (payments.length === 0) return;
  const rows = payments.map((item) => ({
    product_id: productId,
    statement_id: statementId,
    reference: item.reference,
    amount: item.amount,
    refunded_amount: item.refundedAmount,
    commission_amount: item.commissionAmount,
    payout_amount: item.payoutAmount,
  }));
  await sql`insert into channel_statement_lines
    select * from json_populate_recordset(null::channel_statement_lines, ${JSON.stringify(rows)}::json)`.execute(tx);
}

function recordStatementChange(
  work: UnitOfWork,
  action: 'channel-statement.imported' | 'channel-statement.removed',
  { id, channelName, from, to, counts }: ChannelStatement,
): Promise<void> {
  return recordChange(work, {
    storeId: null,
    action,
    subject: { kind: 'channel-statement', id },
    detail: { channelName, from, to, ...counts },
  });
}
