import type { exportTaxInvoices, QueryOf } from '@munjigi/contract';
import type { Clock } from '../../../clock.ts';
import type { Database } from '../../../db/index.ts';
import { invalidInput, Problem, type FileReply, type Person, type TableCell } from '../../../http/index.ts';
import { exportTable } from '../../audit/index.ts';
import { datesInName } from './dates-in-name.ts';
import { findInvoiced } from '../period/settlements.sql.ts';
import { checkInvoices } from './tax-check.ts';
import { invoiceOf } from './tax-invoice.ts';
import { readSupplier } from './tax-supplier.ts';

type Query = QueryOf<typeof exportTaxInvoices>;

const PAGE = 200;

/**
 * Columns in the order in which people enter them at the tax office. Business numbers have no dashes. The purpose is
 * `RECEIPT` (영수), because the royalty is deducted from the payout.
 */
const WORDS = {
  kr: {
    headings: [
      '작성일자',
      '발급 기한',
      '공급자 등록번호',
      '공급자 상호',
      '공급자 대표자',
      '공급자 주소',
      '공급받는자 등록번호',
      '공급받는자 상호',
      '공급받는자 대표자',
      '공급받는자 주소',
      '품목',
      '공급가액',
      '세액',
      '합계금액',
      '영수/청구',
      '비고',
    ],
    item: '로열티',
    receipt: '영수',
    correction: '수정 세금계산서',
    fileName: '세금계산서 자료',
  },
  en: {
    headings: [
      'Date',
      'Issue by',
      'Supplier number',
      'Supplier',
      'Representative',
      'Supplier address',
      'Recipient number',
      'Recipient',
      'Recipient representative',
      'Recipient address',
      'Item',
      'Supply value',
      'VAT',
      'Total',
      'Purpose',
      'Note',
    ],
    item: 'Royalty',
    receipt: 'Received',
    correction: 'Correction',
    fileName: 'Tax invoices',
  },
} as const;

/**
 * Exports one row for each closed period with a royalty, page by page. An open period has no invoice, because it can
 * still change. Throws TAX_INVOICES_INCOMPLETE while a party lacks data (SL-33).
 */
export async function taxInvoiceFile(
  db: Database,
  clock: Clock,
  actor: Person,
  { format, lng, from, to }: Query,
): Promise<FileReply> {
  if (from > to) throw invalidInput([{ path: 'to', code: 'before_from', message: 'must not be before from' }]);
  const { missing } = await db.withActor(actor, (tx) => checkInvoices(tx, { from, to }));
  if (missing.length > 0) throw new Problem('TAX_INVOICES_INCOMPLETE', { current: { missing } });
  return exportTable(
    { db, clock, actor },
    {
      name: `tax-invoices-${from}`,
      readableName: `${WORDS[lng].fileName} ${datesInName(from, to)}`,
      action: 'settlement.invoices-exported',
      format,
      filter: { from, to },
      headings: WORDS[lng].headings,
      rows: rowsOf({ db, actor, from, to, lng }),
    },
  );
}

interface InvoiceSource extends Pick<Query, 'from' | 'to' | 'lng'> {
  readonly db: Database;
  readonly actor: Person;
}

async function* rowsOf({ db, actor, from, to, lng }: InvoiceSource): AsyncGenerator<TableCell[]> {
  const { item, receipt, correction } = WORDS[lng];
  const digits = (businessNumber: string) => businessNumber.replaceAll('-', '');
  for (let page = 0; ; page += 1) {
    const { supplier, rows } = await db.withActor(actor, async (tx) => ({
      ...(await readSupplier(tx)),
      rows: await findInvoiced(tx, { from, to }, PAGE, page * PAGE),
    }));
    for (const row of rows) {
      const invoice = invoiceOf(row, row.lines ?? [], supplier);
      if (invoice === null) continue;
      const { recipient } = invoice;
      yield [
        invoice.writtenOn,
        invoice.issueBy,
        digits(supplier?.businessNumber ?? ''),
        supplier?.name ?? '',
        supplier?.representative ?? '',
        supplier?.address ?? '',
        digits(recipient.businessNumber),
        recipient.name,
        recipient.representative,
        recipient.address,
        `${item} ${row.starts_on} – ${row.ends_on}`,
        invoice.supplyAmount,
        invoice.vatAmount,
        invoice.amount,
        receipt,
        invoice.amount < 0 ? correction : '',
      ];
    }
    if (rows.length < PAGE) return;
  }
}
