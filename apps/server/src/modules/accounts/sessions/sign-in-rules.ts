import { ROLES, type BodyOf, type editSignInRules, type SignInRules } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import { staleProblem, type UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';
import { endIdle } from './idle-sessions.ts';

/** The roles that require a second factor, and the minutes without input after which their sessions end (AU-5). */
export async function readSignInRules(tx: Tx, productId: string): Promise<SignInRules> {
  const row = await tx
    .selectFrom('sign_in_rules')
    .select(['second_factor_roles', 'idle_minutes', 'version'])
    .where('product_id', '=', productId)
    .executeTakeFirst();
  if (!row) return { secondFactorRoles: [], idleMinutes: {}, version: 0 };
  return {
    secondFactorRoles: ROLES.filter((role) => row.second_factor_roles.includes(role)),
    idleMinutes: row.idle_minutes,
    version: row.version,
  };
}

export async function editRules(
  work: UnitOfWork,
  { version, secondFactorRoles, idleMinutes }: BodyOf<typeof editSignInRules>,
): Promise<SignInRules> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  await sql`select pg_advisory_xact_lock(hashtextextended(${actor.productId}, 51))`.execute(tx);
  const before = await readSignInRules(tx, actor.productId);
  if (before.version !== version) throw staleProblem(before);
  await endIdle(tx, actor.productId, now);
  const isIdleChanged = ROLES.some((role) => before.idleMinutes[role] !== idleMinutes[role]);
  const values = { second_factor_roles: [...secondFactorRoles], idle_minutes: JSON.stringify(idleMinutes) };
  await tx
    .insertInto('sign_in_rules')
    .values({ product_id: actor.productId, ...values, idle_since: now })
    .onConflict((builder) =>
      builder
        .column('product_id')
        .doUpdateSet({ ...values, ...(isIdleChanged && { idle_since: now }), version: version + 1 }),
    )
    .execute();
  const after = await readSignInRules(tx, actor.productId);
  await recordChange(work, {
    storeId: null,
    at: now,
    action: 'sign-in-rules.changed',
    subject: { kind: 'sign-in-rules', id: actor.productId },
    detail: {
      before: { secondFactorRoles: before.secondFactorRoles, idleMinutes: before.idleMinutes },
      after: { secondFactorRoles: after.secondFactorRoles, idleMinutes: after.idleMinutes },
    },
  });
  return after;
}
