import type { ColumnType, Generated } from 'kysely';
import type { GeneratedJson, Instant, Json, NullableInstant, StoreRow } from './column-types.ts';
import type { DepositTables } from './tables-deposits.ts';
import type { DeviceTables } from './tables-devices.ts';
import type { PaymentTables } from './tables-payments.ts';
import type { ReservationTables } from './tables-reservations.ts';
import type { SettlementTables } from './tables-settlement.ts';

/** The tables as Kysely sees them. A test compares these files with the migrated schema. */
export interface Tables extends DepositTables, DeviceTables, PaymentTables, ReservationTables, SettlementTables {
  products: { id: string; slug: string; name: string; created_at: Instant };
  stores: {
    product_id: string;
    id: string;
    name: string;
    address: Generated<string>;
    phone: Generated<string>;
    time_zone: Generated<string>;
    mqtt_prefix: string;
    created_at: Instant;
    version: Generated<number>;
    business_number: Generated<string>;
    hours: GeneratedJson;
    slot_minutes: Generated<number>;
    min_minutes: Generated<number>;
    max_minutes: Generated<number>;
    horizon_days: Generated<number>;
    buffer_minutes: Generated<number>;
    hold_minutes: Generated<number>;
    access_before_minutes: Generated<number>;
    access_after_minutes: Generated<number>;
    prepare_minutes: Generated<number>;
    warning_minutes: Generated<number>;
    overrun_watts: Generated<number>;
    day_cutoff: Generated<string>;
    cancellation_tiers: GeneratedJson;
    settlement_terms: GeneratedJson;
  };
  users: {
    id: string;
    product_id: string;
    email: string;
    name: string;
    password_hash: string;
    roles: string[];
    state: Generated<string>;
    locale: Generated<string>;
    created_at: Instant;
    version: Generated<number>;
  };
  user_stores: { product_id: string; user_id: string; store_id: string };
  sessions: {
    id: string;
    user_id: string;
    created_at: Instant;
    expires_at: Instant;
    ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    end_reason: string | null;
    address: string;
    user_agent: string;
  };
  session_epoch: { only_row: Generated<boolean>; epoch: number };
  api_keys: {
    product_id: string;
    id: string;
    name: string;
    prefix: string;
    secret_hash: Buffer;
    store_ids: string[] | null;
    created_at: Instant;
    last_used_at: NullableInstant;
    revoked_at: NullableInstant;
  };
  api_key_uses: { key_id: string; minute: number; count: number };
  sign_in_failures: { id: string; email_hash: string; address: string; at: Instant };
  audit_log: {
    product_id: string;
    seq: number;
    id: string;
    at: Instant;
    actor_kind: string;
    actor_id: string | null;
    actor_label: string;
    address: string | null;
    store_id: string | null;
    action: string;
    subject_kind: string;
    subject_id: string | null;
    detail: Json;
    previous_hash: Buffer;
    hash: Buffer;
  };
  audit_heads: { product_id: string; seq: number; hash: Buffer; previous_hash: Buffer | null };
  events: {
    tx: Generated<string>;
    id: Generated<number>;
    product_id: string;
    store_id: string | null;
    name: string;
    data: Json;
    created_at: Generated<Date>;
  };
  events_floor: { only_row: Generated<boolean>; tx: string };
  jobs: {
    id: string;
    kind: string;
    dedupe_key: string | null;
    payload: Json;
    due_at: Instant;
    locked_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
    attempts: Generated<number>;
    last_error: string | null;
  };
  idempotency_keys: {
    product_id: string;
    user_id: string;
    key: string;
    endpoint: string;
    body_hash: string;
    status: number | null;
    reply: ColumnType<unknown, string | null | undefined, string | null>;
    created_at: Instant;
    locked_until: Instant;
  };
  rooms: StoreRow & {
    name: string;
    capacity: number;
    description: Generated<string>;
    amenities: Generated<string[]>;
    sort_order: number;
    archived_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    created_at: Instant;
    version: Generated<number>;
  };
  notifications: StoreRow & {
    kind: string;
    reservation_id: string | null;
    amount: number | null;
    text: string;
    created_at: Instant;
    confirmed_at: NullableInstant;
    confirmed_by: string | null;
    deposit_id: ColumnType<string | null, string | null | undefined, never>;
  };
  notification_heads: { product_id: string; last_ms: number };
  notification_counts: { product_id: string; store_id: string; total: number; unconfirmed: number };
}
