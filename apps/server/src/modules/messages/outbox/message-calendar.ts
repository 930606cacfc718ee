import type { MessageChannel, MessageKind } from '@munjigi/contract';
import type { Tx } from '../../../db/index.ts';
import { composeStayCalendar, STAY_CALENDAR_TYPE } from '../../guest-access/index.ts';
import type { GuestMessage } from '../drivers/driver.ts';
import type { Stay } from '../templates/stay-facts.sql.ts';

/** These are about the place and the time of the stay, so their e-mails have its calendar entry (MS-24). */
const WITH_CALENDAR: ReadonlySet<MessageKind> = new Set(['CONFIRMED', 'MOVED', 'CHANGED', 'EXTENDED', 'CANCELLED']);

interface CalendarOf {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly stay: Stay;
  readonly now: Date;
}

/** Composes the calendar entry that a message has beside its text. `null`: it has none. */
export async function findCalendar(
  tx: Tx,
  { kind, channel, stay, now }: CalendarOf,
): Promise<GuestMessage['calendar']> {
  if (channel !== 'EMAIL' || !WITH_CALENDAR.has(kind)) return null;
  return { type: STAY_CALENDAR_TYPE, text: await composeStayCalendar(tx, stay, now) };
}
