import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, singleLine, version } from '../fields.ts';

/** The payee of a store's settlements: the representative for tax invoices, and the account. Empty: not known yet. */
export const payeeData = z.object({
  representative: z.string(),
  bank: z.string(),
  accountNumber: z.string(),
  accountHolder: z.string(),
});
export type PayeeData = z.infer<typeof payeeData>;

const settlementPayee = payeeData.extend({ storeId: id, changedAt: instant, changedBy: z.string(), version });
export type SettlementPayee = z.infer<typeof settlementPayee>;

export const listSettlementPayees = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/settlement/payee',
  summary: 'Representatives and accounts of the stores that have any (SL-32)',
  access: 'sales:read',
  query: z.strictObject({ storeId: id.optional() }),
  reply: z.object({ items: z.array(settlementPayee) }),
});

export const setSettlementPayee = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/settlement/payee',
  summary:
    'Set the representative and the account of a store. Bank, number and holder come together or not at all (SL-32)',
  access: 'sales:close',
  body: z
    .strictObject({
      storeId: id,
      /** The version that the person saw; absent when it is set for the first time. */
      version: version.optional(),
      representative: singleLine(50, 0),
      bank: singleLine(30, 0),
      /** As people write it, with dashes. */
      accountNumber: singleLine(24, 0).refine(
        (typed) => typed === '' || /^(?:\d-?){7,22}\d$/.test(typed),
        'must be digits and dashes',
      ),
      accountHolder: singleLine(50, 0),
    })
    .refine(
      ({ bank, accountNumber, accountHolder }) => {
        const empty = [bank, accountNumber, accountHolder].filter((value) => value === '').length;
        return empty === 0 || empty === 3;
      },
      { path: ['accountNumber'], error: 'bank, number and holder come together' },
    ),
  reply: settlementPayee,
  problems: ['STALE'],
});
