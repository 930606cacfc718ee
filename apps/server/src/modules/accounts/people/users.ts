import type {
  approveUser,
  BodyOf,
  declineUser,
  disableUser,
  editUser,
  enableUser,
  revealUser,
  User,
} from '@munjigi/contract';
import { formatPhone } from '@munjigi/rules';
import type { AuditAction } from '@munjigi/texts/audit';
import { notFound, Problem, staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';
import { changeStores, checkedRights, lastAdminStays, type Rights } from './rights.ts';
import { deleteFactor } from './second-factor.sql.ts';
import { endSessions, findUserRow, grantsOf, publishUserChange, toUser, selectPersonForUpdate } from './users.sql.ts';
import { listKeys } from '../../../list-keys.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findUserRow>>>;

export async function admitUser(
  work: UnitOfWork,
  userId: string,
  { version, roles, storeIds }: BodyOf<typeof approveUser>,
): Promise<User> {
  const row = await selectUserForChange(work, userId, { version, state: 'PENDING', isAboutRights: true });
  const rights = await checkedRights(work.tx, { roles, storeIds }, work.clock.now());
  await writeUser(work, row, { state: 'ACTIVE', rights, decision: '' });
  return completeUserChange(work, userId, 'user.approved', { roles: rights.grants, storeIds: rights.storeIds });
}

export async function rejectUser(
  work: UnitOfWork,
  userId: string,
  { version, reason }: BodyOf<typeof declineUser>,
): Promise<User> {
  const row = await selectUserForChange(work, userId, { version, state: 'PENDING', isAboutRights: true });
  await writeUser(work, row, { state: 'DECLINED', decision: reason });
  return completeUserChange(work, userId, 'user.declined', { reason });
}

export async function blockUser(
  work: UnitOfWork,
  userId: string,
  { version, reason }: BodyOf<typeof disableUser>,
): Promise<User> {
  const row = await selectUserForChange(work, userId, { version, state: 'ACTIVE', isAboutRights: true });
  await writeUser(work, row, { state: 'DISABLED', decision: reason });
  return completeUserChange(work, userId, 'user.disabled', { reason });
}

export async function unblockUser(
  work: UnitOfWork,
  userId: string,
  { version }: BodyOf<typeof enableUser>,
): Promise<User> {
  const row = await selectUserForChange(work, userId, { version, state: 'DISABLED', isAboutRights: true });
  await writeUser(work, row, { state: 'ACTIVE', decision: '' });
  return completeUserChange(work, userId, 'user.enabled', {});
}

/** Rights of a pending request are set only by its approval, not by an edit. */
export async function updateUser(
  work: UnitOfWork,
  userId: string,
  { version, name, roles, storeIds }: BodyOf<typeof editUser>,
): Promise<User> {
  const isAboutRights = roles !== undefined || storeIds !== undefined;
  const row = await selectUserForChange(work, userId, { version, isAboutRights });
  if (isAboutRights && row.state !== 'ACTIVE' && row.state !== 'DISABLED') throw new Problem('STATE_NOT_ALLOWED');
  const requestedRights = {
    roles: roles ?? grantsOf(row),
    storeIds: storeIds ?? (roles === undefined || isFranchisee(roles) ? row.stores.map(({ id }) => id) : []),
  };
  const rights = isAboutRights
    ? await checkedRights(work.tx, requestedRights, work.clock.now(), grantsOf(row))
    : undefined;
  await writeUser(work, row, { ...(name !== undefined && { name }), ...(rights && { rights }) });
  const before = { name: row.name, roles: grantsOf(row), storeIds: row.stores.map(({ id }) => id) };
  const after = {
    ...(name !== undefined && { name }),
    ...(rights && { roles: rights.grants, storeIds: rights.storeIds }),
  };
  return completeUserChange(work, userId, 'user.changed', {
    before: Object.fromEntries(listKeys(after).map((key) => [key, before[key]])),
    after,
  });
}

export async function showContact(
  work: UnitOfWork,
  userId: string,
  { reason }: BodyOf<typeof revealUser>,
): Promise<{ phone: string }> {
  const row = await findUserRow(work.tx, userId);
  if (!row) throw notFound();
  await recordUserChange(work, userId, 'user.revealed', { fields: ['phone'], reason });
  return { phone: formatPhone(row.phone) };
}

/**
 * Removes the second factor of a person who has lost the phone: the next sign-in needs only the password, and requires
 * a new factor if a role does.
 */
export async function resetFactor(work: UnitOfWork, userId: string): Promise<User> {
  await selectPersonForUpdate(work.tx, userId);
  if (!(await findUserRow(work.tx, userId))) throw notFound();
  if (userId === work.actor.userId) throw new Problem('OWN_ACCOUNT');
  if (!(await deleteFactor(work.tx, userId))) throw new Problem('STATE_NOT_ALLOWED');
  const ended = await endSessions(work.tx, userId, { now: work.clock.now(), reason: 'ENDED_BY_ADMIN' });
  return completeUserChange(work, userId, 'user.second-factor-reset', { ended });
}

export async function endSessionOfUser(
  work: UnitOfWork,
  userId: string,
  sessionId: string,
): Promise<{ ended: number }> {
  const ended = await endSessions(work.tx, userId, {
    only: sessionId,
    now: work.clock.now(),
    reason: 'ENDED_BY_ADMIN',
  });
  if (ended === 0) throw notFound();
  await completeUserChange(work, userId, 'user.session-ended', { sessionId });
  return { ended };
}

export async function endSessionsOfUser(work: UnitOfWork, userId: string): Promise<{ ended: number }> {
  if (!(await findUserRow(work.tx, userId))) throw notFound();
  const ended = await endSessions(work.tx, userId, { now: work.clock.now(), reason: 'ENDED_BY_ADMIN' });
  await completeUserChange(work, userId, 'user.sessions-ended', { ended });
  return { ended };
}

function isFranchisee(roles: readonly { readonly role: string }[]): boolean {
  return roles.some(({ role }) => role === 'FRANCHISEE');
}

/** Locks the person's row until the transaction ends. Refuses changes of the own rights. */
async function selectUserForChange(
  { tx, actor }: UnitOfWork,
  userId: string,
  expected: { readonly version: number; readonly state?: User['state']; readonly isAboutRights: boolean },
): Promise<Row> {
  await selectPersonForUpdate(tx, userId);
  const row = await findUserRow(tx, userId);
  if (!row) throw notFound();
  if (expected.isAboutRights && userId === actor.userId) throw new Problem('OWN_ACCOUNT');
  if (expected.state !== undefined && row.state !== expected.state)
    throw new Problem('STATE_NOT_ALLOWED', { current: toUser(row) });
  if (row.version !== expected.version) throw staleProblem(toUser(row));
  return row;
}

interface Written {
  readonly name?: string;
  readonly state?: User['state'];
  readonly decision?: string;
  readonly rights?: Rights;
}

async function writeUser(
  { tx, clock, actor }: UnitOfWork,
  row: Row,
  { name, state, decision, rights }: Written,
): Promise<void> {
  const written = tx
    .updateTable('users')
    .set({
      version: row.version + 1,
      ...(name !== undefined && { name }),
      ...(state !== undefined && { state, decided_at: clock.now() }),
      ...(decision !== undefined && { decision }),
      ...(rights && { roles: rights.grants.map(({ role }) => role), role_ends: JSON.stringify(rights.ends) }),
    })
    .where('id', '=', row.id);
  await lastAdminStays(() => written.execute());
  if (rights)
    await changeStores(tx, {
      productId: actor.productId,
      userId: row.id,
      before: row.stores.map(({ id }) => id),
      after: rights.storeIds,
    });
}

/** Publishes the work, writes the audit log and returns the person. */
async function completeUserChange(
  work: UnitOfWork,
  userId: string,
  action: AuditAction,
  detail: Record<string, unknown>,
): Promise<User> {
  const row = await findUserRow(work.tx, userId);
  if (!row) throw notFound();
  await publishUserChange(work.tx, { productId: work.actor.productId, userId });
  await recordUserChange(work, userId, action, detail);
  return toUser(row);
}

function recordUserChange(
  work: UnitOfWork,
  userId: string,
  action: AuditAction,
  detail: Record<string, unknown>,
): Promise<void> {
  return recordChange(work, { storeId: null, action, subject: { kind: 'user', id: userId }, detail });
}
