import type { RoleGrant } from '@munjigi/contract';
import type { Tx } from '../../../db/index.ts';
import { invalidInput, notFound, Problem } from '../../../http/index.ts';

/** The rights of a person as they are stored. */
export interface Rights {
  readonly grants: readonly RoleGrant[];
  /** The content of `users.role_ends`: only roles that have an end. */
  readonly ends: Readonly<Record<string, string>>;
  readonly storeIds: readonly string[];
}

interface RequestedRights {
  readonly roles: readonly RoleGrant[];
  readonly storeIds: readonly string[];
}

/** Refuses ends in the past (except unchanged ones), a FRANCHISEE without a store, and stores of another product. */
export async function checkedRights(
  tx: Tx,
  { roles, storeIds }: RequestedRights,
  now: Date,
  before: readonly RoleGrant[] = [],
): Promise<Rights> {
  const grants = roles.map(({ role, until }) => ({
    role,
    until: until === null ? null : new Date(until).toISOString(),
  }));
  const isAsBefore = ({ role, until }: RoleGrant) => before.some((item) => item.role === role && item.until === until);
  const passed = grants.flatMap((grant, place) =>
    grant.until !== null && new Date(grant.until) <= now && !isAsBefore(grant) ? [place] : [],
  );
  if (passed.length > 0)
    throw invalidInput(
      passed.map((place) => ({ path: `roles.${place}.until`, code: 'IN_THE_PAST', message: 'must be in the future' })),
    );
  const isFranchisee = grants.some(({ role }) => role === 'FRANCHISEE');
  if (isFranchisee && storeIds.length === 0)
    throw invalidInput([{ path: 'storeIds', code: 'STORE_MISSING', message: 'a FRANCHISEE needs a store' }]);
  if (!isFranchisee && storeIds.length > 0)
    throw invalidInput([{ path: 'storeIds', code: 'STORE_WITHOUT_ROLE', message: 'only a FRANCHISEE has stores' }]);
  if (storeIds.length > 0) {
    const stores = await tx.selectFrom('stores').select('id').where('id', 'in', storeIds).execute();
    if (stores.length < storeIds.length) throw notFound();
  }
  const ends = Object.fromEntries(grants.flatMap(({ role, until }) => (until === null ? [] : [[role, until]])));
  return { grants, ends, storeIds };
}

interface StoreChange {
  readonly productId: string;
  readonly userId: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export async function changeStores(tx: Tx, { productId, userId, before, after }: StoreChange): Promise<void> {
  const removedStoreIds = before.filter((id) => !after.includes(id));
  const added = after.filter((id) => !before.includes(id));
  if (removedStoreIds.length > 0)
    await tx.deleteFrom('user_stores').where('user_id', '=', userId).where('store_id', 'in', removedStoreIds).execute();
  if (added.length > 0)
    await tx
      .insertInto('user_stores')
      .values(added.map((store_id) => ({ product_id: productId, user_id: userId, store_id })))
      .execute();
}

/** The database protects the last ADMIN (0032); this turns the violation into LAST_ADMIN. */
export async function lastAdminStays<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'users_last_admin')
      throw new Problem('LAST_ADMIN', { cause: error });
    throw error;
  }
}
