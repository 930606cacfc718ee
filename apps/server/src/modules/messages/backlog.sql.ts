import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';

/** Messages that should have left. */
export interface MessageBacklog {
  readonly audience: 'guests' | 'staff';
  readonly count: number;
  /** When the oldest of them should have left; `null` without any. */
  readonly oldestAt: Date | null;
}

/** Reads, as `SYSTEM`, the planned messages whose time has come. Those of a provider that fails wait for its next attempt. */
export async function readMessageBacklog(tx: Tx, now: Date): Promise<MessageBacklog[]> {
  const { rows } = await sql<MessageBacklog>`
    select 'guests' as audience, count(*)::integer as count, min(send_at) as "oldestAt" from messages
      where state = 'QUEUED' and planned_at is not null and send_at <= ${now}
    union all
    select 'staff', count(*)::integer, min(send_at) from staff_messages where state = 'QUEUED' and send_at <= ${now}`.execute(
    tx,
  );
  return rows;
}
