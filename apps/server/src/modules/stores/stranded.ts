import type { StrandedReservation } from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { Problem } from '../../http/index.ts';

export interface Stranded {
  /** The first 200, earliest first. */
  readonly items: readonly StrandedReservation[];
  readonly count: number;
}

/** A guest's reservation is never longer than a week, so one that has not ended started after this. */
const LONGEST = sql`interval '8 days'`;

interface Which {
  readonly storeId: string;
  readonly now: Date;
  /** A condition on the reservation `x`, which keeps its room until `stays_until`: with time that its guest holds. */
  readonly hit: RawBuilder<unknown>;
}

/** Finds guests' reservations of a store that have not ended and that match `hit`. */
export async function strandedBy(tx: Tx, { now, ...which }: Which): Promise<Stranded> {
  const isComing = sql`
    x.starts_at > ${now}::timestamptz - ${LONGEST} and stays_until > ${now} and x.kind = 'GUEST'
      and x.state in ('PENDING', 'CONFIRMED', 'IN_USE')
    and (x.hold_expires_at is null or x.hold_expires_at > ${now})`;
  return listed(tx, { ...which, hit: sql`${isComing} and (${which.hit})` });
}

/** Finds these reservations and blocks of a store. */
export async function reservationsOf(tx: Tx, storeId: string, ids: readonly string[]): Promise<Stranded> {
  return listed(tx, { storeId, hit: sql`x.id = any (${ids}::uuid[])` });
}

async function listed(tx: Tx, { storeId, hit }: Omit<Which, 'now'>): Promise<Stranded> {
  const { rows } = await sql<
    Omit<StrandedReservation, 'startsAt' | 'endsAt'> & { startsAt: Date; endsAt: Date; count: number }
  >`
    select x.id, x.code, x.room_id as "roomId", r.name as "roomName", x.starts_at as "startsAt",
      stays_until as "endsAt", count(*) over () as count
    from reservations x cross join lateral (select coalesce(x.extension_ends_at, x.ends_at) as stays_until) as held
    join rooms r on r.store_id = x.store_id and r.id = x.room_id
    where x.store_id = ${storeId} and ${hit}
    order by x.starts_at, x.id limit 200`.execute(tx);
  const items = rows.map(({ count: _count, startsAt, endsAt, ...row }) => ({
    ...row,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }));
  return { items, count: rows[0]?.count ?? 0 };
}

/**
 * Refuses with the list of stranded reservations unless the caller has accepted it (ST-2). Never cancels a reservation.
 */
export function refuseToStrand(stranded: Stranded, isAccepted: boolean | undefined): void {
  if (stranded.count > 0 && isAccepted !== true) throw new Problem('WOULD_STRAND', { stranded });
}
