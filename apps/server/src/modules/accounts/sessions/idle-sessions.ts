import { sql } from 'kysely';
import { SYSTEM, type Database, type Tx } from '../../../db/index.ts';

/** Records activity of the person in the session. A session that has already gone idle stays idle (decision 038). */
export async function recordActivity(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await sql`
    insert into session_activity (session_id, active_at)
    select s.id, ${now} from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and s.ended_at is null
      and idle_end(s.id, s.created_at, u.product_id, roles_at(u.roles, u.role_ends, ${now})) > ${now}
    on conflict (session_id) do update set active_at =
      greatest(session_activity.active_at, excluded.active_at)`.execute(tx);
}

/** Stores the end of the product's idle sessions, so that a later rule cannot revive one. */
export async function endIdle(tx: Tx, productId: string, now: Date): Promise<void> {
  await sql`
    update sessions s set ended_at = ${now}, end_reason = 'IDLE' from users u
    where u.id = s.user_id and u.product_id = ${productId} and s.ended_at is null and s.expires_at > ${now}
      and idle_end(s.id, s.created_at, u.product_id, roles_at(u.roles, u.role_ends, ${now})) <= ${now}`.execute(tx);
}

/** Why the session of a token has ended. Stores the end of an idle session at the first request that uses it. */
export async function readSessionEndReason(db: Database, sessionId: string, now: Date): Promise<string | null> {
  return db.withActor(SYSTEM, async (tx) => {
    const { rows } = await sql<{ end_reason: string | null; is_idle: boolean }>`
      select s.end_reason, s.ended_at is null and u.state = 'ACTIVE'
             and coalesce(idle_end(s.id, s.created_at, u.product_id, roles_at(u.roles, u.role_ends, ${now})) <= ${now},
               false) as is_idle
      from sessions s join users u on u.id = s.user_id where s.id = ${sessionId}`.execute(tx);
    const [row] = rows;
    if (!row?.is_idle) return row?.end_reason ?? null;
    await tx
      .updateTable('sessions')
      .set({ ended_at: now, end_reason: 'IDLE' })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .execute();
    return 'IDLE';
  });
}
