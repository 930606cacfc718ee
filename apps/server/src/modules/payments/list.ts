import type { listPayments, QueryOf, ReplyOf } from '@munjigi/contract';
import { z } from 'zod';
import type { Tx } from '../../db/index.ts';
import { invalidInput } from '../../http/index.ts';
import { toListedPayment } from './payment-row.ts';
import { findPayments, type PaymentCursor } from './payments-search.sql.ts';

/**
 * Returns a page of payments. A payment that is created meanwhile neither moves a row to the next page nor repeats one.
 */
export async function listMatchingPayments(
  tx: Tx,
  { cursor, limit, ...filter }: QueryOf<typeof listPayments>,
): Promise<ReplyOf<typeof listPayments>> {
  const rows = await findPayments(tx, filter, cursor === undefined ? null : readCursor(cursor), limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(toListedPayment),
    nextCursor: rows.length > limit && last ? writeCursor({ businessDate: last.business_date, id: last.id }) : null,
  };
}

const cursorContents = z.tuple([z.iso.date(), z.uuid()]);

function writeCursor({ businessDate, id }: PaymentCursor): string {
  return Buffer.from(JSON.stringify([businessDate, id])).toString('base64url');
}

function readCursor(cursor: string): PaymentCursor {
  try {
    const [businessDate, id] = cursorContents.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { businessDate, id };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw invalidInput([
      { path: 'cursor', code: 'unknown_cursor', message: 'This is no cursor of a list of payments' },
    ]);
  }
}
