import { openDatabase, type Database } from '../db/index.ts';

/** The database for the time of one command. */
export async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { poolSize: 2, onError: (error) => console.error(error.message) });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
