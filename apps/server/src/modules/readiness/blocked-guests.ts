import type { Readiness } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { LONGEST_STAY_MS } from '../reservations/index.ts';
import { findObstacles } from './readiness.ts';

const HOUR_MS = 3600_000;
const FIRST_CHECK_MS = 2 * HOUR_MS;

export interface BlockedGuest {
  readonly storeId: string;
  readonly reservationId: string;
  readonly roomId: string;
  readonly startsAt: Date;
  readonly obstacles: Readiness['obstacles'];
}

/**
 * Finds the guests who have not come in yet and cannot: their newest check of two hours or 15 minutes before the start
 * found a blocking obstacle, and there is one now (NX-1).
 */
export async function findBlockedGuests(tx: Tx, storeIds: readonly string[], now: Date): Promise<BlockedGuest[]> {
  const { rows } = await sql<Omit<BlockedGuest, 'obstacles'>>`
    select r.store_id as "storeId", r.id as "reservationId", r.room_id as "roomId",
      r.starts_at as "startsAt"
    from reservations r join lateral (
      select * from readiness_checks c where c.store_id = r.store_id and c.reservation_id = r.id
        and c.starts_at = r.starts_at
        and c.room_id = r.room_id and c.minutes_before in (120, 15) order by c.minutes_before limit 1) c on true
    where r.store_id = any (${storeIds}::uuid[]) and r.kind = 'GUEST' and r.state = 'CONFIRMED' and r.ends_at > ${now}
      and r.starts_at > ${new Date(now.getTime() - LONGEST_STAY_MS)}
        and r.starts_at <= ${new Date(now.getTime() + FIRST_CHECK_MS)}
      and exists (select from jsonb_array_elements(c.obstacles) as o
        where coalesce(o ->> 'severity', 'BLOCKING') = 'BLOCKING')
    order by r.starts_at, r.id`.execute(tx);
  const guests = await Promise.all(
    rows.map(async (row) => ({
      ...row,
      obstacles: ((await findObstacles(tx, row.reservationId, now)) ?? []).filter(
        ({ severity }) => severity === 'BLOCKING',
      ),
    })),
  );
  return guests.filter(({ obstacles }) => obstacles.length > 0);
}
