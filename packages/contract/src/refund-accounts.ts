import { z } from 'zod';
import { text } from './fields.ts';

/** Banks of Korea by their three digits (KFTC), in the order in which people look for them. */
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

/** Where the money of a virtual account goes back to: a transfer came from somewhere that no provider knows (docs/domain.md 2). */
export const refundAccount = z.strictObject({
  bank: z.enum(BANK_CODES),
  /** As people copy it, with its dashes; kept and sent as digits. */
  accountNumber: z
    .string()
    .max(40)
    .overwrite((typed) => typed.replace(/[\s-]/g, ''))
    .regex(/^\d{8,20}$/, 'must be 8 to 20 digits'),
  holderName: text(60),
});
export type RefundAccount = z.infer<typeof refundAccount>;
