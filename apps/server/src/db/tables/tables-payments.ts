import type {
  LedgerAccount,
  LedgerKind,
  OnlineProvider,
  PaymentMethod,
  PaymentProvider,
  PaymentState,
  PayoutLineKind,
  PayoutLineState,
  WebhookState,
  FeeTerm,
} from '@munjigi/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, Json, NullableInstant, StoreTableRow } from './column-types.ts';

/** Maintained by database triggers and never written by the program. */
type Counted = ColumnType<number, never, never>;

/** The sums of sales, for any grouping. */
interface SalesCounts {
  gross_amount: Counted;
  refund_amount: Counted;
  supply_amount: Counted;
  vat_amount: Counted;
  tax_free_amount: Counted;
  payment_count: Counted;
  refund_count: Counted;
}

/** Payments, refunds and the ledger: a part of `Tables`. Amounts are in won. */
export interface PaymentTables {
  payments: StoreTableRow & {
    reservation_id: string | null;
    method: PaymentMethod;
    provider: PaymentProvider;
    state: PaymentState;
    amount: number;
    supply_amount: number;
    vat_amount: number;
    tax_free_amount: number;
    fee_amount: Generated<number>;
    fee_vat_amount: Generated<number>;
    refunded_amount: Counted;
    refunded_supply_amount: Counted;
    refunded_vat_amount: Counted;
    refunded_tax_free_amount: Counted;
    receipt_url: string | null;
    cash_receipt_number: string | null;
    tax_invoice_number: string | null;
    paid_at: NullableInstant;
    business_date: string;
    created_at: Instant;
    created_by: string | null;
    created_by_name: string;
    /** The request that began it, if a person did: derived from the caller and the Idempotency-Key. */
    request_key: ColumnType<string | null, string | null | undefined, never>;
    reversed_at: NullableInstant;
    reversed_by: string | null;
    reversed_by_name: string | null;
    reverse_reason: string | null;
    version: Generated<number>;
  };
  payment_refunds: StoreTableRow & {
    payment_id: string;
    amount: number;
    supply_amount: number;
    vat_amount: number;
    tax_free_amount: number;
    reason: string;
    state: 'REQUESTED' | 'OWED' | 'DONE' | 'FAILED';
    at: Instant;
    made_by: string | null;
    made_by_name: string;
    provider_key: ColumnType<string | null, string | null | undefined, string | null>;
    failure: ColumnType<string | null, string | null | undefined, string | null>;
    account: ColumnType<Buffer | null, Buffer | null | undefined, never>;
    sent_by: ColumnType<string | null, undefined, string>;
    sent_by_name: ColumnType<string | null, undefined, string>;
    reference: ColumnType<string | null, undefined, string | null>;
    /** The guest is to pay the amount again. */
    is_still_due: Generated<boolean>;
  };
  ledger_transactions: StoreTableRow & {
    kind: LedgerKind;
    payment_id: string | null;
    refund_id: string | null;
    reverses_id: string | null;
    reservation_id: string | null;
    room_id: string | null;
    method: string | null;
    provider: string | null;
    channel: string | null;
    occurred_at: Instant;
    business_date: string;
    settlement_id: ColumnType<string | null, string | null | undefined, never>;
  };
  provider_payments: StoreTableRow & {
    provider: OnlineProvider;
    payment_key: string | null;
    deposit_secret_hash: Buffer | null;
    confirm_asked_at: NullableInstant;
    look_at: NullableInstant;
    wanted: Generated<number>;
    epoch: Generated<number>;
    failures: Generated<number>;
    last_error: string | null;
    told_at: NullableInstant;
    looked_at: NullableInstant;
    fault: 'AMOUNT_DIFFERS' | 'NOT_OURS' | 'OUT_OF_STEP' | 'TEST_PAYMENT' | 'CURRENCY_DIFFERS' | 'SHOP_DIFFERS' | null;
    dispute_opened_at: NullableInstant;
    dispute_closed_at: NullableInstant;
    confirm_refusals: Generated<number>;
  };
  payment_providers: {
    product_id: string;
    provider: OnlineProvider;
    base_url: string;
    client_key: string;
    merchant_id: string;
    api_secret: Buffer;
    webhook_secret: Buffer | null;
    previous_webhook_secret: Buffer | null;
    fee_terms: Json<FeeTerm[]>;
    changed_at: Instant;
    changed_by_name: string;
    version: Generated<number>;
  };
  store_merchants: StoreTableRow & {
    provider: OnlineProvider;
    base_url: string;
    client_key: string;
    merchant_id: string;
    api_secret: Buffer;
    webhook_secret: Buffer | null;
    previous_webhook_secret: Buffer | null;
    fee_terms: Json<FeeTerm[]>;
    started_at: Instant;
    ended_at: NullableInstant;
    changed_at: Instant;
    changed_by_name: string;
    version: Generated<number>;
  };
  /** `id`: the payment. */
  payment_merchants: StoreTableRow & { merchant_id: string };
  provider_payout_lines: {
    product_id: string;
    id: string;
    provider: OnlineProvider;
    merchant_id: string;
    merchant_store_id: string | null;
    line_key: string;
    order_id: string;
    state: PayoutLineState;
    kind: PayoutLineKind;
    store_id: string | null;
    payment_id: string | null;
    refund_id: string | null;
    amount: number;
    fee_amount: number;
    payout_amount: number;
    expected_amount: number | null;
    expected_fee_amount: number | null;
    sold_on: string;
    paid_out_on: string | null;
    read_at: Instant;
  };
  provider_payout_reads: {
    product_id: string;
    provider: OnlineProvider;
    merchant_id: string;
    read_on: string;
  };
  provider_webhook_stores: { product_id: string; id: string; store_id: string };
  provider_webhooks: {
    product_id: string;
    id: string;
    provider: OnlineProvider;
    message_key: Buffer;
    headers: Json<Record<string, string>>;
    /** Encrypted; the reader decrypts it. */
    body: Buffer;
    type: string | null;
    state: WebhookState;
    reason: string | null;
    payment_id: string | null;
    received_at: Instant;
    last_received_at: Instant;
    times: Generated<number>;
    worked_at: NullableInstant;
    worked_times: Generated<number>;
    /** The length of the whole body; `null`: stored by an earlier version. */
    body_bytes: number | null;
    body_digest: Buffer | null;
    is_whole: Generated<boolean>;
    was_worked: Generated<boolean>;
  };
  provider_webhook_quotas: {
    product_id: string;
    day: string;
    kept: Generated<number>;
    kept_bytes: Generated<number>;
    counted: Generated<number>;
    counted_bytes: Generated<number>;
  };
  provider_webhook_uses: {
    product_id: string;
    provider: string;
    address: string;
    minute: number;
    count: number;
    bytes: number;
  };
  ledger_entries: {
    product_id: string;
    store_id: string;
    transaction_id: string;
    line: number;
    account: LedgerAccount;
    amount: number;
  };
  /** Maintained by the database with each line of the ledger. */
  sales_hours: SalesCounts & {
    product_id: string;
    store_id: string;
    business_date: string;
    hour: number;
    room_id: string | null;
    method: string;
    provider: string;
    channel: string | null;
  };
  /** Sums above the hourly ones, kept together with them; the kind decides which columns are the key. */
  sales_sums: SalesCounts & {
    product_id: string;
    store_id: string;
    kind: 'DAY' | 'HOUR' | 'ROOM' | 'METHOD';
    starts_on: string;
    weekday: number | null;
    hour: number | null;
    room_id: string | null;
    method: string | null;
    channel: string | null;
  };
  /** Like `sales_sums`, for one method, for one channel, and for both; `null`: for all. */
  sales_sums_narrowed: SalesCounts & {
    product_id: string;
    store_id: string;
    kind: 'DAY' | 'HOUR' | 'ROOM';
    method: string | null;
    channel: string | null;
    starts_on: string;
    weekday: number | null;
    hour: number | null;
    room_id: string | null;
  };
}
