import type {
  AlarmKind,
  CodeError,
  CodeState,
  DeviceKind,
  DriverName,
  EmergencyKind,
  HistoryAction,
  HistoryStatus,
  LockState,
  ModePurpose,
  RequestedCodeState,
  Command,
  CommandErrorCode,
  DeviceState,
  DeviceTraits,
  ModeEntry,
  ModeState,
  ExtensionOffer,
  Readiness,
  CommandStep,
  ReadinessCheck,
} from '@munjigi/contract';
import type { ColumnType, Generated } from 'kysely';
import type { GeneratedJson, Instant, Json, NullableInstant, StoreTableRow } from './column-types.ts';

/** Devices, doors and their codes, modes, and commands: a part of `Tables`. */
export interface DeviceTables {
  discovered_devices: StoreTableRow & {
    driver: DriverName;
    device_key: string;
    announced_at_topic: string;
    kind: 'LOCK' | 'SWITCH' | 'LIGHT' | 'CLIMATE' | 'BINARY_SENSOR' | 'SENSOR' | 'BUTTON';
    traits: GeneratedJson<DeviceTraits>;
    name: string;
    manufacturer: string | null;
    model: string | null;
    settings: Json<Record<string, unknown>>;
    obstacle: string | null;
    first_seen_at: Instant;
    withdrawn_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  device_links: StoreTableRow & {
    driver: DriverName;
    device_key: string;
    settings: Json<Record<string, unknown>>;
    target_kind: 'DOOR' | 'DEVICE';
    target_id: string;
    online: Generated<'ONLINE' | 'OFFLINE' | 'UNKNOWN'>;
    told_online: Generated<'ONLINE' | 'OFFLINE' | 'UNKNOWN'>;
    availability: GeneratedJson<Record<string, boolean>>;
    lock_state: Generated<LockState>;
    lock_state_source: Generated<'REPORTED' | 'INFERRED'>;
    is_moving: Generated<boolean>;
    leaf_state: Generated<'UNKNOWN' | 'OPEN' | 'CLOSED' | 'JAMMED' | 'FORCED_OPEN' | 'ERROR' | 'AJAR'>;
    battery: number | null;
    last_seen_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    last_command_id: string | null;
    state: GeneratedJson<DeviceState>;
    state_source: Generated<'REPORTED' | 'INFERRED'>;
    removed_at: NullableInstant;
  };
  device_odd_members: {
    product_id: string;
    store_id: string;
    link_id: string;
    member: string;
    text: string;
    count: number;
    first_at: Instant;
    last_at: Instant;
  };
  device_accounts: StoreTableRow & {
    name: string;
    user_name: string;
    password_hash: Buffer;
    created_at: Instant;
    created_by: string;
    created_by_name: string;
    revoked_at: NullableInstant;
  };
  device_history: StoreTableRow & {
    link_id: string;
    target_kind: 'DOOR' | 'DEVICE';
    target_id: string;
    room_id: string | null;
    action: HistoryAction;
    status: HistoryStatus;
    cause_kind: 'PERSON' | 'RESERVATION' | 'GUEST' | 'AUTOMATION' | 'DEVICE' | 'UNKNOWN';
    cause_id: string | null;
    cause_label: string;
    source: Command['source'];
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
    error_code: CommandErrorCode | null;
    error_message: string | null;
    state: ColumnType<Command['state'], string | null | undefined, never>;
    command_id: ColumnType<string | null, string | null | undefined, never>;
  };
  devices: StoreTableRow & {
    room_id: string;
    name: string;
    kind: DeviceKind;
    traits: Json<DeviceTraits>;
    link_id: string;
    created_at: Instant;
    removed_at: NullableInstant;
    version: Generated<number>;
  };
  modes: {
    product_id: string;
    id: string;
    store_id: string | null;
    name: string;
    states: Json<ModeEntry[]>;
    purpose: ColumnType<ModePurpose | null, ModePurpose | null | undefined, ModePurpose | null>;
    created_at: Instant;
    deleted_at: NullableInstant;
    version: Generated<number>;
  };
  mode_runs: StoreTableRow & {
    room_id: string;
    mode_id: string | null;
    mode_name: string | null;
    cause_kind: 'PERSON' | 'RESERVATION' | 'AUTOMATION';
    cause_id: string | null;
    cause_label: string;
    started_at: Instant;
    request_key: string | null;
    undoes_run_id: ColumnType<string | null, string | null | undefined, never>;
  };
  mode_run_devices: {
    product_id: string;
    store_id: string;
    run_id: string;
    device_id: string;
    state: Json<ModeState>;
    command_id: string;
    state_before: ColumnType<DeviceState | null, string | null | undefined, never>;
  };
  device_history_steps: StoreTableRow & {
    command_id: string;
    at: Instant;
    step: CommandStep['step'];
    note: string | null;
  };
  device_listeners: { broker_name: string; holder: string; until: Instant };
  doors: StoreTableRow & {
    room_id: string | null;
    name: string;
    link_id: string;
    door_mode: Generated<'NORMAL' | 'HELD_OPEN' | 'LOCKED_DOWN'>;
    open_seconds: Generated<number>;
    created_at: Instant;
    version: Generated<number>;
    access_before_minutes: ColumnType<number | null, number | null | undefined, number | null>;
    access_after_minutes: ColumnType<number | null, number | null | undefined, number | null>;
    left_open_seconds: ColumnType<number | null, number | null | undefined, number | null>;
    rings_when_forced: Generated<boolean>;
    offline_seconds: ColumnType<number | null, number | null | undefined, number | null>;
    battery_percent: ColumnType<number | null, number | null | undefined, number | null>;
    rings_when_jammed: Generated<boolean>;
    tested_at: NullableInstant;
    round_trip_ms: ColumnType<number | null, number | null | undefined, number | null>;
    held_until: NullableInstant;
    held_by_command_id: ColumnType<string | null, string | null | undefined, string | null>;
    held_for_reservation_id: ColumnType<string | null, string | null | undefined, string | null>;
    relock_attempts: Generated<number>;
    due_at: NullableInstant;
    emergency_id: ColumnType<string | null, string | null | undefined, string | null>;
    spare_codes: Generated<number>;
    removed_at: NullableInstant;
  };
  emergencies: StoreTableRow & {
    kind: EmergencyKind;
    reason: string;
    started_at: Instant;
    started_by: string;
    started_by_name: string;
    ended_at: NullableInstant;
    ended_by: ColumnType<string | null, string | null | undefined, string | null>;
    ended_by_name: ColumnType<string | null, string | null | undefined, string | null>;
  };
  emergency_doors: {
    product_id: string;
    store_id: string;
    emergency_id: string;
    door_id: string;
    action: 'LOCK' | 'OPEN' | null;
    command_id: ColumnType<string | null, string | null | undefined, string | null>;
    attempts: Generated<number>;
    mode_before: 'NORMAL' | 'HELD_OPEN';
    held_until_before: NullableInstant;
    held_for_reservation_id_before: ColumnType<string | null, string | null | undefined, string | null>;
  };
  alarms: StoreTableRow & {
    door_id: string;
    kind: AlarmKind;
    since: Instant;
    opened_at: Instant;
    closed_at: NullableInstant;
    acknowledged_at: NullableInstant;
    acknowledged_by: ColumnType<string | null, string | null | undefined, string | null>;
    acknowledged_by_name: ColumnType<string | null, string | null | undefined, string | null>;
  };
  alarm_watches: {
    product_id: string;
    store_id: string;
    door_id: string;
    is_leaf_closed: Generated<boolean>;
    leaf_open_since: NullableInstant;
    suspected_at: NullableInstant;
    offline_since: NullableInstant;
    due_at: NullableInstant;
  };
  access_reviews: StoreTableRow & { due_at: NullableInstant };
  room_stages: StoreTableRow & {
    purpose: ModePurpose;
    reservation_id: string | null;
    looked_at: Instant;
    warning_run_id: string | null;
    restore_at: NullableInstant;
  };
  stage_reviews: StoreTableRow & { due_at: NullableInstant; planned_at: NullableInstant };
  guest_reviews: StoreTableRow & { due_at: NullableInstant };
  readiness_checks: StoreTableRow & {
    reservation_id: string;
    minutes_before: ReadinessCheck['minutesBefore'];
    starts_at: Instant;
    room_id: string;
    checked_at: Instant;
    obstacles: Json<Readiness['obstacles']>;
  };
  extension_offers: StoreTableRow & {
    ends_at: Instant;
    offered_at: Instant;
    choices: Json<ExtensionOffer['choices']>;
    reason: ExtensionOffer['reason'];
    ended_at: NullableInstant;
  };
  overruns: StoreTableRow & {
    room_id: string;
    device_id: string;
    since: Instant;
    told_from: Instant;
    ended_at: NullableInstant;
    watts_from: ColumnType<number | null, number | null | undefined, number | null>;
    due_at: NullableInstant;
    counted_at: NullableInstant;
  };
  access_codes: StoreTableRow & {
    reservation_id: string | null;
    sealed: Buffer | null;
    made_at: Instant;
    told_at: NullableInstant;
    withdrawn_at: NullableInstant;
    spare_door_id: ColumnType<string | null, string | null | undefined, never>;
    given_to: ColumnType<string | null, string | null | undefined, string>;
    given_at: NullableInstant;
  };
  access_suspensions: StoreTableRow & { due_at: NullableInstant };
  access_pools: StoreTableRow & { size: number | null; due_at: NullableInstant };
  access_code_places: StoreTableRow & {
    code_id: string;
    reservation_id: string | null;
    door_id: string;
    link_id: string;
    fingerprint: Buffer;
    opens_at: Instant;
    closes_at: Instant;
    is_wanted: Generated<boolean>;
    acknowledged: Generated<CodeState>;
    acknowledged_at: NullableInstant;
    slot: number | null;
    pushed: RequestedCodeState | null;
    push_until: NullableInstant;
    is_written: Generated<boolean>;
    attempts: Generated<number>;
    retry_at: NullableInstant;
    error: CodeError | null;
    due_at: NullableInstant;
    gone_at: NullableInstant;
  };
  access_code_stamps: StoreTableRow & { set_stamp: string | null; cleared_stamp: string | null };
}
