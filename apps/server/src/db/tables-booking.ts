import type { Generated } from 'kysely';
import type { Instant, NullableInstant, StoreTableRow } from './column-types.ts';

/** Online booking and tablets at doors: a part of `Tables`. */
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
  solved_challenges: StoreTableRow & {
    solved_at: Instant;
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
