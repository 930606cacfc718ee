import type { BodyOf, cancelReservation, ReservationDetail } from '@munjigi/contract';
import type { UnitOfWork } from '../../../http/index.ts';
import { checkMayBook, checkMayEdit } from '../stay/booking-rights.ts';
import { warnOfEditedGuest } from '../guest-profiles/blocked-guests.ts';
import { cancelLockedReservation, checkMayRefund } from '../lifecycle/cancel.ts';
import { changeReservation, checkMayChange, composeReservationDetail, type ReservationRecord } from '../stay/change.ts';
import { expireLapsed } from '../lifecycle/expire.ts';
import { byCaller } from '../stay/history.ts';
import { guestOf, type Edit } from '../lifecycle/move.ts';
import { CHANGEABLE, selectSeriesForUpdate } from './series-members.ts';
import { planMoves } from './series-moves.ts';
import { releaseTimes } from './series.sql.ts';

/**
 * Cancels one reservation and the following members of its series, or all that have not started, each with the refund
 * of its tier. Returns the named one first.
 */
export async function cancelSeries(
  work: UnitOfWork,
  reservationId: string,
  body: BodyOf<typeof cancelReservation>,
): Promise<[named: ReservationRecord, ...others: ReservationRecord[]]> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const { named, members } = await selectSeriesForUpdate(tx, { reservationId, scope: body.scope }, now);
  checkMayBook(actor, named.row);
  checkMayRefund(actor, named.row, body);
  for (const member of body.mustBeUnchanged ? members : [named]) checkMayChange(member, body, CHANGEABLE, now);
  let after = named;
  const others: ReservationRecord[] = [];
  for (const member of members) {
    const cancelled = await cancelLockedReservation(work, member, body);
    if (member === named) after = cancelled;
    else others.push(cancelled);
  }
  return [after, ...others];
}

/**
 * Edits or moves one reservation and others of its series: all by the same amount of local time, into the same room,
 * each repriced; or none of them (RV-6). `expectedPriceAmount` is the price of the named one.
 */
export async function editSeries(
  { tx, clock, actor }: UnitOfWork,
  reservationId: string,
  body: Edit,
): Promise<ReservationDetail> {
  const now = clock.now();
  const members = await selectSeriesForUpdate(tx, { reservationId, scope: body.scope, newRoomId: body.roomId }, now);
  const { named } = members;
  checkMayEdit(actor, named.row, body);
  checkMayChange(named, body, CHANGEABLE, now);
  await warnOfEditedGuest(tx, { row: named.row, edit: body, now });
  const moves = await planMoves(tx, members, body, now);
  for (const id of new Set(moves.flatMap(({ lapsed }) => lapsed))) await expireLapsed(tx, clock, id);
  const moving = moves.filter(({ isMoved }) => isMoved).map(({ record }) => record.row.id);
  if (moving.length > 0) releaseTimes(tx, named.row.store_id, moving);

  let after = named;
  for (const { record, changes, isMoved } of moves) {
    const { row } = record;
    const set = { ...changes, ...guestOf(record, body) };
    if (Object.keys(set).length === 0) continue;
    const difference = (changes.price_amount ?? row.price_amount) - row.price_amount;
    const changed = await changeReservation(tx, clock, record, {
      set,
      kind: isMoved ? 'MOVED' : 'EDITED',
      by: byCaller(actor),
      ...(isMoved
        ? { before: { roomId: row.room_id, startsAt: row.starts_at.toISOString(), endsAt: row.ends_at.toISOString() } }
        : {}),
      ...(isMoved || difference !== 0 ? { amount: difference } : {}),
    });
    if (record === named) after = changed;
  }
  return composeReservationDetail(after, now);
}
