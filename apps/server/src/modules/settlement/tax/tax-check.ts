import {
  TAX_PARTY_FIELDS,
  type checkTaxInvoices,
  type MissingTaxData,
  type ReplyOf,
  type TaxInvoice,
} from '@munjigi/contract';
import type { Tx } from '../../../db/index.ts';
import { findInvoiced } from '../period/settlements.sql.ts';
import { invoiceOf } from './tax-invoice.ts';
import { readSupplier } from './tax-supplier.ts';

interface Dates {
  readonly from: string;
  readonly to: string;
}

/** The most invoices of one file. */
const MOST = 10_000;

/** Counts the tax invoices of these dates, and names what head office and each store lack for them (SL-33). */
export async function checkInvoices(tx: Tx, dates: Dates): Promise<ReplyOf<typeof checkTaxInvoices>> {
  const [{ supplier }, rows] = await Promise.all([readSupplier(tx), findInvoiced(tx, dates, MOST, 0)]);
  const missing = new Map<string, MissingTaxData>();
  let count = 0;
  for (const row of rows) {
    const invoice = invoiceOf(row, row.lines ?? [], supplier);
    if (invoice === null) continue;
    count += 1;
    const [ofSupplier, ofRecipient] = [emptyFields(invoice.supplier), emptyFields(invoice.recipient)];
    if (ofSupplier.length > 0)
      missing.set('', { party: 'SUPPLIER', storeId: null, storeName: null, fields: ofSupplier });
    if (ofRecipient.length > 0)
      missing.set(row.store_id, {
        party: 'RECIPIENT',
        storeId: row.store_id,
        storeName: row.store_name,
        fields: ofRecipient,
      });
  }
  return { count, missing: [...missing.values()] };
}

function emptyFields(party: TaxInvoice['supplier']): MissingTaxData['fields'] {
  return TAX_PARTY_FIELDS.filter((field) => (party?.[field] ?? '').trim() === '');
}
