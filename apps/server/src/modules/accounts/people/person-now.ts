import type { Role } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';

/**
 * The current rights of a person of the product, limited to stores that the caller sees; `null`: the account is not
 * active.
 */
interface PersonNow {
  readonly userId: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly storeIds: readonly string[];
}

/** Locks the row for share: changes of the person wait until the transaction ends. */
export async function readPersonNow(tx: Tx, userId: string, now: Date): Promise<PersonNow | null> {
  const {
    rows: [row],
  } = await sql<{ name: string; roles: Role[]; store_ids: string[] }>`
    select u.name, roles_at(u.roles, u.role_ends, ${now}) as roles,
      array(select us.store_id::text from user_stores us where us.user_id = u.id) as store_ids
    from users u where u.id = ${userId} and u.state = 'ACTIVE' for share of u`.execute(tx);
  return row ? { userId, name: row.name, roles: row.roles, storeIds: row.store_ids } : null;
}

/** Counts the active ADMINs. */
export async function countAdmins(tx: Tx, now: Date): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ count: number }>`
    select count(*)::integer as count from users u where u.state = 'ACTIVE'
      and 'ADMIN' = any (roles_at(u.roles, u.role_ends, ${now}))`.execute(tx);
  return row?.count ?? 0;
}
