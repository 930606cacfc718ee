import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';

/** Times come from the database, so that the clocks of processes need not agree. */
export const LEASE_MS = 3000;

/**
 * The key is the configured name of the broker: its URL holds a password and differs between processes that reach it by
 * different host names.
 */
export interface LeaseOwner {
  readonly brokerName: string;
  /** The id of the process. */
  readonly holder: string;
}

/** Acquires the lease if it is free or expired, or renews it. Resolves with whether the process holds it. */
export async function acquireLease(tx: Tx, { brokerName, holder }: LeaseOwner): Promise<boolean> {
  const { rows } = await sql`
    insert into device_listeners as l (broker_name, holder, until)
    values (${brokerName}, ${holder}, clock_timestamp() + ${`${LEASE_MS} milliseconds`}::interval)
    on conflict (broker_name) do update set holder = excluded.holder, until = excluded.until
    where l.holder = excluded.holder or l.until < clock_timestamp()
    returning 1`.execute(tx);
  return rows.length > 0;
}

export async function releaseLease(tx: Tx, { brokerName, holder }: LeaseOwner): Promise<void> {
  await sql`update device_listeners set until = '-infinity' where broker_name = ${brokerName}
    and holder = ${holder}`.execute(tx);
}

/**
 * Whether any process listens to the devices of the broker. If not, their last reported states may be stale (DR-3,
 * `BROKER_LOST`).
 */
export async function isAnyProcessListening(tx: Tx, brokerName: string): Promise<boolean> {
  const { rows } =
    await sql`select from device_listeners where broker_name = ${brokerName} and until > clock_timestamp()`.execute(tx);
  return rows.length > 0;
}

/** The clocks of processes may differ slightly. */
const CLOCKS_DIFFER_MS = 500;

/**
 * Whether a listener holds the lease and has acquired or renewed it within the last `ageMs` milliseconds. A listener
 * that was killed keeps its lease for seconds without receiving anything; one that took over has received every
 * retained state again. The age is compared with the clock of PostgreSQL only, which may differ from that of the
 * server.
 */
export async function wasListenedToFor(tx: Tx, brokerName: string, ageMs: number): Promise<boolean> {
  const keptFor = `${LEASE_MS + CLOCKS_DIFFER_MS - ageMs} milliseconds`;
  const { rows } = await sql`
    select from device_listeners
    where broker_name = ${brokerName} and until > clock_timestamp()
      and until >= clock_timestamp() + ${keptFor}::interval`.execute(tx);
  return rows.length > 0;
}
