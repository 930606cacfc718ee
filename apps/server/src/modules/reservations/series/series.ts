import { warnOfBlock } from '../guest-profiles/blocked-guests.ts';
import type { BodyOf, createSeries, ReplyOf, previewSeries, seriesOccurrence } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Clock } from '../../../clock.ts';
import type { Tx } from '../../../db/index.ts';
import { Problem, type UnitOfWork } from '../../../http/index.ts';
import { personAuditActor, recordAudit } from '../../audit/index.ts';
import { selectRoomsForUpdate } from '../stay/booking.sql.ts';
import type { Booking } from '../stay/booking.ts';
import { expireLapsed } from '../lifecycle/expire.ts';
import { slotTaken } from '../availability/free-periods.ts';
import { requireAge } from '../stay/age-requirement.ts';
import { byCaller } from '../stay/history.ts';
import { insertReservation, newRow } from '../stay/insert.ts';
import { toReservation, type ReservationRow } from '../stay/reservation-row.ts';
import { planSeries, type PlannedOccurrence } from './series-plan.ts';
import { insertSeries } from './series.sql.ts';
import { reviewWaitlist } from '../waitlist/waitlist-review.ts';

/** Previews a series with its conflicts (RV-6). Creates nothing. */
export async function previewOccurrences(
  tx: Tx,
  clock: Clock,
  input: BodyOf<typeof previewSeries>,
): Promise<ReplyOf<typeof previewSeries>> {
  const { occurrences } = await planSeries(tx, input, clock.now());
  const totalAmount = occurrences.reduce(
    (sum, occurrence) => sum + (occurrence.refusal === null ? (occurrence.price?.totalAmount ?? 0) : 0),
    0,
  );
  return { occurrences: occurrences.map(shaped), totalAmount };
}

/**
 * Creates a series: all of it, or with `skipConflicts` the occurrences without a conflict; refuses when none is left.
 * Locks the room first, like a single reservation, so that of two concurrent requests for the same hour one wins.
 */
export async function makeSeries(
  { tx, clock, actor }: UnitOfWork,
  input: BodyOf<typeof createSeries>,
): Promise<ReplyOf<typeof createSeries>> {
  const now = clock.now();
  selectRoomsForUpdate(tx, [input.roomId]);
  const { booking, occurrences } = await planSeries(tx, input, now);
  await warnOfBlock(tx, { storeId: booking.store.storeId, booking: input, now });
  const accepted = occurrences.filter((occurrence) => occurrence.refusal === null);
  const skipped = occurrences.filter((occurrence) => occurrence.refusal !== null);
  const [firstSkipped] = skipped;
  if (firstSkipped && (!input.skipConflicts || accepted.length === 0))
    throw await refusalOfSeries(tx, booking, firstSkipped, firstSkipped === occurrences[0]);

  for (const reservationId of new Set(accepted.flatMap((occurrence) => occurrence.lapsed)))
    await expireLapsed(tx, clock, reservationId);
  const seriesId = uuidv7();
  const { productId, storeId } = booking.store;
  insertSeries(tx, { productId, storeId, id: seriesId, rule: input.rule, at: now });
  const rows = accepted.map((occurrence) => rowOf(booking, occurrence, input, seriesId));
  for (const row of rows) insertReservation(tx, row, byCaller(actor));
  for (const row of rows) await requireAge(tx, row);
  await reviewWaiting(tx, clock, booking, rows);
  await recordAudit(tx, {
    productId,
    storeId,
    at: now,
    actor: personAuditActor(actor),
    action: 'series.created',
    subject: { kind: 'series', id: seriesId },
    detail: {
      roomId: input.roomId,
      rule: input.rule,
      reservationIds: rows.map((row) => row.id),
      priceAmount: rows.reduce((sum, row) => sum + row.price_amount, 0),
    },
  });
  return { seriesId, reservations: rows.map(toReservation), skipped: skipped.map(shaped) };
}

function rowOf(
  { store, room }: Booking,
  { stay, price }: PlannedOccurrence,
  input: BodyOf<typeof createSeries>,
  seriesId: string,
): ReservationRow {
  if (price === null) throw new Error('an occurrence that can be has a price');
  const { startsAt, endsAt, now } = stay;
  const { guestName, guestPhone, guestEmail, guestLanguage, headCount, memo } = input;
  return newRow(
    store,
    {
      startsAt,
      endsAt,
      roomId: room.id,
      kind: 'GUEST',
      state: 'CONFIRMED',
      channel: 'STAFF',
      blockReason: null,
      guestName,
      guestPhone,
      guestEmail,
      guestLanguage,
      headCount,
      memo,
      price,
      seriesId,
    },
    now,
  );
}

async function reviewWaiting(tx: Tx, clock: Clock, booking: Booking, rows: readonly ReservationRow[]): Promise<void> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!booking.hasWaiting || !first || !last) return;
  await reviewWaitlist(tx, clock, {
    productId: first.product_id,
    storeId: first.store_id,
    roomId: first.room_id,
    startsAt: first.starts_at,
    endsAt: last.buffer_ends_at,
  });
}

/** The refusal of the first conflicting occurrence: names it, and for a taken time suggests free periods. */
async function refusalOfSeries(
  tx: Tx,
  booking: Booking,
  { stay, refusal }: PlannedOccurrence,
  isFirst: boolean,
): Promise<Problem> {
  const problem =
    refusal?.code === 'SLOT_TAKEN' ? await slotTaken(tx, booking, stay) : (refusal ?? new Problem('SERIES_INVALID'));
  const errors = (problem.extras.errors ?? []).map((error) =>
    isFirst || OF_ALL.has(error.path) ? error : { ...error, path: 'rule' },
  );
  return new Problem(problem.code, { ...problem.extras, errors, detail: stay.startsAt.toISOString() });
}

/** Fields that all occurrences share; a time belongs to the first occurrence only. */
const OF_ALL: ReadonlySet<string> = new Set(['roomId', 'headCount']);

function shaped({ stay, price, refusal }: PlannedOccurrence): z.output<typeof seriesOccurrence> {
  return {
    startsAt: stay.startsAt.toISOString(),
    endsAt: stay.endsAt.toISOString(),
    priceAmount: price?.totalAmount ?? null,
    refusal: refusal && { code: refusal.code, detail: refusal.extras.errors?.[0]?.code ?? '' },
  };
}
