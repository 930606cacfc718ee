import type {
  MessageChannel,
  MessageKind,
  MessageLanguage,
  MessageProvider,
  MessageState,
  RefusableKind,
} from '@munjigi/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Instant, NullableInstant, OptionalSealedText, SealedText, StoreTableRow } from './column-types.ts';

/** What a guest knows about a stay that changed (MS-16); `known_stay` of migration 0104 writes it. */
export interface NotifiedStay {
  readonly roomId: string;
  readonly roomName: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly headCount: number;
  readonly priceAmount: number;
}

/** Messages to guests and staff: a part of `Tables`. */
export interface MessageTables {
  message_providers: {
    product_id: string;
    provider: MessageProvider;
    account: string;
    address: string;
    secret: Buffer | null;
    has_secret: GeneratedAlways<boolean>;
    sender_phone: string;
    kakao_channel_id: string;
    sender_email: string;
    is_enabled: boolean;
    code_budget: Generated<number>;
    changed_at: Instant;
    changed_by_name: string;
    version: Generated<number>;
    last_error: ColumnType<string | null, string | null | undefined>;
    failing_since: NullableInstant;
    failures: Generated<number>;
    retry_at: NullableInstant;
  };
  message_senders: StoreTableRow & {
    sender_phone: string;
    sender_email: string;
    quiet_from: string | null;
    quiet_until: string | null;
    version: Generated<number>;
  };
  message_reminders: StoreTableRow & {
    is_day_before_on: boolean;
    is_starts_soon_on: boolean;
    is_rating_on: boolean;
    version: Generated<number>;
  };
  message_templates: {
    product_id: string;
    kind: string;
    language: MessageLanguage;
    version: number;
    is_enabled: boolean;
    subject: string;
    body: string;
    alimtalk_code: string;
    alimtalk_state: 'NONE' | 'REQUESTED' | 'APPROVED' | 'REJECTED';
    changed_at: Instant;
    changed_by_name: string;
  };
  messages: StoreTableRow & {
    seq: GeneratedAlways<number>;
    reservation_id: string;
    kind: MessageKind;
    dedupe_key: string;
    subject_id: string | null;
    language: Generated<MessageLanguage>;
    guest_phone: SealedText;
    guest_email: OptionalSealedText;
    phone_mark: Buffer | null;
    content: Generated<Buffer>;
    template_version: ColumnType<number | null, number | null | undefined>;
    state: Generated<MessageState>;
    channel: ColumnType<MessageChannel | null, MessageChannel | null | undefined>;
    error: ColumnType<string | null, string | null | undefined>;
    resend_of: ColumnType<string | null, string | null | undefined>;
    before: ColumnType<NotifiedStay | null, string | null | undefined>;
    queued_at: Instant;
    planned_at: NullableInstant;
    is_new: Generated<boolean>;
    send_at: Instant;
    expires_at: Instant;
    ended_at: NullableInstant;
    sending_since: NullableInstant;
    tries: Generated<number>;
    /** Null: it did not leave yet, or left before this was stored. */
    has_link: ColumnType<boolean | null, boolean | null | undefined>;
    /** Of the next attempt. */
    provider: Generated<MessageProvider>;
  };
  message_opt_outs: {
    product_id: string;
    id: string;
    guest_phone: SealedText;
    phone_mark: Buffer | null;
    kind: RefusableKind;
    decided_at: Instant;
    decided_by: 'GUEST' | 'PERSON';
    used_at: Instant;
    /** Null: the refusal holds for every stay of the phone. */
    reservation_id: ColumnType<string | null, string | null | undefined>;
  };
  message_attempts: StoreTableRow & {
    message_id: string;
    channel: MessageChannel;
    provider: MessageProvider;
    state: 'SENDING' | 'ACCEPTED' | 'DELIVERED' | 'FAILED' | 'UNKNOWN';
    is_final: Generated<boolean>;
    reference: ColumnType<string | null, string | null | undefined>;
    provider_message_id: ColumnType<string | null, string | null | undefined>;
    cost: ColumnType<number | null, number | null | undefined>;
    error: ColumnType<string | null, string | null | undefined>;
    started_at: Instant;
    accepted_at: NullableInstant;
    reported_at: NullableInstant;
  };
  staff_messages: {
    product_id: string;
    id: string;
    seq: GeneratedAlways<number>;
    /** Null: the message goes to `recipient`. */
    user_id: ColumnType<string | null, string | null | undefined>;
    recipient: ColumnType<Buffer, Buffer | undefined>;
    kind: 'INVITATION' | 'PASSWORD_RESET' | 'NEW_DEVICE' | 'ON_CALL' | 'PHONE_CODE' | 'WAITLIST_JOINED' | 'PASS_ENDING';
    channel: 'EMAIL' | 'SMS';
    language: MessageLanguage;
    dedupe_key: string;
    subject: Buffer;
    body: Buffer;
    state: Generated<MessageState>;
    error: ColumnType<string | null, string | null | undefined>;
    tries: Generated<number>;
    queued_at: Instant;
    send_at: Instant;
    expires_at: Instant;
    ended_at: NullableInstant;
    sending_since: NullableInstant;
    reference: ColumnType<string | null, string | null | undefined>;
    provider_message_id: ColumnType<string | null, string | null | undefined>;
  };
}
