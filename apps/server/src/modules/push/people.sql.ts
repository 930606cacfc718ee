import type { PushKind, Role } from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../db/index.ts';

/** A subscribed browser with the current rights of its person. */
export interface SubscribedBrowser {
  readonly id: string;
  readonly product_id: string;
  readonly user_id: string;
  readonly session_id: string;
  readonly sealed: Buffer;
  readonly kinds: PushKind[];
  readonly name: string;
  readonly locale: string;
  readonly roles: Role[];
  readonly store_ids: string[];
}

/** Subscriptions that were not renewed for this long are deleted. */
const KEPT_DAYS = 30;

/**
 * A session that was ended on purpose, for example after a phone was lost, ends the subscription. A session that
 * expired or went idle does not, because push is useful then.
 */
const isEnded = (now: Date): RawBuilder<boolean> =>
  sql`(u.state <> 'ACTIVE' or coalesce(s.end_reason, 'IDLE') <> 'IDLE'
    or p.renewed_at <= ${new Date(now.getTime() - KEPT_DAYS * 24 * 3600_000)})`;

/**
 * Finds the subscriptions to notify: all, one, or those of these people. Leaves out people who must set up a second
 * factor first.
 */
export async function findSubscribedBrowsers(
  tx: Tx,
  now: Date,
  { id = null, userIds = null }: { readonly id?: string | null; readonly userIds?: readonly string[] | null } = {},
): Promise<SubscribedBrowser[]> {
  const { rows } = await sql<SubscribedBrowser>`
    select p.id, p.product_id, p.user_id, p.session_id, p.sealed, p.kinds, u.name, u.locale, its.roles,
      array(select us.store_id::text from user_stores us where us.user_id = u.id) as store_ids
    from push_subscriptions p join users u on u.id = p.user_id join sessions s on s.id = p.session_id
    cross join lateral (select roles_at(u.roles, u.role_ends, ${now}) as roles) as its
    left join sign_in_rules rule on rule.product_id = u.product_id
    left join second_factors factor on factor.user_id = u.id and factor.confirmed_at is not null
    where (${id}::uuid is null or p.id = ${id}) and (${userIds}::uuid[] is null or p.user_id = any (${userIds}))
      and not ${isEnded(now)}
      and not (coalesce(rule.second_factor_roles && its.roles, false) and factor.user_id is null)
    order by p.id for key share of p`.execute(tx);
  return rows;
}

/** Deletes subscriptions of ended sessions and inactive accounts, and those not renewed for 30 days. */
export async function deleteEndedSubscriptions(tx: Tx, now: Date): Promise<void> {
  await sql`delete from push_subscriptions p using users u, sessions s where u.id = p.user_id and s.id = p.session_id
    and ${isEnded(now)}`.execute(tx);
}
