import { z } from 'zod';
import { singleLine } from '../fields.ts';

/** Korean banks by their three digits (KFTC), in the order in which people look for them. */
export const BANK_CODES = [
  '004',
  '088',
  '020',
  '081',
  '011',
  '003',
  '090',
  '092',
  '089',
  '045',
  '048',
  '071',
  '012',
  '023',
  '031',
  '032',
  '034',
  '037',
  '039',
  '035',
  '007',
  '002',
  '027',
  '064',
  '050',
] as const;
export type BankCode = (typeof BANK_CODES)[number];

/**
 * The destination of a virtual account's refund: the provider does not know which account the transfer came from
 * (docs/domain.md 2).
 */
export const refundAccount = z.strictObject({
  bank: z.enum(BANK_CODES),
  /** The number as people copy it, with dashes; stored and sent as digits. */
  accountNumber: z
    .string()
    .max(40)
    .overwrite((typed) => typed.replace(/[\s-]/g, ''))
    .regex(/^\d{8,20}$/, 'must be 8 to 20 digits'),
  holderName: singleLine(60),
});
export type RefundAccount = z.infer<typeof refundAccount>;
