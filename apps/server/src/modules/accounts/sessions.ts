import type { Role } from '@munjigi/contract';
import { sql } from 'kysely';
import { statement, SYSTEM, type Database, type Tx } from '../../db/index.ts';

/** The person behind a live session, as the database has it now. */
export interface SessionPerson {
  readonly sessionId: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly locale: string;
  readonly roles: readonly Role[];
  readonly productId: string;
  readonly productSlug: string;
  readonly storeIds: readonly string[];
  readonly expiresAt: Date;
}

/** The persons of those sessions that are neither ended nor over, by session id: one query for any number of them. */
export async function findLiveSessions(db: Database, sessionIds: readonly string[], now: Date): Promise<Map<string, SessionPerson>> {
  const { rows } = await db.withActor(SYSTEM, (tx) =>
    sql<{ session_id: string; user_id: string; name: string; email: string; locale: string; roles: Role[]; product_id: string; slug: string; store_ids: string[]; expires_at: Date }>`
      select s.id as session_id, s.expires_at, u.id as user_id, u.name, u.email, u.locale, u.roles, u.product_id, p.slug,
             array(select us.store_id::text from user_stores us where us.user_id = u.id order by us.store_id) as store_ids
      from sessions s join users u on u.id = s.user_id join products p on p.id = u.product_id
      where s.id = any (${sessionIds}::uuid[]) and s.ended_at is null and s.expires_at > ${now} and u.state = 'ACTIVE'`.execute(tx),
  );
  return new Map(
    rows.map((row) => [
      row.session_id,
      {
        sessionId: row.session_id,
        userId: row.user_id,
        name: row.name,
        email: row.email,
        locale: row.locale,
        roles: row.roles,
        productId: row.product_id,
        productSlug: row.slug,
        storeIds: row.store_ids,
        expiresAt: row.expires_at,
      },
    ]),
  );
}

/** The present epoch of all sessions (0002): the same as before means that nothing about any of them has changed. */
export async function readSessionEpoch(db: Database): Promise<number> {
  const [row] = await db.readAsNobody(statement<{ epoch: number }>`select epoch from session_epoch`);
  if (!row) throw new Error('The session epoch is not there');
  return row.epoch;
}

export async function endSession(tx: Tx, sessionId: string, now: Date, reason: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Sign-in failures count for 15 minutes, sessions are looked back at for 90 days; older ones are forgotten. */
export async function sweepSignIns(db: Database, now: Date): Promise<void> {
  await db.withActor(SYSTEM, async (tx) => {
    await tx.deleteFrom('sign_in_failures').where('at', '<', new Date(now.getTime() - 24 * 3600_000)).execute();
  });
}
