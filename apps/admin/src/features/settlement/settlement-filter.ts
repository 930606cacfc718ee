import { addDays } from '@munjigi/rules';
import { choiceField, patternField, readFilterFields } from '../../ui/list/address-filter.ts';

/** What a person calls the state of a period: an open one runs, or is due to be closed. */
export const SETTLEMENT_STAGES = ['RUNNING', 'DUE', 'CLOSED', 'PAID'] as const;
type SettlementStage = (typeof SETTLEMENT_STAGES)[number];

export const SETTLEMENT_FIELDS = {
  stage: choiceField('state', SETTLEMENT_STAGES),
  month: patternField('month', /^20\d{2}-(0[1-9]|1[0-2])$/),
};

export interface SettlementFilter {
  readonly storeId: string | null;
  readonly stage: SettlementStage | null;
  /** `2026-11`: the month of the last date. */
  readonly month: string | null;
}

export function readSettlementFilter(params: URLSearchParams, storeId: string | null): SettlementFilter {
  return { ...readFilterFields(SETTLEMENT_FIELDS, params), storeId };
}

/** The query of the list of periods. */
export function settlementQuery({ storeId, stage, month }: SettlementFilter) {
  return {
    ...(storeId !== null && { storeId }),
    ...(stage !== null && STAGE_QUERIES[stage]),
    ...(month !== null && datesOfMonth(month)),
  };
}
export type SettlementQuery = ReturnType<typeof settlementQuery>;

const STAGE_QUERIES = {
  RUNNING: { state: 'OPEN', period: 'RUNNING' },
  DUE: { state: 'OPEN', period: 'ENDED' },
  CLOSED: { state: 'CLOSED' },
  PAID: { state: 'PAID' },
} as const;

/** The first and the last date of a month `2026-11`. */
export function datesOfMonth(month: string): { readonly from: string; readonly to: string } {
  const from = `${month}-01`;
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) };
}
