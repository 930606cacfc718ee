import { openDatabase, type Database, type PersonalKeys } from '../db/index.ts';

/** Opens the database for the duration of one command. */
export async function withDatabase<T>(
  url: string,
  work: (db: Database) => Promise<T>,
  personal?: PersonalKeys,
): Promise<T> {
  const db = openDatabase(url, {
    poolSize: 2,
    ...(personal && { personal }),
    onError: (error) => console.error(error.message),
  });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
