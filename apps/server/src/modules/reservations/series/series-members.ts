import type { SeriesScope } from '@munjigi/contract';
import type { Tx } from '../../../db/index.ts';
import { notFound } from '../../../http/index.ts';
import { selectRoomsForUpdate } from '../stay/booking.sql.ts';
import { selectReservationForUpdate, type ReservationRecord } from '../stay/change.ts';
import { findMembers } from './series.sql.ts';

/** The states of a reservation that has not started; it can be moved and cancelled with its series. */
export const CHANGEABLE = ['PENDING', 'CONFIRMED'] as const;

/** The reservations of a series that a change concerns. */
interface MemberSelection {
  /** The named one. */
  readonly reservationId: string;
  readonly scope: SeriesScope;
  /** The room that they move to; it is locked with theirs. */
  readonly newRoomId?: string | undefined;
}

/** The named reservation and the others that change with it, all locked. */
export interface SelectedSeries {
  readonly named: ReservationRecord;
  /** All of them, earliest first. */
  readonly members: readonly ReservationRecord[];
}

/**
 * Locks rooms before reservations, and reservations in the order of their ids. Every change of several reservations
 * uses this order.
 */
export async function selectSeriesForUpdate(
  tx: Tx,
  { reservationId, scope, newRoomId }: MemberSelection,
  now: Date,
): Promise<SelectedSeries> {
  const found = await findMembers(tx, reservationId, scope, now);
  if (found.length === 0) throw notFound();
  const roomIds = found.map((member) => member.room_id);
  selectRoomsForUpdate(tx, [...new Set(newRoomId === undefined ? roomIds : [...roomIds, newRoomId])]);
  const lockedMembers = await Promise.all(
    found
      .map(({ id }) => id)
      .sort()
      .map((id) => selectReservationForUpdate(tx, id)),
  );
  const named = lockedMembers.find(({ row }) => row.id === reservationId);
  if (!named) throw notFound();
  // One of the others may have ended before it was locked.
  const members = lockedMembers.filter(
    (member) => member === named || CHANGEABLE.some((state) => state === member.row.state),
  );
  members.sort((one, other) => one.row.starts_at.getTime() - other.row.starts_at.getTime());
  return { named, members };
}
