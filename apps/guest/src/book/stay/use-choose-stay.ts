import { useBooking } from '../booking-context.ts';
import type { TimeRow } from './free-times.ts';

/**
 * Chooses a start in a room, or with `null` in any free room, and continues with the details. `date`: the business date, if
 * it is not the chosen one.
 */
export function useChooseStay(): (row: TimeRow, roomId: string | null, date?: string) => void {
  const { change, goTo } = useBooking();
  return ({ startsAt, endsAt, rooms }, roomId, date) => {
    const [cheapest] = rooms;
    change({
      ...(date !== undefined && { date }),
      stay: { startsAt, endsAt, roomId: roomId ?? cheapest.room.id, isAnyRoom: roomId === null },
    });
    goTo('details');
  };
}
