import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseClient } from './client.ts';
import { connectionFault } from './connection-fault.ts';
import { classifyDatabaseError } from './database-unavailable.ts';

const RETRY_MS = 500;

/**
 * Waits until the database accepts a connection and is the primary, for at most so many seconds; says once that it
 * waits. Throws the error of the last attempt, and at once an error that waiting does not mend: a wrong password or a
 * database that does not exist.
 */
export async function waitForDatabase(url: string, seconds: number, say: (line: string) => void): Promise<void> {
  const endsAt = performance.now() + seconds * 1000;
  for (let hasSaid = false; ; hasSaid = true) {
    const error = await tryConnection(url);
    if (error === null) return;
    if (classifyDatabaseError(error) === error || performance.now() + RETRY_MS > endsAt) throw error;
    if (!hasSaid)
      say(
        `The database cannot be reached: ${connectionFault(error, url) ?? error.message}. Waiting up to ${seconds} s`,
      );
    await sleep(RETRY_MS);
  }
}

async function tryConnection(url: string): Promise<Error | null> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 5000 });
  // An error after the connection was refused or used is of no interest.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
