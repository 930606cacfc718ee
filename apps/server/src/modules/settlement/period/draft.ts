import type { SettlementLine } from '@munjigi/contract';
import { settle, termsOn, type SettlementFigures } from '@munjigi/rules';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import { readAdjustments, sumHeld } from './draft.sql.ts';
import { payDay } from './pay-day.ts';
import type { SettlementRow } from './settlements.sql.ts';
import { readSettlementTerms } from './terms.ts';

export interface Draft {
  readonly lines: SettlementLine[];
  readonly figures: SettlementFigures;
  readonly payOn: string;
}

export type ComputedDraft = Draft & Pick<ReturnType<typeof settle>, 'heldByChannelsAmount'>;

/**
 * Computes a statement from these ledger transactions by the terms of the store. The terms of the last date determine
 * the payee.
 */
export async function computeDraft(tx: Tx, row: SettlementRow, held: RawBuilder<unknown>): Promise<ComputedDraft> {
  const [sums, adjustments, terms] = await Promise.all([
    sumHeld(tx, held),
    readAdjustments(tx, held),
    readSettlementTerms(tx, row.store_id),
  ]);
  const { lines, figures, heldByChannelsAmount } = settle({
    sums,
    adjustments,
    terms,
    carryOverAmount: row.carry_over_amount,
    payee: termsOn(terms, row.ends_on)?.payee ?? 'BUSINESS',
  });
  return { lines, figures, heldByChannelsAmount, payOn: payDay(row, terms) };
}

/** Returns the statement that a settlement was closed with. Throws for an open one. */
export function readClosedDraft(row: SettlementRow): Draft {
  const [gross, refund, fee, royalty, payout, forward] = [
    row.gross_amount,
    row.refund_amount,
    row.fee_amount,
    row.royalty_amount,
    row.payout_amount,
    row.carried_forward_amount,
  ];
  if (
    gross === null ||
    refund === null ||
    fee === null ||
    royalty === null ||
    payout === null ||
    forward === null ||
    row.lines === null ||
    row.pay_on === null
  ) {
    throw new Error(`The settlement ${row.id} is not closed`);
  }
  return {
    lines: row.lines,
    figures: {
      grossAmount: gross,
      refundAmount: refund,
      netAmount: gross - refund,
      feeAmount: fee,
      royaltyAmount: royalty,
      withheldAmount: row.withheld_amount ?? 0,
      payoutAmount: payout,
      carriedForwardAmount: forward,
    },
    payOn: row.pay_on,
  };
}
