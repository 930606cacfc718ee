import { useBooking } from './booking-context.ts';
import type { TimeRow } from './free-times.ts';

/** Chooses a start in a room, or with `null` in any free room, and continues with the details. */
export function useChooseStay(): (row: TimeRow, roomId: string | null) => void {
  const { change, goTo } = useBooking();
  return ({ startsAt, endsAt, rooms }, roomId) => {
    const [cheapest] = rooms;
    change({
      stay: { startsAt, endsAt, roomId: roomId ?? cheapest.room.id, isAnyRoom: roomId === null },
    });
    goTo('details');
  };
}
