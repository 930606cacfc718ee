import type { IncidentKind, OnCallChannel } from '@munjigi/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, Json, NullableInstant, StoreTableRow } from './column-types.ts';

/** On-call rules and incidents: a part of `Tables`. */
export interface OnCallTables {
  on_call_rules: StoreTableRow & {
    is_enabled: boolean;
    conditions: Json;
    steps: Json;
    quiet_from: string | null;
    quiet_until: string | null;
    changed_at: Instant;
    changed_by_name: string;
    version: Generated<number>;
  };
  incidents: StoreTableRow & {
    kind: IncidentKind;
    subject_id: string;
    reservation_id: string | null;
    door_id: string | null;
    room_id: string | null;
    details: string[];
    opened_at: Instant;
    acknowledged_at: NullableInstant;
    acknowledged_by: ColumnType<string | null, string | null | undefined>;
    acknowledged_by_name: ColumnType<string | null, string | null | undefined>;
    resolved_at: NullableInstant;
    step: Generated<number>;
    step_at: NullableInstant;
  };
  incident_notices: StoreTableRow & {
    incident_id: string;
    step: number;
    user_id: string;
    channel: OnCallChannel;
    state: 'WAITING' | 'SENT' | 'FAILED' | 'SKIPPED';
    error: string | null;
    due_at: Instant;
    sent_at: NullableInstant;
    message_id: string | null;
  };
}
