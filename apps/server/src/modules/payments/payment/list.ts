import type { listPayments, QueryOf, ReplyOf } from '@munjigi/contract';
import { z } from 'zod';
import type { Tx } from '../../../db/index.ts';
import { cursorCodec, toCursorPage } from '../../../http/index.ts';
import { toListedPayment } from './payment-row.ts';
import { findPayments, type PaymentCursor } from './payments-search.sql.ts';

/**
 * Returns a page of payments. A payment that is created meanwhile neither moves a row to the next page nor repeats one.
 */
export async function listMatchingPayments(
  tx: Tx,
  { cursor, limit, ...filter }: QueryOf<typeof listPayments>,
): Promise<ReplyOf<typeof listPayments>> {
  const rows = await findPayments(tx, filter, cursor === undefined ? null : paymentCursors.read(cursor), limit + 1);
  return toCursorPage(rows, {
    limit,
    toItem: toListedPayment,
    toCursor: (row) => paymentCursors.write({ businessDate: row.business_date, id: row.id }),
  });
}

const paymentCursors = cursorCodec({
  list: 'a list of payments',
  fields: z.tuple([z.iso.date(), z.uuid()]),
  toFields: ({ businessDate, id }: PaymentCursor) => [businessDate, id],
  toPosition: ([businessDate, id]) => ({ businessDate, id }),
});
