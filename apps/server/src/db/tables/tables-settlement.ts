import type { Payee, RoyaltyBase, SettlementCycle, SettlementState, SettlementLine } from '@munjigi/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, Json, NullableInstant, StoreTableRow } from './column-types.ts';

/** Set when a period is closed. */
type AtClosing<T> = ColumnType<T | null, never, T>;

/** Terms, periods and their contents: a part of `Tables`. Amounts are in won. */
export interface SettlementTables {
  settlement_terms: StoreTableRow & {
    valid_from: string;
    royalty_rate: number;
    royalty_base: RoyaltyBase;
    royalty_vat: 'INCLUSIVE' | 'EXCLUSIVE';
    cycle: SettlementCycle;
    pay_after_bank_days: number;
    payee: Generated<Payee>;
    created_at: Instant;
    created_by_name: string;
  };
  settlements: StoreTableRow & {
    number: number;
    starts_on: string;
    ends_on: string;
    state: Generated<SettlementState>;
    pay_on: AtClosing<string>;
    lines: ColumnType<SettlementLine[] | null, never, string>;
    gross_amount: AtClosing<number>;
    refund_amount: AtClosing<number>;
    fee_amount: AtClosing<number>;
    royalty_amount: AtClosing<number>;
    payout_amount: AtClosing<number>;
    carried_forward_amount: AtClosing<number>;
    /** `null` also for a settlement that was closed before withholding existed. */
    withheld_amount: AtClosing<number>;
    closed_at: NullableInstant;
    closed_by_name: AtClosing<string>;
    paid_on: AtClosing<string>;
    paid_reference: AtClosing<string>;
    paid_at: NullableInstant;
    paid_by_name: AtClosing<string>;
    /** The account when the payout was recorded; `null` before. */
    paid_to: AtClosing<string>;
  };
  /** The representative and the account of a store. Empty texts: not known yet. */
  settlement_payees: StoreTableRow & {
    representative: string;
    bank: string;
    account_number: string;
    account_holder: string;
    changed_at: Instant;
    changed_by_name: string;
    version: Generated<number>;
  };
  /** Head office's data for tax invoices. */
  settlement_suppliers: {
    product_id: string;
    business_number: string;
    name: string;
    representative: string;
    address: string;
    changed_at: Instant;
    changed_by_name: string;
    version: Generated<number>;
  };
  settlement_entries: { product_id: string; store_id: string; transaction_id: string; settlement_id: string };
  settlement_adjustments: StoreTableRow & {
    transaction_id: string;
    dated_on: string;
    amount: number;
    reason: string;
    created_at: Instant;
    created_by_name: string;
  };
  settlement_comments: StoreTableRow & {
    settlement_id: string;
    line: string;
    text: string;
    at: Instant;
    by_id: string;
    by_name: string;
    is_head_office: boolean;
  };
  settlement_versions: {
    product_id: string;
    store_id: string;
    settlement_id: string;
    number: number;
    at: Instant;
    by_name: string;
    lines: Json<SettlementLine[]>;
    payout_amount: number;
  };
}
