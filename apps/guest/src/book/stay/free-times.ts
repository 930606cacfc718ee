import type { BookingStore, BookingTimes } from '@munjigi/contract';

export type BookingRoom = BookingStore['rooms'][number];

interface FreeRoom {
  readonly room: BookingRoom;
  readonly amount: number;
}

/** A start, with the rooms that are free then. */
export interface TimeRow {
  readonly startsAt: string;
  readonly endsAt: string;
  /** The cheapest first, then the smallest. Never empty. */
  readonly rooms: readonly [FreeRoom, ...FreeRoom[]];
}

/** The starts of a reply with their free rooms. Leaves out rooms that the store has no more. */
export function listRoomTimes(
  { roomIds, items }: Pick<BookingTimes, 'roomIds' | 'items'>,
  rooms: readonly BookingRoom[],
): TimeRow[] {
  const byId = new Map(rooms.map((room) => [room.id, room]));
  return items.flatMap(({ startsAt, endsAt, amounts }) => {
    const [first, ...others] = roomIds
      .flatMap((id, index): FreeRoom[] => {
        const [room, amount] = [byId.get(id), amounts[index]];
        return room === undefined || amount === undefined || amount === null ? [] : [{ room, amount }];
      })
      .sort((a, b) => a.amount - b.amount || a.room.capacity - b.room.capacity);
    return first === undefined ? [] : [{ startsAt, endsAt, rooms: [first, ...others] }];
  });
}

type DayPart = 'morning' | 'afternoon' | 'evening' | 'night';

/** The part of the business date in which a stay starts, by the hour of day. */
function dayPartOf(hour: number): DayPart {
  if (hour < 6) return 'night';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}

interface DayPartGroup {
  readonly part: DayPart;
  /** After the midnight of the business date. */
  readonly isNextDay: boolean;
  readonly rows: readonly TimeRow[];
}

interface DayClock {
  readonly hourOf: (instant: string) => number;
  readonly isNextDay: (instant: string) => boolean;
}

/** Groups rows by the part of the day, in the order in which they come. */
export function groupByDayPart(rows: readonly TimeRow[], { hourOf, isNextDay }: DayClock): DayPartGroup[] {
  const groups: (DayPartGroup & { readonly rows: TimeRow[] })[] = [];
  for (const row of rows) {
    const part = dayPartOf(hourOf(row.startsAt));
    const isAfterMidnight = isNextDay(row.startsAt);
    const last = groups[groups.length - 1];
    if (last?.part === part && last.isNextDay === isAfterMidnight) last.rows.push(row);
    else groups.push({ part, isNextDay: isAfterMidnight, rows: [row] });
  }
  return groups;
}
