import type { previewChangeMessage, QueryOf, ReplyOf } from '@munjigi/contract';
import { maskEmail, maskName, maskPhone } from '@munjigi/rules';
import { sql } from 'kysely';
import type { NotifiedStay, Tx } from '../../db/index.ts';
import { invalidInput, type UnitOfWork } from '../../http/index.ts';
import type { GuestLinks } from '../guest-access/index.ts';
import { findMembers, readReservation, type ReservationRow } from '../reservations/index.ts';
import { canReceiveSms } from '../staff-messages/index.ts';
import { composeActPreview } from './act-preview.ts';
import { findContactObstacle } from './contact-obstacle.ts';
import { computeMessageTimes } from './outbox/message-times.ts';
import { renderTemplate } from './templates/render-template.ts';
import { DEFAULT_QUIET } from './outbox/senders.ts';
import { readStay, type Stay } from './templates/stay-facts.sql.ts';
import { computePreviousValues, computeTemplateValues } from './templates/template-values.ts';
import { readTemplate } from './templates/templates.ts';

type Preview = ReplyOf<typeof previewChangeMessage>;
type Wish = QueryOf<typeof previewChangeMessage> & { readonly reservationId: string };

/**
 * Composes the message that the guest would get of a change, or says why none (MS-16). The database decides on the kind
 * with the function that its trigger uses. Throws NOT_FOUND, and INVALID_INPUT for a room of another store.
 */
export async function composeChangePreview(work: UnitOfWork, links: GuestLinks, wish: Wish): Promise<Preview> {
  if (wish.act !== 'CHANGE') return composeActPreview(work, links, { ...wish, act: wish.act });
  const { tx, clock } = work;
  const now = clock.now();
  const { row } = await readReservation(tx, wish.reservationId);
  const before = await readStay(tx, { store_id: row.store_id, reservation_id: row.id }, DEFAULT_QUIET);
  const change = await planChange(tx, row, wish);
  const stay = toChangedStay(before, change.present);
  const { kind } = change;
  const template = kind && (await readTemplate(tx, { kind, language: stay.language }));
  const obstacle = await findObstacle(tx, row, { ...change, stay, isEnabled: template?.isEnabled ?? true, now });
  const link = (await links.isRevoked(tx, stay)) || links.origin === null ? '' : links.maskedLink;
  const values = {
    ...computeTemplateValues({ ...stay, guestName: maskName(stay.guestName) }, stay.language),
    ...computePreviousValues(change.notified, stay, stay.language),
    link,
  };
  const goesOut = obstacle === null && kind !== null;
  return {
    kind,
    obstacle,
    messageCount: goesOut ? await countMessages(tx, row, wish, now) : 0,
    recipient: canReceiveSms(row.guest_phone) ? maskPhone(row.guest_phone) : maskEmail(row.guest_email),
    language: row.guest_language,
    sendAt: goesOut ? computeMessageTimes({ kind, queuedAt: now }, stay).sendAt.toISOString() : null,
    subject: template ? renderTemplate(template.subject, values) : '',
    body: template ? renderTemplate(template.body, values) : '',
  };
}

interface PlannedChange {
  readonly kind: Preview['kind'];
  /** What the guest knows: the stay before the first change whose message did not leave yet. */
  readonly notified: NotifiedStay;
  readonly present: NotifiedStay;
  readonly isConfirmationWaiting: boolean;
}

async function planChange(tx: Tx, row: ReservationRow, wish: Wish): Promise<PlannedChange> {
  const { rows } = await sql<PlannedChange & { has_room: boolean }>`
    with waiting as (
      select id, kind, before, resend_of from messages
      where store_id = ${row.store_id} and reservation_id = ${row.id} and state = 'QUEUED' and sending_since is null),
    stays as (
      select coalesce((select w.before from waiting w where w.before is not null and w.resend_of is null
        order by w.id desc limit 1),
          known_stay(r.room_id, r.starts_at, r.ends_at, r.head_count, r.price_amount)) as notified,
        known_stay(coalesce(${wish.roomId ?? null}::uuid, r.room_id),
          coalesce(${wish.startsAt ?? null}::timestamptz, r.starts_at),
          coalesce(${wish.endsAt ?? null}::timestamptz, r.ends_at),
            coalesce(${wish.headCount ?? null}::integer, r.head_count),
          coalesce(${wish.priceAmount ?? null}::bigint, r.price_amount)) as present
      from reservations r where r.store_id = ${row.store_id} and r.id = ${row.id})
    select notified, present, change_message_kind(${row.state}, notified, present) as kind,
      exists (select from waiting where kind in ('HELD', 'SLOT_OFFERED', 'CONFIRMED')) as "isConfirmationWaiting",
      exists (select from rooms o where o.store_id = ${row.store_id} and o.id = (present->>'roomId')::uuid) as has_room
    from stays`.execute(tx);
  const [plan] = rows;
  if (!plan?.has_room)
    throw invalidInput([
      { path: 'roomId', code: 'unknown_room', message: 'There is no such room in the store of the reservation' },
    ]);
  return plan;
}

function toChangedStay(before: Stay, present: NotifiedStay): Stay {
  const shift = Date.parse(present.startsAt) - before.startsAt.getTime();
  return {
    ...before,
    roomId: present.roomId,
    roomName: present.roomName,
    startsAt: new Date(present.startsAt),
    endsAt: new Date(present.endsAt),
    accessFrom: new Date(before.accessFrom.getTime() + shift),
    headCount: present.headCount,
    priceAmount: present.priceAmount,
  };
}

interface Considered extends Pick<PlannedChange, 'kind' | 'isConfirmationWaiting'> {
  readonly stay: Stay;
  readonly isEnabled: boolean;
  readonly now: Date;
}

async function findObstacle(
  tx: Tx,
  row: ReservationRow,
  { kind, isConfirmationWaiting, stay, isEnabled, now }: Considered,
): Promise<Preview['obstacle']> {
  if (row.kind !== 'GUEST') return 'NO_GUEST';
  if (!['PENDING', 'CONFIRMED', 'IN_USE'].includes(row.state) || stay.endsAt <= now) return 'STAY_OVER';
  if (kind === null) return 'NOTHING_NEW';
  const unreachable = await findContactObstacle(tx, row);
  if (unreachable !== null) return unreachable;
  if (isConfirmationWaiting) return 'CONFIRMATION_WAITS';
  return isEnabled ? null : 'TEMPLATE_DISABLED';
}

/** One for each stay of the series that changes: those that are in the new room already stay there. */
async function countMessages(tx: Tx, row: ReservationRow, wish: Wish, now: Date): Promise<number> {
  if (wish.scope === 'ONE' || row.series_id === null) return 1;
  const members = await findMembers(tx, row.id, wish.scope, now);
  const isOnlyRoom = wish.startsAt === undefined && wish.endsAt === undefined && wish.headCount === undefined;
  return members.filter(({ room_id: roomId }) => !isOnlyRoom || roomId !== wish.roomId).length;
}
