/** Another transaction was first: a deadlock or a serialisation failure, or what it wrote is in the way of a guard (PostgreSQL, appendix A). */
const LOST_RACE: ReadonlySet<unknown> = new Set(['40001', '40P01', '23P01', '23505']);

/**
 * Runs a transaction, and once more when it lost a race that it could not see: the second time it reads what the first one lost
 * against, and refuses in words.
 */
export async function runAgainIfRaceWasLost<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && LOST_RACE.has(error.code))) throw error;
    return transaction();
  }
}
