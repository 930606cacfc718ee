import type { PassUnit } from '@munjigi/contract';
import type { ColumnType } from 'kysely';
import type { Instant, NullableInstant, SealedText, StoreTableRow } from './column-types.ts';

/** Prepaid passes: a part of `Tables`. Amounts are in won. */
export interface PassTables {
  pass_offers: StoreTableRow & {
    name: string;
    unit: PassUnit;
    units: number;
    price_amount: number;
    valid_days: number;
    room_ids: string[];
    created_at: Instant;
    created_by_name: string;
    withdrawn_at: NullableInstant;
    withdrawn_by_name: ColumnType<string | null, string | null | undefined>;
  };
  passes: StoreTableRow & {
    offer_id: string;
    payment_id: string;
    guest_name: SealedText;
    guest_phone: SealedText;
    phone_mark: Buffer | null;
    sold_at: Instant;
    sold_by_name: string;
    ends_at: Instant;
    gift_mark: Buffer | null;
    claimed_at: NullableInstant;
  };
  /** `id`: the pass. */
  pass_reminders: StoreTableRow & {
    decided_at: Instant;
    is_sent: boolean;
  };
  /** `id`: the store. */
  pass_reminder_switches: StoreTableRow & {
    is_on: boolean;
  };
  /** `id`: the payment. */
  pass_uses: StoreTableRow & {
    pass_id: string;
    units: number;
    covered_amount: number;
  };
}
