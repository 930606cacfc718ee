import type { exportTaxInvoices, QueryOf } from '@munjigi/contract';
import { TAX_INVOICE_WORDS } from '@munjigi/texts/exports';
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
      readableName: `${TAX_INVOICE_WORDS[lng].fileName} ${datesInName(from, to)}`,
      action: 'settlement.invoices-exported',
      format,
      filter: { from, to },
      headings: TAX_INVOICE_WORDS[lng].headings,
      rows: rowsOf({ db, actor, from, to, lng }),
    },
  );
}

interface InvoiceSource extends Pick<Query, 'from' | 'to' | 'lng'> {
  readonly db: Database;
  readonly actor: Person;
}

async function* rowsOf({ db, actor, from, to, lng }: InvoiceSource): AsyncGenerator<TableCell[]> {
  const { item, receipt, correction } = TAX_INVOICE_WORDS[lng];
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
