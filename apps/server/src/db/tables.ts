import type { ColumnType, Generated } from 'kysely';

/** The tables as Kysely sees them. A test compares this file with the migrated schema. */

/** Read as a Date, written as one. */
export type Instant = ColumnType<Date, Date, Date>;
type Json = ColumnType<unknown, string, string>;

interface StoreRow {
  product_id: string;
  store_id: string;
  id: string;
}

export interface Tables {
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
  audit_heads: { product_id: string; seq: number; hash: Buffer };
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
    confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    confirmed_by: string | null;
  };
  notification_counts: { product_id: string; store_id: string; total: number; unconfirmed: number };
  discovered_devices: StoreRow & {
    driver: string;
    device_key: string;
    announced_at_topic: string;
    name: string;
    manufacturer: string | null;
    model: string | null;
    settings: Json;
    obstacle: string | null;
    first_seen_at: Instant;
    withdrawn_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  device_links: StoreRow & {
    driver: string;
    device_key: string;
    settings: Json;
    target_kind: string;
    target_id: string;
    online: Generated<string>;
    told_online: Generated<string>;
    availability: ColumnType<unknown, string | undefined, string>;
    lock_state: Generated<string>;
    lock_state_source: Generated<string>;
    is_moving: Generated<boolean>;
    leaf_state: Generated<string>;
    battery: number | null;
    last_seen_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    last_command_id: string | null;
  };
  device_history: StoreRow & {
    link_id: string;
    target_kind: string;
    target_id: string;
    room_id: string | null;
    action: string;
    status: string;
    cause_kind: string;
    cause_id: string | null;
    cause_label: string;
    source: string;
    reason: string | null;
    request_key: string | null;
    requested_at: Instant;
    expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    deadline_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    state_when_sent: string | null;
    has_answered: Generated<boolean>;
    acknowledged_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    latency_ms: number | null;
    error_code: string | null;
    error_message: string | null;
  };
  device_history_steps: StoreRow & { command_id: string; at: Instant; step: string; note: string | null };
  device_listeners: { broker: string; holder: string; until: Instant };
  doors: StoreRow & {
    room_id: string | null;
    name: string;
    link_id: string;
    door_mode: Generated<string>;
    open_seconds: Generated<number>;
    created_at: Instant;
    version: Generated<number>;
  };
}
