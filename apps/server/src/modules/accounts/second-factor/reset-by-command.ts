import { sql } from 'kysely';
import { storeActor, SYSTEM, type Database } from '../../../db/index.ts';
import { recordAudit, systemAuditActor } from '../../audit/index.ts';
import { deleteFactor } from '../people/second-factor.sql.ts';
import { NO_STORE } from '../sign-in/sign-in.ts';
import { endSessions } from '../people/users.sql.ts';

/**
 * Removes the second factor of an account, like an ADMIN does for another person. `false`: no account or no second
 * factor.
 */
export async function resetFactorByCommand(db: Database, email: string, now: Date): Promise<boolean> {
  const account = await db.withActor(SYSTEM, (tx) =>
    tx
      .selectFrom('users')
      .select(['id', 'product_id'])
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .executeTakeFirst(),
  );
  if (!account) return false;
  return db.withActor(storeActor(account.product_id, NO_STORE), async (tx) => {
    if (!(await deleteFactor(tx, account.id))) return false;
    const ended = await endSessions(tx, account.id, { now, reason: 'ENDED_BY_ADMIN' });
    await recordAudit(tx, {
      productId: account.product_id,
      storeId: null,
      at: now,
      actor: systemAuditActor('munjigi reset-second-factor'),
      action: 'user.second-factor-reset',
      subject: { kind: 'user', id: account.id },
      detail: { ended },
    });
    return true;
  });
}
