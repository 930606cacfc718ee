import type { ReplyOf, searchHelpDesk } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { toReservation } from '../reservations/index.ts';
import { findMatches, type GuestMatchRow } from './help-desk.sql.ts';
import { byNearness, nearnessOf, type Timed } from './nearness.ts';

const MOST = 20;

/** Searches the reservations of all stores that the person can see, nearest in time first. */
export async function searchGuests(tx: Tx, clock: Clock, q: string): Promise<ReplyOf<typeof searchHelpDesk>> {
  const now = clock.now();
  const byId = new Map((await findMatches(tx, q, now, MOST)).map((row) => [row.id, { row, ...timed(row) }]));
  const nearest = [...byId.values()].sort(byNearness(now)).slice(0, MOST);
  return {
    items: nearest.map((item) => ({
      ...toReservation(item.row),
      storeName: item.row.store_name,
      roomName: item.row.room_name,
      nearness: nearnessOf(item, now),
    })),
  };
}

function timed(row: GuestMatchRow): Timed {
  return {
    state: row.state,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    accessBeforeMinutes: row.access_before_minutes,
    accessAfterMinutes: row.access_after_minutes,
  };
}
