import type { DatedTerms } from '@munjigi/contract';
import { zonedDate } from '@munjigi/rules';
import { percentNumber, wholeNumber } from '../../../ui/form/numbers.ts';
import type { useProposedTerms } from '../settlement.api.ts';

const MOST_DAYS = 60;

/** New terms of a store as they are typed. */
export interface TermsDraft {
  readonly validFrom: string;
  readonly rate: string;
  readonly base: DatedTerms['royaltyBase'];
  readonly vat: DatedTerms['royaltyVat'];
  readonly cycle: DatedTerms['cycle'];
  readonly days: string;
  readonly payee: DatedTerms['payee'];
}

export type TermsBody = Omit<DatedTerms, 'createdAt' | 'createdBy'>;

const USUAL: Omit<TermsDraft, 'validFrom'> = {
  rate: '5',
  base: 'NET_OF_REFUND',
  vat: 'EXCLUSIVE',
  cycle: 'MONTHLY',
  days: '5',
  payee: 'BUSINESS',
};

/**
 * The terms that the store's settings propose, from the first of this month; all other fields equal the latest terms.
 */
export function proposedDraft(
  proposal: ReturnType<typeof useProposedTerms>['data'],
  latest: DatedTerms | undefined,
  now: Date,
): TermsDraft {
  return {
    ...USUAL,
    ...(latest !== undefined && { base: latest.royaltyBase, vat: latest.royaltyVat, payee: latest.payee }),
    ...(proposal !== undefined && { rate: proposal.rate, cycle: proposal.cycle, days: proposal.days }),
    validFrom: proposal === undefined ? '' : `${zonedDate(proposal.timeZone, now).slice(0, -2)}01`,
  };
}

/** Whether what the store's settings propose differs from the latest terms. */
export function hasOtherTerms(proposed: TermsDraft, latest: DatedTerms | undefined): boolean {
  if (latest === undefined) return true;
  return (
    Math.round(Number(proposed.rate) * 100) !== latest.royaltyRate ||
    proposed.cycle !== latest.cycle ||
    Number(proposed.days) !== latest.payAfterBankDays
  );
}

export function isRateBad({ rate }: TermsDraft): boolean {
  return percentNumber(rate) === null;
}

export function isDayCountBad({ days }: TermsDraft): boolean {
  return wholeNumber(days, 0, MOST_DAYS) === null;
}

export function toTermsBody(
  storeId: string,
  { validFrom, rate, base, vat, cycle, days, payee }: TermsDraft,
): TermsBody {
  return {
    storeId,
    validFrom,
    royaltyRate: Math.round(Number(rate) * 100),
    royaltyBase: base,
    royaltyVat: vat,
    cycle,
    payAfterBankDays: Number(days),
    payee,
  };
}
