import type {
  CashReceiptIssuer,
  CashReceiptNumberKind,
  CashReceiptPurpose,
  CashReceiptState,
  OnlineProvider,
} from '@munjigi/contract';
import type { Generated } from 'kysely';
import type { Instant, NullableInstant, SealedText, StoreTableRow } from './column-types.ts';

/** Cash receipts: a part of `Tables`. Amounts are in won. */
export interface CashReceiptTables {
  /** `id`: the store. */
  cash_receipt_settings: StoreTableRow & {
    issuer: CashReceiptIssuer;
    is_self_issue_on: boolean;
    threshold_amount: number;
    deadline_days: number;
    issues_since: NullableInstant;
    changed_at: Instant;
    changed_by_name: string;
    version: Generated<number>;
  };
  /** `id`: the reservation. */
  cash_receipt_numbers: StoreTableRow & {
    purpose: CashReceiptPurpose;
    kind: CashReceiptNumberKind;
    guest_number: SealedText;
    entered_at: Instant;
    entered_by_name: string | null;
    revision: Generated<number>;
  };
  /** `id`: the payment. */
  cash_receipts: StoreTableRow & {
    reservation_id: string | null;
    state: CashReceiptState;
    failure_code: string | null;
    failure_message: string | null;
    self_issue_at: NullableInstant;
    own_amount: number | null;
    own_approval_number: string | null;
    own_receipt_url: string | null;
    own_issued_at: NullableInstant;
    wanted: Generated<number>;
    next_at: NullableInstant;
    leased_until: NullableInstant;
    attempts: Generated<number>;
    notified_at: NullableInstant;
    created_at: Instant;
  };
  cash_receipt_steps: StoreTableRow & {
    receipt_id: string;
    number: number;
    kind: 'ISSUE' | 'CANCEL';
    issue_id: string | null;
    issuer: OnlineProvider;
    amount: number;
    tax_free_amount: number;
    is_self_issued: boolean;
    purpose: CashReceiptPurpose;
    state: 'OPEN' | 'DONE' | 'REFUSED';
    is_live: boolean;
    refused_at_wanted: number | null;
    is_configuration: Generated<boolean>;
    provider_key: string | null;
    approval_number: string | null;
    receipt_url: string | null;
    requested_at: Instant;
    sent_at: NullableInstant;
    answered_at: NullableInstant;
  };
  /** `id`: the step. */
  cash_receipt_merchants: StoreTableRow & { merchant_id: string };
}
