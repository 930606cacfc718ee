import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';

/** Messages that should have left. */
export interface MessageBacklog {
  readonly audience: 'guests' | 'staff';
  readonly count: number;
  /** When the oldest of them should have left; `null` without any. */
  readonly oldestAt: Date | null;
}

/**
 * Reads, as `SYSTEM`, for how many seconds the provider that has failed for longest has accepted no message; 0 if none
 * fails. Refusals because of the account count too, and they end messages at once instead of delaying them.
 */
export async function readProviderFailureSeconds(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(failing_since) as since from message_providers where is_enabled and failures > 0`.execute(tx);
  const since = rows[0]?.since ?? null;
  return since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1000);
}

/** Reads, as `SYSTEM`, the planned messages whose time has come. Those of a provider that fails wait for its next attempt. */
export async function readMessageBacklog(tx: Tx, now: Date): Promise<MessageBacklog[]> {
  const { rows } = await sql<MessageBacklog>`
    select 'guests' as audience, count(*)::integer as count, min(send_at) as "oldestAt" from messages
      where state = 'QUEUED' and planned_at is not null and send_at <= ${now}
    union all
    select 'staff', count(*)::integer, min(send_at) from staff_messages where state = 'QUEUED'
      and send_at <= ${now}`.execute(tx);
  return rows;
}
