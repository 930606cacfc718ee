import { STAY_CALENDAR_TEXTS } from '@munjigi/texts/guests';
import { fillText } from '@munjigi/texts';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import type { FileReply } from '../../http/index.ts';
import { writePublishedEvent, type CalendarEvent } from '../../text/ics.ts';
import type { GuestWork } from './guest-page.ts';

/** The calendar entry of a stay (MS-24, decision 136). It has neither the access code nor the guest's link or name. */

export const STAY_CALENDAR_TYPE = 'text/calendar; charset=utf-8; method=PUBLISH';
const ALARM_MINUTES = 60;

interface Row {
  readonly id: string;
  readonly code: string;
  readonly state: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly version: number;
  readonly language: 'ko' | 'en';
  readonly room_name: string;
  readonly store_name: string;
  readonly address: string;
  readonly phone: string;
}

/** Composes the file for the guest of a token. It is shown, not saved: iOS then offers to add it (docs/domain.md 8). */
export async function readStayCalendar({ tx, clock, actor }: GuestWork): Promise<FileReply> {
  return {
    type: STAY_CALENDAR_TYPE,
    body: await composeStayCalendar(tx, actor, clock.now()),
    headers: {
      'cache-control': 'no-store',
      'content-disposition': 'inline; filename="stay.ics"',
      'x-robots-tag': 'noindex, nofollow',
    },
  };
}

/** Composes the calendar entry of a reservation as it holds now. */
export async function composeStayCalendar(
  tx: Tx,
  { storeId, reservationId }: { readonly storeId: string; readonly reservationId: string },
  now: Date,
): Promise<string> {
  const { rows } = await sql<Row>`
    select r.id, r.code, r.state, r.starts_at, r.ends_at, r.version, r.guest_language as language,
      o.name as room_name, s.name as store_name, s.address, s.phone
    from reservations r
    join rooms o on o.store_id = r.store_id and o.id = r.room_id
    join stores s on s.product_id = r.product_id and s.id = r.store_id
    where r.store_id = ${storeId} and r.id = ${reservationId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A calendar entry is of a reservation that its store does not have');
  return writePublishedEvent(toEvent(row, now), now);
}

function toEvent(row: Row, now: Date): CalendarEvent {
  const texts = STAY_CALENDAR_TEXTS[row.language];
  const status = STATUS[row.state] ?? 'CONFIRMED';
  return {
    // As in the calendar feeds, so that a person who has both has one entry.
    uid: `${row.id}@munjigi`,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    summary: `${row.store_name} · ${row.room_name}`,
    location: row.address,
    description: fillText(texts.description, { code: row.code, phone: row.phone }),
    status,
    sequence: row.version - 1,
    changedAt: now,
    ...(status === 'CONFIRMED' && { alarmMinutes: ALARM_MINUTES }),
  };
}

/** The iCalendar status of each state; a client removes a cancelled entry that it has. */
const STATUS: Readonly<Record<string, CalendarEvent['status']>> = {
  PENDING: 'TENTATIVE',
  CANCELLED: 'CANCELLED',
  EXPIRED: 'CANCELLED',
  NO_SHOW: 'CANCELLED',
};
