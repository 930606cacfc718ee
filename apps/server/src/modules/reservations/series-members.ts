import type { Tx } from '../../db/index.ts';
import { notFound } from '../../http/index.ts';
import { takeRooms } from './booking.sql.ts';
import { takeReservation, type Known } from './change.ts';
import { findMembers, type SeriesScope } from './series.sql.ts';

/** Of these states is what has not begun, and can be moved and cancelled with its series. */
export const CHANGEABLE = ['PENDING', 'CONFIRMED'] as const;

/** The reservation that was named, and the others that change with it, all taken for this transaction. */
export interface Taken {
  readonly named: Known;
  /** All of them, soonest first. */
  readonly members: readonly Known[];
}

/** Rooms before reservations, and those in one order: so takes everybody who changes several. */
export async function takeMembers(tx: Tx, reservationId: string, scope: SeriesScope, alsoRoomIds: readonly string[], now: Date): Promise<Taken> {
  const found = await findMembers(tx, reservationId, scope, now);
  if (found.length === 0) throw notFound();
  takeRooms(tx, [...new Set([...found.map((it) => it.room_id), ...alsoRoomIds])]);
  const taken = await Promise.all(found.map(({ id }) => id).sort().map((id) => takeReservation(tx, id)));
  const named = taken.find((it) => it.row.id === reservationId);
  if (!named) throw notFound();
  // Somebody may have ended one of the others before it was taken.
  const members = taken.filter((it) => it === named || CHANGEABLE.some((state) => state === it.row.state));
  return { named, members: members.sort((a, b) => a.row.starts_at.getTime() - b.row.starts_at.getTime()) };
}
