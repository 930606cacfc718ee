import type { Role, Locale } from '@munjigi/contract';
import { sql } from 'kysely';
import { deleteInPages, statement, SYSTEM, type Database, type Tx } from '../../../db/index.ts';

/** The person of a live session, as currently stored. */
export interface SessionPerson {
  readonly sessionId: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly locale: Locale;
  readonly roles: readonly Role[];
  readonly productId: string;
  readonly productSlug: string;
  readonly storeIds: readonly string[];
  /** Whether a role requires a second factor that the person does not have (AU-5). */
  readonly mustSetSecondFactor: boolean;
  /** When the session ends without further action: when it expires, when a right ends, or after the idle time. */
  readonly expiresAt: Date;
}

/**
 * Finds the persons of the live sessions among these, by session id, in one query. The end of a right ends the sessions
 * that started before it, like the removal of a right (AU-3). Without `demo`, sessions of demo accounts are left out.
 */
export async function findLiveSessions(
  { db, demo }: { readonly db: Database; readonly demo: boolean },
  sessionIds: readonly string[],
  now: Date,
): Promise<Map<string, SessionPerson>> {
  const { rows } = await db.withActor(SYSTEM, (tx) =>
    sql<{
      session_id: string;
      user_id: string;
      name: string;
      email: string;
      locale: Locale;
      roles: Role[];
      product_id: string;
      slug: string;
      store_ids: string[];
      expires_at: Date;
      must_set_second_factor: boolean;
    }>`
      select s.id as session_id, least(s.expires_at, rights.next_end, idle.ends_at) as expires_at,
             coalesce(rule.second_factor_roles && roles_at(u.roles, u.role_ends, ${now}), false)
               and factor.user_id is null as must_set_second_factor, u.id as user_id, u.name, u.email, u.locale,
             roles_at(u.roles, u.role_ends, ${now}) as roles, u.product_id, p.slug,
             array(select us.store_id::text from user_stores us where us.user_id = u.id order by us.store_id)
               as store_ids
      from sessions s join users u on u.id = s.user_id join products p on p.id = u.product_id
      cross join lateral (
        select min(value::timestamptz) filter (where value::timestamptz > ${now}) as next_end,
               max(value::timestamptz) filter (where value::timestamptz <= ${now}) as last_end
        from jsonb_each_text(u.role_ends)) as rights
      left join sign_in_rules rule on rule.product_id = u.product_id
      left join second_factors factor on factor.user_id = u.id and factor.confirmed_at is not null
      cross join lateral (
        select case when rule.idle_minutes <> '{}'
          then idle_end(s.id, s.created_at, u.product_id, roles_at(u.roles, u.role_ends, ${now})) end as ends_at)
          as idle
      where s.id = any (${sessionIds}::uuid[]) and s.ended_at is null and s.expires_at > ${now} and u.state = 'ACTIVE'
        and (${demo} or not u.is_demo)
        and (rights.last_end is null or rights.last_end <= s.created_at)
        and (idle.ends_at is null or idle.ends_at > ${now})`.execute(tx),
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
        mustSetSecondFactor: row.must_set_second_factor,
        expiresAt: row.expires_at,
      },
    ]),
  );
}

/** The current epoch of all sessions (0002). While it stays the same, no session has changed. */
export async function readSessionEpoch(db: Database): Promise<number> {
  const [row] = await db.readWithoutActor(statement<{ epoch: number }>`select epoch from session_epoch`);
  if (!row) throw new Error('The session epoch is not there');
  return row.epoch;
}

export async function markSessionEnded(tx: Tx, sessionId: string, now: Date, reason: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

const DAY_MS = 24 * 3600_000;
/** Declined or undecided requests are personal data without a purpose after so many days. */
const REQUEST_DAYS = 30;

/** Deletes what has expired. Sign-in failures count for 15 minutes, sign-up requests of an address for a day. */
export async function sweepSignIns(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await deleteInPages(db, { table: 'sign_in_failures', where: sql`at < ${before(1)}` });
  await deleteInPages(db, { table: 'sign_in_challenges', where: sql`expires_at < ${now}` });
  // Older than every idle limit, so these sessions have ended.
  await deleteInPages(db, { table: 'session_activity', where: sql`active_at < ${before(2)}` });
  await deleteInPages(db, { table: 'sign_up_attempts', where: sql`at < ${before(1)}` });
  await deleteInPages(db, { table: 'repeated_sign_ups', where: sql`at < ${before(REQUEST_DAYS)}` });
  await deleteInPages(db, {
    table: 'users',
    where: sql`state = 'DECLINED' and decided_at < ${before(REQUEST_DAYS)} or state = 'PENDING'
      and created_at < ${before(REQUEST_DAYS)}`,
  });
}
