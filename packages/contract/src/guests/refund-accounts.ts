import { z } from 'zod';
import { BANK_CODES } from '../money/bank-values.ts';
import { singleLine } from '../fields.ts';

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
