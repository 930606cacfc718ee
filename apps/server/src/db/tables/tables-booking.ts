import type { AddOnUnit, CouponBearer, CouponClaimState, CouponKind } from '@munjigi/contract';
import type { Generated } from 'kysely';
import type { Instant, NullableInstant, StoreTableRow } from './column-types.ts';

/** Online booking, add-ons, coupons and tablets at doors: a part of `Tables`. */
export interface BookingTables {
  phone_codes: StoreTableRow & {
    phone_mark: Buffer;
    address_mark: Buffer;
    range_mark: Buffer | null;
    code_hash: Buffer;
    sent_at: Instant;
    expires_at: Instant;
    attempts: Generated<number>;
    proven_at: NullableInstant;
    used_at: NullableInstant;
  };
  online_bookings: StoreTableRow & {
    reservation_id: string;
    phone_mark: Buffer;
    address_mark: Buffer;
    request_mark: Buffer | null;
    body_mark: Buffer;
    held_until: NullableInstant;
    created_at: Instant;
  };
  accepted_terms: StoreTableRow & {
    reservation_id: string;
    language: 'ko' | 'en';
    terms: string;
    accepted_at: Instant;
  };
  solved_challenges: StoreTableRow & {
    solved_at: Instant;
  };
  add_ons: StoreTableRow & {
    name: string;
    description: string;
    unit: AddOnUnit;
    amount: number;
    max_quantity: number;
    room_ids: string[];
    is_offered: boolean;
    sort_order: number;
    created_at: Instant;
    deleted_at: NullableInstant;
    version: Generated<number>;
  };
  coupons: {
    product_id: string;
    id: string;
    code: string;
    name: string;
    kind: CouponKind;
    percent: number | null;
    amount: number | null;
    max_discount_amount: number | null;
    min_price_amount: number;
    starts_on: string;
    ends_on: string;
    store_ids: string[];
    max_uses: number | null;
    max_uses_per_guest: number | null;
    bearer: CouponBearer;
    created_at: Instant;
    withdrawn_at: NullableInstant;
    version: Generated<number>;
  };
  /** The id is that of the reservation. */
  coupon_claims: StoreTableRow & {
    coupon_id: string;
    state: CouponClaimState;
    withheld_for: 'NO_ONLINE_MONEY' | 'NO_LIMIT' | null;
    booked_amount: Generated<number>;
    due_at: Instant;
    check_at: NullableInstant;
    decision: 'APPROVED' | 'REFUSED' | null;
    decided_at: NullableInstant;
    decided_by: string | null;
    decided_by_name: string | null;
    decision_reason: string | null;
    version: Generated<number>;
  };
  coupon_uses: {
    product_id: string;
    reservation_id: string;
    coupon_id: string;
    /** Null: the guest of the reservation was erased. */
    phone_mark: Buffer | null;
    ended_at: NullableInstant;
  };
  door_displays: StoreTableRow & {
    room_id: string;
    token_hash: Buffer;
    issued_at: Instant;
    issued_by: string;
    issued_by_name: string;
    revoked_at: NullableInstant;
    last_seen_at: NullableInstant;
  };
}
