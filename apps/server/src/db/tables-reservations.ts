import type { ColumnType, Generated } from 'kysely';
import type { Instant, Json, NullableInstant, SealedText, StoreRow } from './column-types.ts';

/** When stores are open, what rooms consist of, prices and reservations: a part of `Tables`. */
export interface ReservationTables {
  closures: StoreRow & {
    room_ids: string[];
    starts_at: Instant;
    ends_at: Instant;
    reason: string;
    created_at: Instant;
    withdrawn_at: NullableInstant;
    is_for_good: Generated<boolean>;
  };
  /** `date` as `2026-02-28`. */
  store_holidays: { product_id: string; store_id: string; date: string; name: string; is_holiday: boolean };
  room_parts: { product_id: string; store_id: string; room_id: string; part_room_id: string };
  room_photos: StoreRow & {
    room_id: string;
    sort_order: number;
    width: number;
    height: number;
    small: Buffer;
    large: Buffer;
    created_at: Instant;
  };
  price_policies: StoreRow & {
    name: string;
    room_ids: string[];
    weekdays: number[];
    holidays: boolean;
    starts_on: string | null;
    ends_on: string | null;
    from_time: string;
    to_time: string;
    unit: string;
    amount: number;
    package_minutes: number | null;
    included_head_count: number;
    extra_person_amount: number;
    priority: number;
    created_at: Instant;
    deleted_at: NullableInstant;
    version: Generated<number>;
  };
  reservation_series: StoreRow & { rule: Json; created_at: Instant };
  reservations: StoreRow & {
    room_id: string;
    code: string;
    kind: string;
    state: string;
    starts_at: Instant;
    ends_at: Instant;
    buffer_ends_at: Instant;
    business_date: string;
    guest_name: SealedText;
    guest_phone: SealedText;
    /** Keyed marks (`PersonalMarks`): of the phone as dialled inside the country, of its last four digits, of the name's beginnings. */
    phone_mark: Buffer | null;
    last_four_mark: Buffer | null;
    name_marks: Buffer | null;
    head_count: number;
    channel: string;
    block_reason: string | null;
    memo: string;
    price_amount: number;
    price_lines: Json;
    paid_amount: Generated<number>;
    hold_expires_at: NullableInstant;
    series_id: string | null;
    keeps_from: NullableInstant;
    cancelled_at: NullableInstant;
    refund_percent: number | null;
    refund_amount: number | null;
    /** Won of `refund_amount` that neither the provider nor a person has confirmed as sent. */
    refund_due_amount: ColumnType<number | null, number | null | undefined, number | null>;
    created_at: Instant;
    version: Generated<number>;
    /** When the next thing happens by itself: made of the others by the database. */
    due_at: ColumnType<Date | null, never, never>;
  };
  reservation_holds: {
    product_id: string;
    store_id: string;
    room_id: string;
    reservation_id: string;
    starts_at: Instant;
    ends_at: Instant;
    /** For the guard: the same room, and both times as PostgreSQL writes a tstzrange. */
    guarded_room_id: ColumnType<string, never, never>;
    period: ColumnType<string, never, never>;
  };
  reservation_events: StoreRow & {
    reservation_id: string;
    at: Instant;
    kind: string;
    actor_kind: string;
    actor_id: string | null;
    actor_label: string;
    reason: string | null;
    amount: number | null;
    before: ColumnType<unknown, string | null, string | null>;
  };
  waitlist: StoreRow & {
    room_id: string | null;
    starts_at: Instant;
    ends_at: Instant;
    head_count: number;
    guest_name: SealedText;
    guest_phone: SealedText;
    memo: string;
    state: Generated<string>;
    free_since: NullableInstant;
    free_room_id: string | null;
    created_at: Instant;
    version: Generated<number>;
  };
  help_desk_cases: StoreRow & {
    reservation_id: string;
    person_id: string;
    person_name: string;
    opened_at: Instant;
    business_date: string;
    resolved_at: NullableInstant;
    outcome: string | null;
    note: Generated<string>;
  };
  /** `id` is the reservation's. */
  channel_reservations: StoreRow & { key_id: string; external_id: string | null; created_at: Instant };
  calendar_feeds: StoreRow & {
    room_id: string | null;
    secret_hash: Buffer;
    created_at: Instant;
    last_read_at: NullableInstant;
    revoked_at: NullableInstant;
  };
}
