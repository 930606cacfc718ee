import type { BodyOf, GuestPage, listStayRatings, QueryOf, rateStay, ReplyOf, StayRating } from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { orderOf, personalOf, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { Problem, type GuestCaller } from '../../http/index.ts';
import { readReservation } from '../reservations/index.ts';
import { actForStore, lockToken, type GuestActDeps } from './guest-acts.ts';
import { permitRating } from './guest-permissions.ts';

/** Ratings of stays (GP-5). */

type GivenRating = NonNullable<GuestPage['rating']['given']>;

export async function readRatingOfGuest(tx: Tx, reservationId: string): Promise<GivenRating | null> {
  const given = await tx
    .selectFrom('stay_ratings')
    .select(['score', 'guest_remark', 'rated_at'])
    .where('reservation_id', '=', reservationId)
    .executeTakeFirst();
  return given === undefined
    ? null
    : {
        score: given.score as GivenRating['score'],
        remark: given.guest_remark,
        ratedAt: given.rated_at.toISOString(),
      };
}

/**
 * Rates the stay after its end. Throws STATE_NOT_ALLOWED before the end, for a second rating, and through a link that
 * staff issued.
 */
export async function rateOwnStay(
  deps: GuestActDeps,
  actor: GuestCaller,
  { score, remark }: BodyOf<typeof rateStay>,
): Promise<ReplyOf<typeof rateStay>> {
  return actForStore(deps, actor, async (work) => {
    const { tx, clock } = work;
    await lockToken(work);
    const now = clock.now();
    const { row } = await readReservation(tx, actor.reservationId);
    if (!permitRating(actor, row, now)) throw new Problem('STATE_NOT_ALLOWED');
    const created = await tx
      .insertInto('stay_ratings')
      .values({
        product_id: row.product_id,
        store_id: row.store_id,
        id: uuidv7(),
        reservation_id: row.id,
        score,
        guest_remark: personalOf(tx).seal(remark),
        rated_at: now,
      })
      .onConflict((builder) => builder.columns(['store_id', 'reservation_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (created === undefined) throw new Problem('STATE_NOT_ALLOWED');
    await publish(tx, {
      productId: row.product_id,
      storeId: row.store_id,
      name: 'stay-ratings.changed',
      data: { storeId: row.store_id, reservationId: row.id },
    });
    return { score, remark, ratedAt: now.toISOString() };
  });
}

interface ListedRating {
  readonly id: string;
  readonly store_id: string;
  readonly store_name: string;
  readonly reservation_id: string;
  readonly code: string;
  readonly room_name: string;
  readonly score: number;
  readonly guest_remark: string;
  readonly rated_at: Date;
}

/** Lists the ratings of all stores that the person can see, with the mean of the filter. */
export async function listRatings(
  tx: Tx,
  query: QueryOf<typeof listStayRatings>,
): Promise<ReplyOf<typeof listStayRatings>> {
  const { page, limit, sort } = query;
  const [{ rows: sums }, { rows }] = await Promise.all([
    sql<{ total: number; mean: number | null }>`
      select count(*)::integer as total, round(avg(t.score), 1)::float8 as mean from stay_ratings t
        where ${matches(query)}`.execute(tx),
    sql<ListedRating>`
      select t.id, t.store_id, s.name as store_name, t.reservation_id, r.code, m.name as room_name, t.score,
        t.guest_remark, t.rated_at
      from stay_ratings t join reservations r on r.store_id = t.store_id and r.id = t.reservation_id
        join rooms m on m.store_id = r.store_id and m.id = r.room_id
        join stores s on s.product_id = t.product_id and s.id = t.store_id
      where ${matches(query)}
      order by ${orderOf(sort, { ratedAt: 't.rated_at', score: 't.score' }, 't.id', sql`t.rated_at desc, t.id desc`)}
      limit ${limit} offset ${page * limit}`.execute(tx),
  ]);
  return { total: sums[0]?.total ?? 0, items: rows.map(toStayRating), meanScore: sums[0]?.mean ?? null };
}

function matches({ storeId, reservationId }: QueryOf<typeof listStayRatings>): RawBuilder<unknown> {
  const ofStore = storeId === undefined ? sql`true` : sql`t.store_id = ${storeId}`;
  return reservationId === undefined ? ofStore : sql`${ofStore} and t.reservation_id = ${reservationId}`;
}

function toStayRating(row: ListedRating): StayRating {
  return {
    id: row.id,
    storeId: row.store_id,
    storeName: row.store_name,
    reservationId: row.reservation_id,
    reservationCode: row.code,
    roomName: row.room_name,
    score: row.score as StayRating['score'],
    remark: row.guest_remark,
    ratedAt: row.rated_at.toISOString(),
  };
}
