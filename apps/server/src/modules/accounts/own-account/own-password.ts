import type { Clock } from '../../../clock.ts';
import { SYSTEM, type Database, type Tx } from '../../../db/index.ts';
import { invalidInput, Problem, type Person } from '../../../http/index.ts';
import { isPassword } from '../sign-in/passwords.ts';
import { countAttempt } from '../sign-in/sign-in-attempts.ts';
import { selectPersonForUpdate } from '../people/users.sql.ts';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: string;
}

/**
 * Checks the password of the signed-in person: an open session alone is not enough. Wrong passwords count like failures
 * of sign-in. Returns the id of the recorded failure; the caller deletes it once everything is correct.
 */
export async function verifyOwnPassword(
  { db, clock, secret }: Deps,
  actor: Person,
  { path, password }: { readonly path: string; readonly password: string },
): Promise<{ failureId: string; passwordHash: string }> {
  const { failureId, passwordHash } = await db.withActor(SYSTEM, async (tx) => {
    const failureId = await countAttempt(tx, { secret, email: actor.email, address: actor.address, now: clock.now() });
    const row = await tx.selectFrom('users').select('password_hash').where('id', '=', actor.userId).executeTakeFirst();
    return { failureId, passwordHash: row?.password_hash ?? null };
  });
  if (passwordHash === null || !(await isPassword(password, passwordHash))) {
    throw invalidInput([{ path, code: 'PASSWORD_WRONG', message: 'is not the present password' }]);
  }
  return { failureId, passwordHash };
}

/**
 * Locks the person and checks that the session is still live, because it may have ended during the password check. Code
 * that ends a session locks the person first too.
 */
export async function selectLiveSessionForUpdate(tx: Tx, { userId, sessionId }: Person): Promise<void> {
  await selectPersonForUpdate(tx, userId);
  const isLive = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!isLive) throw new Problem('SESSION_ENDED');
}
