import type { Settlement, SettlementLine, TaxInvoice } from '@munjigi/contract';
import { addDays, bankDayAfter } from '@munjigi/rules';
import type { Tx } from '../../../db/index.ts';
import { isPublicHoliday } from '../period/pay-day.ts';
import type { SettlementRow } from '../period/settlements.sql.ts';
import { readSupplier } from './tax-supplier.ts';

type Recipient = Pick<
  SettlementRow,
  'ends_on' | 'store_name' | 'store_address' | 'store_business_number' | 'store_representative'
>;

/**
 * Returns the tax invoice of a period's royalty. Its amounts are sums of the lines, never split again (docs/domain.md
 * 5).
 */
export async function taxInvoiceOf(
  tx: Tx,
  row: Recipient,
  lines: readonly SettlementLine[],
): Promise<Settlement['taxInvoice']> {
  return invoiceOf(row, lines, (await readSupplier(tx)).supplier);
}

export function invoiceOf(
  row: Recipient,
  lines: readonly SettlementLine[],
  supplier: TaxInvoice['supplier'],
): TaxInvoice | null {
  const royalties = lines.filter(({ kind }) => kind === 'ROYALTY');
  const of = (part: 'supplyAmount' | 'vatAmount' | 'amount') =>
    0 - royalties.reduce((sum, line) => sum + line[part], 0);
  if (of('amount') === 0) return null;
  return {
    writtenOn: row.ends_on,
    issueBy: issueDay(row.ends_on),
    supplier: supplier && {
      businessNumber: supplier.businessNumber,
      name: supplier.name,
      representative: supplier.representative,
      address: supplier.address,
    },
    recipient: {
      businessNumber: row.store_business_number,
      name: row.store_name,
      representative: row.store_representative,
      address: row.store_address,
    },
    supplyAmount: of('supplyAmount'),
    vatAmount: of('vatAmount'),
    amount: of('amount'),
  };
}

/**
 * Returns the last day to issue the invoice: the 10th of the month after the date of writing, or the next working day
 * (docs/domain.md 5).
 */
function issueDay(writtenOn: string): string {
  const nextMonth = addDays(`${writtenOn.slice(0, 7)}-01`, 31).slice(0, 7);
  return bankDayAfter(`${nextMonth}-10`, 0, isPublicHoliday);
}
