import type { MessageAct, MessageKind, previewChangeMessage, ReplyOf } from '@munjigi/contract';
import { maskEmail, maskName, maskPhone } from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import type { UnitOfWork } from '../../http/index.ts';
import type { GuestLinks } from '../guest-access/index.ts';
import { dueAmountOf } from '../payments/index.ts';
import { readReservation, type ReservationRow } from '../reservations/index.ts';
import { canReceiveSms } from '../staff-messages/index.ts';
import { findContactObstacle } from './contact-obstacle.ts';
import { computeMessageTimes } from './outbox/message-times.ts';
import { isSwitchedOff } from './outbox/reminders.ts';
import { DEFAULT_QUIET } from './outbox/senders.ts';
import { composeRefundRule } from './outbox/subject-values.ts';
import { renderTemplate, type MessageValues } from './templates/render-template.ts';
import { readStay, type Stay } from './templates/stay-facts.sql.ts';
import { composeLinks, computeTemplateValues, describeCanceller, formatWon } from './templates/template-values.ts';
import { readTemplate } from './templates/templates.ts';

type Preview = ReplyOf<typeof previewChangeMessage>;
type Act = Exclude<MessageAct, 'CHANGE'>;

interface WishedAct {
  readonly reservationId: string;
  readonly act: Act;
  /** In won. */
  readonly amount?: number | undefined;
}

/** Composes the message that the guest would get of an act of staff, or says why none (MS-25). Throws NOT_FOUND. */
export async function composeActPreview(
  { tx, clock }: UnitOfWork,
  links: GuestLinks,
  { reservationId, act, amount = 0 }: WishedAct,
): Promise<Preview> {
  const now = clock.now();
  const { row } = await readReservation(tx, reservationId);
  const stay = await readStay(tx, { store_id: row.store_id, reservation_id: row.id }, DEFAULT_QUIET);
  const kind = kindOfAct(act, row, amount);
  const template = kind && (await readTemplate(tx, { kind, language: stay.language }));
  const obstacle = await findObstacle(tx, { row, stay, act, kind, isEnabled: template?.isEnabled ?? true });
  const hasLink = links.origin !== null && !(await links.isRevoked(tx, stay));
  const values: MessageValues = {
    ...computeTemplateValues({ ...stay, guestName: maskName(stay.guestName) }, stay.language),
    ...valuesOfAct(act, stay, amount),
    ...(kind === 'CONFIRMED' && { refundRule: await composeRefundRule(tx, { stay, language: stay.language, now }) }),
    ...(hasLink && composeLinks(links.maskedLink)),
  };
  const goesOut = obstacle === null && kind !== null;
  return {
    kind,
    obstacle,
    messageCount: goesOut ? 1 : 0,
    recipient: canReceiveSms(row.guest_phone) ? maskPhone(row.guest_phone) : maskEmail(row.guest_email),
    language: row.guest_language,
    sendAt: goesOut ? computeMessageTimes({ kind, queuedAt: now }, stay).sendAt.toISOString() : null,
    subject: template ? renderTemplate(template.subject, values) : '',
    body: template ? renderTemplate(template.body, values) : '',
  };
}

/** As the triggers of the outbox decide (docs/guest-messages.md). */
function kindOfAct(act: Act, row: ReservationRow, amount: number): MessageKind | null {
  switch (act) {
    case 'CONFIRM':
      return 'CONFIRMED';
    case 'CANCEL':
      return 'CANCELLED';
    case 'REFUND':
      return 'REFUNDED';
    case 'COMPLETE':
      return 'RATING_INVITED';
    case 'PAYMENT':
      return kindOfPayment(row, amount);
    case 'NO_SHOW':
    case 'CHECK_IN':
    case 'REVERSE_PAYMENT':
      return null;
  }
}

/** A payment that covers what is due confirms a hold, or extends a stay whose extension is held. */
function kindOfPayment(row: ReservationRow, amount: number): MessageKind {
  const isCovered = amount >= (dueAmountOf(row) ?? 0);
  if (isCovered && row.extension_amount !== null) return 'EXTENDED';
  if (isCovered && row.held_move) return 'MOVED';
  return isCovered && row.state === 'PENDING' ? 'CONFIRMED' : 'PAYMENT_RECEIVED';
}

interface Considered {
  readonly row: ReservationRow;
  readonly stay: Stay;
  readonly act: Act;
  readonly kind: MessageKind | null;
  readonly isEnabled: boolean;
}

async function findObstacle(tx: Tx, { row, stay, act, kind, isEnabled }: Considered): Promise<Preview['obstacle']> {
  if (row.kind !== 'GUEST') return 'NO_GUEST';
  if (kind === null) return 'NO_MESSAGE_OF_ACT';
  const isOver = row.state === 'CANCELLED' || row.state === 'EXPIRED';
  if (isOver && act !== 'REFUND') return 'STAY_OVER';
  const unreachable = await findContactObstacle(tx, row);
  if (unreachable !== null) return unreachable;
  if (stay.refusedKinds.includes(kind)) return 'OPTED_OUT';
  if (await isSwitchedOff(tx, row.store_id, kind)) return 'SWITCHED_OFF';
  return isEnabled ? null : 'TEMPLATE_DISABLED';
}

function valuesOfAct(
  act: Act,
  { language, priceAmount, extensionAmount, paidAmount, waivedAmount }: Stay,
  amount: number,
): MessageValues {
  const won = (sum: number) => formatWon(Math.max(0, sum), language);
  if (act === 'PAYMENT')
    return {
      paidAmount: won(amount),
      dueAmount: won(priceAmount + extensionAmount - paidAmount - waivedAmount - amount),
    };
  if (act === 'CANCEL') return { refundAmount: won(amount), cancelledBy: describeCanceller('PERSON', language) };
  return act === 'REFUND' ? { refundAmount: won(amount) } : {};
}
