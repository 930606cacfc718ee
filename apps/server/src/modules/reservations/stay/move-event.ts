import type { ReservationChange } from './change.ts';
import type { ReservationRow } from './reservation-row.ts';

type Place = Pick<ReservationRow, 'room_id' | 'starts_at' | 'ends_at'>;

/** The history entry of a change of the room or of the time, with the stay before it; of another change, `EDITED`. */
export function describeMove(before: Place, after: Place): Pick<ReservationChange, 'kind' | 'before'> {
  const isSame =
    before.room_id === after.room_id &&
    before.starts_at.getTime() === after.starts_at.getTime() &&
    before.ends_at.getTime() === after.ends_at.getTime();
  if (isSame) return { kind: 'EDITED' };
  const { room_id: roomId, starts_at: startsAt, ends_at: endsAt } = before;
  return { kind: 'MOVED', before: { roomId, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() } };
}
