import type { DepositSource, DepositState, Deposit } from '@munjigi/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, Json, NullableInstant, NullableSealedText, SealedText, StoreTableRow } from './column-types.ts';

/** Transfers to a store's own account: a part of `Tables`. Amounts are in won. */
export interface DepositTables {
  deposit_relays: StoreTableRow & {
    name: string;
    token_hash: Buffer;
    most_automatic_amount: number;
    created_at: Instant;
    created_by_name: string;
    last_used_at: NullableInstant;
    revoked_at: NullableInstant;
    minute: Generated<number>;
    minute_count: Generated<number>;
    day: Generated<number>;
    day_count: Generated<number>;
  };
  deposits: StoreTableRow & {
    state: DepositState;
    kind: 'DEPOSIT' | 'TAKEN_BACK' | null;
    amount: number | null;
    is_amount_clear: boolean;
    depositor_name: NullableSealedText;
    balance: number | null;
    bank: string | null;
    account_end: string | null;
    at: Instant;
    is_time_known: boolean;
    bank_text: SealedText;
    fault: 'ENCODING_LOST' | 'KIND_UNCLEAR' | 'AMOUNT_UNCLEAR' | null;
    sources: DepositSource[];
    withheld: Generated<Deposit['withheld']>;
    relay_id: string | null;
    reservation_id: string | null;
    payment_id: string | null;
    settled_at: NullableInstant;
    settled_by: string | null;
    settled_by_name: string | null;
    note: string | null;
    was_undone: Generated<boolean>;
    received_at: Instant;
    version: Generated<number>;
  };
  deposit_messages: StoreTableRow & {
    relay_id: string | null;
    source: DepositSource;
    /** Encrypted; the reader decrypts it. */
    raw: Buffer;
    /** Encrypted JSON. */
    reading: Buffer | null;
    text_key: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    outcome: ColumnType<
      'NEW' | 'SAME' | 'WITHDRAWAL' | null,
      'NEW' | 'SAME' | 'WITHDRAWAL' | null | undefined,
      'NEW' | 'SAME' | 'WITHDRAWAL' | null
    >;
    deposit_id: ColumnType<string | null, string | null | undefined, string | null>;
    received_at: Instant;
    worked_at: NullableInstant;
  };
  deposit_rules: StoreTableRow & {
    template: string;
    kind: 'DEPOSIT' | 'WITHDRAWAL' | 'TAKEN_BACK';
    created_at: Instant;
    created_by_name: string;
    last_used_at: NullableInstant;
  };
  deposit_file_heads: StoreTableRow & {
    head: string;
    columns: Json;
    updated_at: Instant;
    updated_by_name: string;
  };
}
