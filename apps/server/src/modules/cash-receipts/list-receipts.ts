import type { exportCashReceipts, ListedCashReceipt, listCashReceipts, QueryOf } from '@munjigi/contract';
import { addDays, zonedInstant, zoneOfStores } from '@munjigi/rules';
import { sql, type SelectQueryBuilder } from 'kysely';
import { orderOf, readGrowingPage, type Tables, type Tx } from '../../db/index.ts';
import { findShownIssue, maskNumber, readReceiptParts, toReceipt, type ReceiptParts } from './read-receipts.ts';
import type { NumberRow, ReceiptRow } from './receipts.sql.ts';

export type CashReceiptFilter = Omit<QueryOf<typeof exportCashReceipts>, 'format' | 'lng'>;

const NEWEST_FIRST = sql`created_at desc, id desc`;

/** Lists the cash receipts of a filter, page by page (CR-12, CR-14). */
export async function listReceipts(
  tx: Tx,
  { page, limit, sort, ...filter }: QueryOf<typeof listCashReceipts>,
): Promise<{ total: number; isTotalExact: boolean; items: ListedCashReceipt[] }> {
  const { rows, ...totals } = await readGrowingPage(tx, await selectReceipts(tx, filter), {
    page,
    limit,
    order: orderOf(sort, { paidAt: 'created_at' }, 'id', NEWEST_FIRST),
  });
  return { ...totals, items: await composeListed(tx, rows) };
}

/** Reads the receipts of a filter after one of them, newest first. */
export async function readReceiptsAfter(
  tx: Tx,
  { filter, after }: { readonly filter: CashReceiptFilter; readonly after: ReceiptPosition | null },
  limit: number,
): Promise<{ rows: ListedCashReceipt[]; next: ReceiptPosition | null }> {
  let query = await selectReceipts(tx, filter);
  if (after !== null)
    query = query.where(sql<boolean>`(created_at, id) < (${after.created_at}::timestamptz, ${after.id}::uuid)`);
  const rows = await query.orderBy(NEWEST_FIRST).limit(limit).execute();
  const last = rows.at(-1);
  return {
    rows: await composeListed(tx, rows),
    next: last === undefined || rows.length < limit ? null : { created_at: last.created_at, id: last.id },
  };
}

export type ReceiptPosition = Pick<ReceiptRow, 'created_at' | 'id'>;

async function selectReceipts(
  tx: Tx,
  { storeId, state, isDue, month }: CashReceiptFilter,
): Promise<SelectQueryBuilder<Tables, 'cash_receipts', ReceiptRow>> {
  let query = tx.selectFrom('cash_receipts').selectAll();
  if (storeId !== undefined) query = query.where('store_id', '=', storeId);
  if (state !== undefined) query = query.where('state', '=', state);
  if (isDue === 'true') query = query.where('state', 'in', ['WAITING', 'ISSUING', 'REFUSED']);
  if (month === undefined) return query;
  const { from, to } = await periodOfMonth(tx, month, storeId);
  return query.where('created_at', '>=', from).where('created_at', '<', to);
}

/** A month by the clock of the store, or of the stores that the person sees. */
async function periodOfMonth(tx: Tx, month: string, storeId: string | undefined): Promise<{ from: Date; to: Date }> {
  let stores = tx.selectFrom('stores').select('time_zone as timeZone');
  if (storeId !== undefined) stores = stores.where('id', '=', storeId);
  const zone = zoneOfStores(await stores.execute());
  const first = `${month}-01`;
  return {
    from: zonedInstant(zone, first, '00:00'),
    to: zonedInstant(zone, `${addDays(first, 31).slice(0, 7)}-01`, '00:00'),
  };
}

async function composeListed(tx: Tx, rows: readonly ReceiptRow[]): Promise<ListedCashReceipt[]> {
  const [codes, numbers] = await Promise.all([findCodes(tx, rows), findNumbers(tx, rows)]);
  const composed = new Map<string, ListedCashReceipt>();
  for (const storeId of new Set(rows.map((row) => row.store_id))) {
    const ofStore = rows.filter((row) => row.store_id === storeId);
    for (const parts of await readReceiptParts(tx, storeId, ofStore)) {
      const reservationId = parts.row.reservation_id ?? '';
      composed.set(parts.row.id, {
        ...toReceipt(parts),
        reservationCode: codes.get(reservationId) ?? null,
        method: parts.payment.method,
        number: toListedNumber(parts, numbers.get(reservationId)),
      });
    }
  }
  return rows.flatMap(({ id }) => composed.get(id) ?? []);
}

/**
 * The number of a receipt. Receipts that a provider issued with its payment, and those of a terminal, come without one. A
 * number that was entered after the issue is that of the next receipt.
 */
function toListedNumber(
  { row, payment, steps }: ReceiptParts,
  number: NumberRow | undefined,
): ListedCashReceipt['number'] {
  const issue = findShownIssue(steps);
  const isOfAnother = issue === undefined && (row.own_amount !== null || payment.cash_receipt_number !== null);
  if (number === undefined || isOfAnother || issue?.is_self_issued === true) return null;
  return {
    purpose: number.purpose,
    kind: number.kind,
    masked: maskNumber(number.guest_number),
    isOfReceipt: issue === undefined || number.entered_at <= issue.requested_at,
  };
}

/** The numbers of the stays of receipts, without erased ones. */
async function findNumbers(tx: Tx, rows: readonly ReceiptRow[]): Promise<ReadonlyMap<string, NumberRow>> {
  const ids = rows.flatMap((row) => row.reservation_id ?? []);
  if (ids.length === 0) return new Map();
  const found = await tx.selectFrom('cash_receipt_numbers').selectAll().where('id', 'in', ids).execute();
  return new Map(found.filter((row) => row.guest_number !== '').map((row) => [row.id, row]));
}

async function findCodes(tx: Tx, rows: readonly ReceiptRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap((row) => row.reservation_id ?? []);
  if (ids.length === 0) return new Map();
  const found = await tx.selectFrom('reservations').select(['id', 'code']).where('id', 'in', ids).execute();
  return new Map(found.map(({ id, code }) => [id, code]));
}
