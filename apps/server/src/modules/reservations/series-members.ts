import type { Tx } from '../../db/index.ts';
import { notFound } from '../../http/index.ts';
import { takeRooms } from './booking.sql.ts';
import { takeReservation, type Known } from './change.ts';
import { findMembers, type SeriesScope } from './series.sql.ts';

/** The states of a reservation that has not started; it can be moved and cancelled with its series. */
export const CHANGEABLE = ['PENDING', 'CONFIRMED'] as const;

/** The named reservation and the others that change with it, all locked. */
export interface Taken {
  readonly named: Known;
  /** All of them, earliest first. */
  readonly members: readonly Known[];
}

/**
 * Locks rooms before reservations, and reservations in the order of their ids. Every change of several reservations
 * uses this order.
 */
export async function takeMembers(
  tx: Tx,
  reservationId: string,
  scope: SeriesScope,
  alsoRoomIds: readonly string[],
  now: Date,
): Promise<Taken> {
  const found = await findMembers(tx, reservationId, scope, now);
  if (found.length === 0) throw notFound();
  takeRooms(tx, [...new Set([...found.map((it) => it.room_id), ...alsoRoomIds])]);
  const taken = await Promise.all(
    found
      .map(({ id }) => id)
      .sort()
      .map((id) => takeReservation(tx, id)),
  );
  const named = taken.find((it) => it.row.id === reservationId);
  if (!named) throw notFound();
  // One of the others may have ended before it was locked.
  const members = taken.filter((it) => it === named || CHANGEABLE.some((state) => state === it.row.state));
  return { named, members: members.sort((a, b) => a.row.starts_at.getTime() - b.row.starts_at.getTime()) };
}
