import type { AlarmKind, ApprovalKind, IncidentKind, NotificationKind } from '@munjigi/contract';

/** What a notice says, by its kind. */
export type NoticeWord = NotificationKind | AlarmKind | ApprovalKind | IncidentKind | 'WAITLIST';

/** A notice that is still current. */
export interface NoticeRow {
  readonly id: string;
  readonly what: NoticeWord;
  readonly store: string | null;
  readonly amount: number | null;
  readonly about?: string;
}
