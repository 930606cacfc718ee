import type { exportCashReceipts, ListedCashReceipt, QueryOf } from '@munjigi/contract';
import { CASH_RECEIPT_HEADINGS, CASH_RECEIPT_WORDS } from '@munjigi/texts/exports';
import type { FileReply, TableCell } from '../../http/index.ts';
import {
  exportTable,
  formatWallClock,
  readPages,
  readPlaceNames,
  type ExportDeps,
  type PlaceNames,
} from '../audit/index.ts';
import { readReceiptsAfter, type CashReceiptFilter, type ReceiptPosition } from './list-receipts.ts';

type Query = QueryOf<typeof exportCashReceipts>;
type Words = (typeof CASH_RECEIPT_WORDS)[Query['lng']];

/** Exports the cash receipts of a filter, page by page (CR-14). Amounts of a row are those of its payment that is kept. */
export async function exportReceiptsFile(deps: ExportDeps, { format, lng, ...filter }: Query): Promise<FileReply> {
  return exportTable(deps, {
    name: 'cash-receipts',
    action: 'cash-receipt.exported',
    format,
    filter,
    headings: CASH_RECEIPT_HEADINGS[lng],
    rows: cellsOf(deps, filter, await readPlaceNames(deps), CASH_RECEIPT_WORDS[lng]),
  });
}

async function* cellsOf(
  deps: ExportDeps,
  filter: CashReceiptFilter,
  names: PlaceNames,
  words: Words,
): AsyncGenerator<TableCell[]> {
  const pages = readPages(deps, (tx, after: ReceiptPosition | null, limit) =>
    readReceiptsAfter(tx, { filter, after }, limit),
  );
  for await (const { rows } of pages) for (const receipt of rows) yield cells(receipt, names, words);
}

function cells(receipt: ListedCashReceipt, { stores }: PlaceNames, words: Words): TableCell[] {
  const store = stores.get(receipt.storeId);
  const at = (instant: string | null) =>
    instant === null ? '' : formatWallClock(store?.timeZone ?? 'UTC', new Date(instant));
  return [
    at(receipt.paidAt),
    store?.name ?? '',
    receipt.reservationCode ?? '',
    words.method[receipt.method],
    words.state[receipt.state],
    receipt.number === null ? '' : words.purpose[receipt.number.purpose],
    describeNumber(receipt, words),
    receipt.keptAmount,
    receipt.supplyAmount,
    receipt.vatAmount,
    receipt.taxFreeAmount,
    receipt.issuedAmount,
    receipt.approvalNumber ?? '',
    at(receipt.issuedAt),
    at(receipt.cancelledAt),
    receipt.failure === null ? '' : receipt.failure.message || receipt.failure.code,
  ];
}

function describeNumber({ number, isSelfIssued }: ListedCashReceipt, words: Words): string {
  if (isSelfIssued) return words.selfIssued;
  if (number === null) return '';
  return number.isOfReceipt ? number.masked : words.earlierNumber;
}
