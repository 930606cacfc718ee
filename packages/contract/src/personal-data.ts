import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, version } from './fields.ts';

/** Months. What law asks to be kept of contracts and payments is five years (docs/domain.md 6). */
export const KEPT_MONTHS = { least: 1, most: 120, unlessSet: 60 } as const;

export const personalDataTerms = z.object({
  /** So long after a stay, a deposit or a provider's message its guest is still named. */
  keptMonths: z.number().int().min(KEPT_MONTHS.least).max(KEPT_MONTHS.most),
  /** Who set it, and when; `null`: nobody has. */
  changed: z.object({ at: instant, by: z.string(), version }).nullable(),
  /** Up to when everything of guests was erased in each store; `null`: nothing was yet. */
  erased: z.array(z.object({ storeId: id, to: instant })),
});
export type PersonalDataTerms = z.infer<typeof personalDataTerms>;

export const getPersonalDataTerms = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/personal-data',
  summary: 'How long guests are named (PD-2)',
  access: 'personal-data:read',
  reply: personalDataTerms,
});

export const setPersonalDataTerms = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/personal-data',
  summary: 'Set how long guests are named. What is older is erased within the hour, for ever; the ledger and the history stay',
  access: 'personal-data:write',
  body: z.strictObject({
    /** Of what was seen; nobody has set it yet: left out. */
    version: version.optional(),
    keptMonths: z.number().int().min(KEPT_MONTHS.least).max(KEPT_MONTHS.most),
  }),
  reply: personalDataTerms,
  problems: ['STALE'],
});
