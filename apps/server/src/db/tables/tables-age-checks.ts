import type { AgeBasis, AgeCheckWay, AgeDocument, AgeRule } from '@munjigi/contract';
import type { Generated } from 'kysely';
import type { Instant, Json, NullableInstant, StoreTableRow } from './column-types.ts';

/** Rooms and hours for adults: a part of `Tables`. */
export interface AgeCheckTables {
  /** `id`: the store. */
  age_rules: StoreTableRow & {
    rules: Json<AgeRule[]>;
    check_months: number;
    changed_at: Instant;
    changed_by_name: string;
    version: Generated<number>;
  };
  age_checks: StoreTableRow & {
    contact_mark: Buffer;
    basis: AgeBasis;
    way: AgeCheckWay;
    checked_at: Instant;
    valid_until: Instant;
  };
  age_check_attempts: StoreTableRow & {
    reservation_id: string | null;
    contact_mark: Buffer;
    basis: AgeBasis;
    started_at: Instant;
    expires_at: Instant;
    ended_at: NullableInstant;
  };
  /** `id`: the reservation. */
  age_requirements: StoreTableRow & {
    basis: AgeBasis;
    contact_mark: Buffer | null;
    required_at: Instant;
    asked_at: NullableInstant;
    met_at: NullableInstant;
    way: AgeCheckWay | null;
    document: AgeDocument | null;
    confirmed_by_name: string | null;
  };
  identity_providers: {
    product_id: string;
    base_url: string;
    channel_key: string;
    merchant_id: string;
    api_secret: Buffer;
    changed_at: Instant;
    changed_by_name: string;
    version: Generated<number>;
  };
}
