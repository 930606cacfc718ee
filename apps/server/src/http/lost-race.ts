import { isOutdatedStatement } from '../db/index.ts';

/**
 * SQLSTATEs of lost races: a deadlock, a serialisation failure, or a constraint that another transaction's write
 * violates (PostgreSQL, appendix A).
 */
const LOST_RACE: ReadonlySet<unknown> = new Set(['40001', '40P01', '23P01', '23505']);

/**
 * Runs a transaction, and once more if it lost a race that it could not see: the second run reads the rows that
 * conflicted, and refuses with a proper problem. Also once more after a migration of a newer release, which lets
 * PostgreSQL refuse statements that were prepared before it.
 */
export async function retryAfterLostRace<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (LOST_RACE.has(error.code) || isOutdatedStatement(error))))
      throw error;
    return transaction();
  }
}
