import type { MessageLanguage } from '@munjigi/contract';
import { cancellationOf } from '@munjigi/rules';
import type { Tx } from '../../../db/index.ts';
import type { GuestMessageRow } from './messages.sql.ts';
import type { MessageValues } from '../templates/render-template.ts';
import type { Stay } from '../templates/stay-facts.sql.ts';
import { describeCanceller, describeRefundRule, formatWon } from '../templates/template-values.ts';

const HOUR_MS = 3600_000;

interface SubjectOf {
  readonly row: GuestMessageRow;
  readonly stay: Stay;
  readonly language: MessageLanguage;
  readonly now: Date;
}

/** Reads the values of one message that its reservation alone does not have. */
export async function readSubjectValues(tx: Tx, { row, stay, language, now }: SubjectOf): Promise<MessageValues> {
  if (row.kind === 'CANCELLED') return { cancelledBy: describeCanceller(await findCanceller(tx, row), language) };
  if (row.kind === 'CONFIRMED' || row.kind === 'DAY_BEFORE')
    return {
      refundRule: await composeRefundRule(tx, { stay, language, now }),
      ...(row.kind === 'CONFIRMED' && (await readLatestReceipt(tx, row))),
    };
  if (row.kind === 'EXTENDED') return readLatestReceipt(tx, row);
  if (row.subject_id === null) return {};
  if (row.kind === 'REFUNDED') return refundValues(tx, row, language);
  if (row.kind === 'PAYMENT_RECEIVED') return paymentValues(tx, row, language);
  if (row.kind === 'HELP_ANSWERED') return answerValues(tx, row);
  return {};
}

/** Until when a cancellation refunds which part. Empty for a free stay, and for one whose channel has its own rules. */
export async function composeRefundRule(tx: Tx, { stay, language, now }: Omit<SubjectOf, 'row'>): Promise<string> {
  const { startsAt, timeZone } = stay;
  const { tiers, channel } = await tx
    .selectFrom('reservations as r')
    .innerJoin('stores as s', (join) =>
      join.onRef('s.product_id', '=', 'r.product_id').onRef('s.id', '=', 'r.store_id'),
    )
    .select(['s.cancellation_tiers as tiers', 'r.channel'])
    .where('r.store_id', '=', stay.storeId)
    .where('r.id', '=', stay.reservationId)
    .executeTakeFirstOrThrow();
  if (channel === 'CHANNEL' || stay.priceAmount === 0) return '';
  const { hoursBefore, refundPercent: percent } = cancellationOf(tiers, {
    startsAt,
    now,
    paidAmount: 0,
  });
  if (hoursBefore === null || percent === 0) return describeRefundRule(null, timeZone, language);
  return describeRefundRule(
    { until: new Date(startsAt.getTime() - hoursBefore * HOUR_MS), percent },
    timeZone,
    language,
  );
}

/** A confirmed refund has its own amount, which need not be the one of the cancellation. */
async function refundValues(tx: Tx, row: GuestMessageRow, language: MessageLanguage): Promise<MessageValues> {
  const refund = await tx
    .selectFrom('payment_refunds')
    .select('amount')
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.subject_id)
    .executeTakeFirst();
  return refund ? { refundAmount: formatWon(refund.amount, language) } : {};
}

/** The amount and the receipt of one payment, of which the message is. */
async function paymentValues(tx: Tx, row: GuestMessageRow, language: MessageLanguage): Promise<MessageValues> {
  const payment = await tx
    .selectFrom('payments')
    .select(['amount', 'receipt_url'])
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.subject_id)
    .executeTakeFirst();
  if (!payment) return {};
  return { paidAmount: formatWon(payment.amount, language), receiptLink: payment.receipt_url ?? '' };
}

/** The receipt of the payment that came last, where its provider gave one. */
async function readLatestReceipt(tx: Tx, row: GuestMessageRow): Promise<MessageValues> {
  const payment = await tx
    .selectFrom('payments')
    .select('receipt_url')
    .where('store_id', '=', row.store_id)
    .where('reservation_id', '=', row.reservation_id)
    .where('paid_at', 'is not', null)
    .where('reversed_at', 'is', null)
    .orderBy('paid_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return payment?.receipt_url ? { receiptLink: payment.receipt_url } : {};
}

async function answerValues(tx: Tx, row: GuestMessageRow): Promise<MessageValues> {
  const answer = await tx
    .selectFrom('guest_answers')
    .select('answer_text')
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.subject_id)
    .executeTakeFirst();
  return answer ? { answer: answer.answer_text } : {};
}

async function findCanceller(tx: Tx, row: GuestMessageRow): Promise<string | null> {
  const event = await tx
    .selectFrom('reservation_events')
    .select('actor_kind')
    .where('store_id', '=', row.store_id)
    .where('reservation_id', '=', row.reservation_id)
    .where('kind', '=', 'CANCELLED')
    .orderBy('at', 'desc')
    .executeTakeFirst();
  return event?.actor_kind ?? null;
}
