import { z } from 'zod';
import { singleLine } from '../fields.ts';
import { AGE_DOCUMENTS } from './age-values.ts';

/** How staff admit a guest without a check of age (AG-12). */
export const admittedAdult = z.strictObject({
  /** The document that they saw; `null`: none. The audit log keeps the reason. */
  document: z.enum(AGE_DOCUMENTS).nullable(),
  reason: singleLine(200),
});
