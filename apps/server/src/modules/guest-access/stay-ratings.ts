import type { GuestPage } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';

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
