import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { businessNumber, calendarDate, id, instant, money, singleLine, version } from '../fields.ts';

/** A party of a tax invoice. */
const taxParty = z.object({
  /** `000-00-00000`; empty: not known yet. */
  businessNumber: z.string(),
  name: z.string(),
  representative: z.string(),
  address: z.string(),
});

/**
 * The contents of the tax invoice of a royalty, from head office to the store (docs/domain.md 5). Negative amounts
 * correct earlier invoices.
 */
export const taxInvoice = z.object({
  /** The date of the invoice: the last date of the period, regardless of when it is issued. */
  writtenOn: calendarDate,
  /** The last day for issuing it: the 10th of the next month, or the bank day after it. */
  issueBy: calendarDate,
  /** The present data of the parties. `null`: head office has not entered its data yet. */
  supplier: taxParty.nullable(),
  recipient: taxParty,
  supplyAmount: money,
  vatAmount: money,
  amount: money,
});
export type TaxInvoice = z.infer<typeof taxInvoice>;

const taxSupplier = taxParty.extend({ changedAt: instant, changedBy: z.string(), version });

export const getTaxSupplier = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/settlement/supplier',
  summary: 'The data of head office on tax invoices; `null` until it is set',
  access: 'sales:read',
  reply: z.object({ supplier: taxSupplier.nullable() }),
});

export const setTaxSupplier = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/settlement/supplier',
  summary: 'Set the data of head office on tax invoices',
  access: 'sales:close',
  body: z.strictObject({
    /** The version that the person saw; absent when it is set for the first time. */
    version: version.optional(),
    businessNumber,
    name: singleLine(100),
    representative: singleLine(50),
    address: singleLine(200, 0).default(''),
  }),
  reply: taxSupplier,
  problems: ['STALE'],
});

export const exportTaxInvoices = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/settlement/tax-invoices',
  summary: 'Tax invoices of the royalties of closed periods that are written for those dates, one a row, as a file',
  access: 'sales:read',
  load: 'export',
  kind: 'file',
  /** Dates of the invoices, the first and the last included. */
  query: z.strictObject({
    from: calendarDate,
    to: calendarDate,
    format: z.enum(['csv', 'xlsx']),
    lng: z.enum(['kr', 'en']).default('kr'),
  }),
  reply: z.string(),
  problems: ['TAX_INVOICES_INCOMPLETE'],
});

/** What a tax invoice cannot do without: nothing of a party may be empty (SL-33). */
export const TAX_PARTY_FIELDS = ['businessNumber', 'name', 'representative', 'address'] as const;

const missingTaxData = z.object({
  party: z.enum(['SUPPLIER', 'RECIPIENT']),
  /** The recipient; `null` for head office. */
  storeId: id.nullable(),
  storeName: z.string().nullable(),
  fields: z.array(z.enum(TAX_PARTY_FIELDS)),
});
export type MissingTaxData = z.infer<typeof missingTaxData>;

export const checkTaxInvoices = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/settlement/tax-invoices/check',
  summary:
    'The number of tax invoices of these dates, and the data that they lack. The file is refused until nothing is missing (SL-33)',
  access: 'sales:read',
  query: z.strictObject({ from: calendarDate, to: calendarDate }),
  reply: z.object({ count: z.number().int(), missing: z.array(missingTaxData) }),
});
