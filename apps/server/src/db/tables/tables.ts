import type {
  ApprovalKind,
  ApprovalState,
  Locale,
  NotificationKind,
  PushKind,
  UserState,
  OpeningHours,
  CancellationTier,
  Store,
  SignInRules,
  WebhookTry,
  WebhookType,
} from '@munjigi/contract';
import type { ColumnType, Generated } from 'kysely';
import type { GeneratedJson, Instant, Json, NullableInstant, StoreTableRow } from './column-types.ts';
import type { AgeCheckTables } from './tables-age-checks.ts';
import type { BookingTables } from './tables-booking.ts';
import type { CashReceiptTables } from './tables-cash-receipts.ts';
import type { PassTables } from './tables-passes.ts';
import type { DepositTables } from './tables-deposits.ts';
import type { DeviceTables } from './tables-devices.ts';
import type { MessageTables } from './tables-messages.ts';
import type { OnCallTables } from './tables-on-call.ts';
import type { PaymentTables } from './tables-payments.ts';
import type { ReservationTables } from './tables-reservations.ts';
import type { SellerTables } from './tables-sellers.ts';
import type { SettlementTables } from './tables-settlement.ts';

/** The tables as Kysely sees them. A test compares these files with the migrated schema. */
export interface Tables
  extends
    AgeCheckTables,
    BookingTables,
    CashReceiptTables,
    PassTables,
    DepositTables,
    DeviceTables,
    MessageTables,
    OnCallTables,
    PaymentTables,
    ReservationTables,
    SellerTables,
    SettlementTables {
  backups: {
    id: string;
    kind: 'BACKUP' | 'DRILL';
    started_at: Instant;
    finished_at: Instant;
    target: string;
    name: string | null;
    bytes: number | null;
    sha256: string | null;
    fault: string | null;
  };
  personal_keys: { id: Buffer; proof: Buffer; used_since: Instant; retired_at: NullableInstant };
  personal_data_terms: {
    product_id: string;
    kept_months: number;
    changed_at: Instant;
    changed_by_name: string;
    version: Generated<number>;
  };
  personal_data_erasures: { product_id: string; store_id: string; erased_to: Instant };
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
    hours: GeneratedJson<OpeningHours[]>;
    slot_minutes: Generated<number>;
    min_minutes: Generated<number>;
    max_minutes: Generated<number>;
    horizon_days: Generated<number>;
    buffer_minutes: Generated<number>;
    hold_minutes: Generated<number>;
    waitlist_offer_minutes: Generated<number>;
    access_before_minutes: Generated<number>;
    access_after_minutes: Generated<number>;
    prepare_minutes: Generated<number>;
    warning_minutes: Generated<number>;
    overrun_watts: Generated<number>;
    day_cutoff: Generated<string>;
    cancellation_tiers: GeneratedJson<CancellationTier[]>;
    settlement_terms: GeneratedJson<Store['settlementTerms']>;
    closed_at: NullableInstant;
    closed_reason: ColumnType<string | null, string | null | undefined>;
    guest_address_en: Generated<string>;
    guest_directions: Generated<string>;
    guest_directions_en: Generated<string>;
    guest_map_url: Generated<string>;
    guest_house_rules: Generated<string>;
    guest_house_rules_en: Generated<string>;
    guest_page_months: Generated<number>;
    guest_wifi_name: Generated<string>;
    guest_wifi_password: Generated<string>;
    booking_is_open: Generated<boolean>;
    booking_terms: Generated<string>;
    booking_terms_en: Generated<string>;
  };
  users: {
    id: string;
    product_id: string;
    email: string;
    name: string;
    password_hash: string;
    roles: string[];
    state: Generated<UserState>;
    locale: Generated<Locale>;
    created_at: Instant;
    version: Generated<number>;
    is_demo: Generated<boolean>;
    phone: Generated<string>;
    requested_store: Generated<string>;
    role_ends: GeneratedJson;
    decided_at: NullableInstant;
    decision: Generated<string>;
  };
  right_changes: {
    product_id: string;
    user_id: string;
    id: Generated<number>;
    at: Generated<Date>;
    by_id: string | null;
    by_name: string | null;
    change: 'STATE' | 'ROLE_GIVEN' | 'ROLE_TAKEN' | 'ROLE_UNTIL' | 'STORE_GIVEN' | 'STORE_TAKEN';
    state: string | null;
    role: string | null;
    until: NullableInstant;
    given_store_id: string | null;
  };
  sign_up_attempts: { id: string; address: string; at: Instant };
  repeated_sign_ups: { email_hash: string; proof: Buffer; at: Instant };
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
  second_factors: {
    product_id: string;
    user_id: string;
    secret: Buffer;
    begun_at: Instant;
    confirmed_at: NullableInstant;
    last_step: Generated<number>;
  };
  recovery_codes: { user_id: string; code_hash: Buffer; used_at: NullableInstant };
  sign_in_challenges: { token_hash: Buffer; user_id: string; expires_at: Instant; tries: Generated<number> };
  known_devices: { user_id: string; device_hash: Buffer; last_used_at: Instant };
  password_resets: {
    product_id: string;
    user_id: string;
    token_hash: Buffer;
    issued_by: string;
    issued_by_name: string;
    issued_at: Instant;
    expires_at: Instant;
    used_at: NullableInstant;
    /** Whether it was requested by e-mail. A person has one such link and one that an ADMIN issued. */
    is_requested: Generated<boolean>;
  };
  sign_in_rules: {
    product_id: string;
    second_factor_roles: Generated<string[]>;
    idle_minutes: GeneratedJson<SignInRules['idleMinutes']>;
    idle_since: Instant;
    version: Generated<number>;
  };
  /** A product without a row confirms what needs no person. */
  notification_rules: { product_id: string; confirms_routine: boolean; version: Generated<number> };
  session_activity: { session_id: string; active_at: Instant };
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
  /** The acts that need a second person; a product without a row has no rules. */
  approval_rules: {
    product_id: string;
    refund_limit: number | null;
    fire_release: boolean;
    lockdown: boolean;
    changed_at: Instant;
    changed_by_name: string;
    version: number;
  };
  approvals: {
    product_id: string;
    store_id: string | null;
    id: string;
    kind: ApprovalKind;
    state: Generated<ApprovalState>;
    reason: string;
    terms: Json;
    account: Buffer | null;
    asked_at: Instant;
    asked_by: string;
    asked_by_name: string;
    expires_at: Instant;
    ended_at: NullableInstant;
    ended_by: string | null;
    ended_by_name: string | null;
    note: string | null;
    failure: string | null;
  };
  webhook_endpoints: {
    product_id: string;
    id: string;
    url: string;
    description: Generated<string>;
    types: WebhookType[];
    secret: Buffer;
    previous_secret: Buffer | null;
    previous_until: NullableInstant;
    state: Generated<'ENABLED' | 'DISABLED' | 'FAILING'>;
    after_position: Generated<number>;
    created_at: Instant;
    changed_at: Instant;
    changed_by_name: string;
    last_delivered_at: NullableInstant;
    failing_since: NullableInstant;
    removed_at: NullableInstant;
    version: Generated<number>;
  };
  webhook_deliveries: {
    product_id: string;
    id: string;
    endpoint_id: string;
    message_id: string;
    type: string;
    body: string;
    state: Generated<'PENDING' | 'DELIVERED' | 'FAILED' | 'DROPPED'>;
    attempts: Generated<number>;
    round: Generated<number>;
    created_at: Instant;
    next_at: NullableInstant;
    ended_at: NullableInstant;
    tries: GeneratedJson<WebhookTry[]>;
  };
  push_keys: { only_row: Generated<boolean>; public_key: string; private_key: Buffer; made_at: Instant };
  push_place: { only_row: Generated<boolean>; after_position: number };
  push_subscriptions: {
    product_id: string;
    user_id: string;
    id: string;
    session_id: string;
    mark: Buffer;
    sealed: Buffer;
    kinds: PushKind[];
    user_agent: string;
    created_at: Instant;
    renewed_at: Instant;
    last_delivered_at: NullableInstant;
  };
  push_notices: { subscription_id: string; kind: PushKind; subject_id: string; at: Instant };
  push_turns: {
    subscription_id: string;
    kind: string;
    turn: Generated<number>;
    attempts: Generated<number>;
    due_at: NullableInstant;
    sent_at: NullableInstant;
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
  audit_verifications: {
    product_id: string;
    id: string;
    started_at: Instant;
    finished_at: NullableInstant;
    seq: number;
    hash: Buffer;
    fault_seq: number | null;
    fault_what: 'MISSING' | 'CHANGED' | 'HEAD_DIFFERS' | 'ANCHOR_DIFFERS' | null;
  };
  events: {
    id: Generated<number>;
    product_id: string;
    store_id: string | null;
    name: string;
    data: Json;
    created_at: Generated<Date>;
    /** Null until the event is sequenced. */
    position: Generated<number | null>;
  };
  event_sequence: { only_row: Generated<boolean>; last_position: number; epoch: string };
  events_floor: { only_row: Generated<boolean>; position: Generated<number> };
  jobs: {
    id: string;
    kind: string;
    dedupe_key: string | null;
    payload: Json;
    due_at: Instant;
    locked_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
    attempts: Generated<number>;
    last_error: string | null;
    claimed_by: ColumnType<string | null, string | null | undefined, string | null>;
    peer: ColumnType<string | null, string | null | undefined, string | null>;
  };
  job_peers: { peer: string; timeouts: Generated<number>; suspended_until: NullableInstant; changed_at: Instant };
  idempotency_keys: {
    product_id: string;
    user_id: string;
    key: string;
    endpoint: string;
    body_hash: string;
    status: number | null;
    /** Encrypted JSON. */
    reply: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    created_at: Instant;
    locked_until: Instant;
  };
  rooms: StoreTableRow & {
    name: string;
    capacity: number;
    description: Generated<string>;
    description_en: Generated<string>;
    amenities: Generated<string[]>;
    guest_directions: Generated<string>;
    guest_directions_en: Generated<string>;
    sort_order: number;
    archived_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    created_at: Instant;
    version: Generated<number>;
  };
  notifications: StoreTableRow & {
    kind: NotificationKind;
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
