import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { SYSTEM, type Database, type Tx } from '../../db/index.ts';

/**
 * Which process listens to a broker's devices. All processes with one broker would hear every message; were each to work on
 * it, one report would be written several times and in any order. So one listens, and any other takes over when it is gone.
 * The times are the database's: processes' clocks need not agree. The key is the configured name of the broker: its URL holds a
 * password and differs between processes that reach it by different host names.
 */
export interface Lease {
  /** Takes it when it is free, keeps it when it is ours. */
  hold(): Promise<boolean>;
  release(): Promise<void>;
}

export const LEASE_MS = 3000;

export function leaseOf(db: Database, brokerName: string): Lease {
  const holder = uuidv7();
  return {
    hold: () =>
      db.withActor(SYSTEM, async (tx) => {
        const { rows } = await sql`
          insert into device_listeners as l (broker_name, holder, until)
          values (${brokerName}, ${holder}, clock_timestamp() + ${`${LEASE_MS} milliseconds`}::interval)
          on conflict (broker_name) do update set holder = excluded.holder, until = excluded.until
          where l.holder = excluded.holder or l.until < clock_timestamp()
          returning 1`.execute(tx);
        return rows.length > 0;
      }),
    release: () =>
      db.withActor(SYSTEM, async (tx) => {
        await sql`update device_listeners set until = '-infinity' where broker_name = ${brokerName} and holder = ${holder}`.execute(tx);
      }),
  };
}

/** Whether any process listens to the broker's devices; if not, what they last said may be old (DR-3, `BROKER_LOST`). */
export async function isAnybodyListening(tx: Tx, brokerName: string): Promise<boolean> {
  const { rows } = await sql`select from device_listeners where broker_name = ${brokerName} and until > clock_timestamp()`.execute(tx);
  return rows.length > 0;
}

/** Clocks of processes may differ by a little. */
const CLOCKS_DIFFER_MS = 500;

/**
 * Whether a listener has kept its lease for the last `ageMs` milliseconds. One that was killed keeps it for seconds without receiving
 * anything; one that took over afterwards has received every retained state again. The age is compared with the clock of PostgreSQL alone,
 * which may differ from the server's.
 */
export async function wasListenedToFor(tx: Tx, brokerName: string, ageMs: number): Promise<boolean> {
  const keptFor = `${LEASE_MS + CLOCKS_DIFFER_MS - ageMs} milliseconds`;
  const { rows } = await sql`
    select from device_listeners
    where broker_name = ${brokerName} and until > clock_timestamp() and until >= clock_timestamp() + ${keptFor}::interval`.execute(tx);
  return rows.length > 0;
}
