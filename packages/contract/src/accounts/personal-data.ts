import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, version } from '../fields.ts';

/** In months. The law requires records of contracts and payments for five years (docs/domain.md 6). */
export const KEPT_MONTHS = { least: 1, most: 120, unlessSet: 60 } as const;

export const personalDataTerms = z.object({
  /** How many months after a stay, a deposit or a provider's message the guest's data is kept. */
  keptMonths: z.number().int().min(KEPT_MONTHS.least).max(KEPT_MONTHS.most),
  /** When and by whom the period was last set; `null`: never. */
  changed: z.object({ at: instant, by: z.string(), version }).nullable(),
  /** The time before which the guests' data of each store is erased; `null`: nothing was erased yet. */
  erased: z.array(z.object({ storeId: id, to: instant })),
});
export type PersonalDataTerms = z.infer<typeof personalDataTerms>;

export const getPersonalDataTerms = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/personal-data',
  summary: 'How long personal data of guests is kept (PD-2)',
  access: 'personal-data:read',
  reply: personalDataTerms,
});

export const setPersonalDataTerms = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/personal-data',
  summary:
    'Set how long personal data of guests is kept. Older data is erased for good within the hour; the ledger and the history stay',
  access: 'personal-data:write',
  body: z.strictObject({
    /** The version that the person saw; absent when the terms were never set. */
    version: version.optional(),
    keptMonths: z.number().int().min(KEPT_MONTHS.least).max(KEPT_MONTHS.most),
  }),
  reply: personalDataTerms,
  problems: ['STALE'],
});
