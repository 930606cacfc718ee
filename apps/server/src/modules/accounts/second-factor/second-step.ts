import { sql } from 'kysely';
import { storeActor, SYSTEM } from '../../../db/index.ts';
import { Problem } from '../../../http/index.ts';
import { personAuditActor, recordAudit } from '../../audit/index.ts';
import type { DeviceOfSignIn } from '../people/known-devices.ts';
import { claimFactorCode } from './second-factor.ts';
import { endChallenge, claimChallengeAttempt } from '../sign-in/sign-in-challenge.ts';
import { countAttempt, deleteAttempt } from '../sign-in/sign-in-attempts.ts';
import { NO_STORE, openSession, type SignInDeps } from '../sign-in/sign-in.ts';

interface Attempt extends DeviceOfSignIn {
  readonly challenge: string;
  readonly code: string;
}

/**
 * The second step of sign-in (AU-5): the challenge that followed the right password, and a code. A wrong code counts
 * like a wrong password, for the account and the address (AU-2), so a new challenge gives no additional attempts.
 */
export async function completeSecondStep(deps: SignInDeps, attempt: Attempt): Promise<{ accessToken: string }> {
  const { db, clock } = deps;
  const now = clock.now();
  const tried = await db.withActor(SYSTEM, async (tx) => {
    const person = await claimChallengeAttempt(tx, attempt.challenge, now);
    if (!person) return undefined;
    return {
      ...person,
      failureId: await countAttempt(tx, { secret: deps.secret, email: person.email, address: attempt.address, now }),
    };
  });
  if (!tried) throw new Problem('CHALLENGE_OVER');
  const { userId, productId, failureId } = tried;
  const opened = await db.withActor(storeActor(productId, NO_STORE), async (tx) => {
    const account = await tx
      .selectFrom('users')
      .select(['id', 'name', sql<string[]>`roles_at(roles, role_ends, ${now})`.as('roles')])
      .where('id', '=', userId)
      .where('state', '=', 'ACTIVE')
      .$if(!deps.demo, (query) => query.where('is_demo', '=', false))
      .forShare()
      .executeTakeFirst();
    // One of two concurrent requests with a challenge wins. The end of the person's sessions deletes the challenge too.
    if (!account || !(await endChallenge(tx, attempt.challenge))) throw new Problem('CHALLENGE_OVER');
    const claimed = await claimFactorCode(deps, tx, userId, attempt.code);
    if (claimed === null) throw new Problem('INVALID_CODE');
    await deleteAttempt(tx, failureId);
    if (account.roles.length === 0) throw new Problem('ACCOUNT_DISABLED');
    if (claimed === 'RECOVERY_CODE') {
      await recordAudit(tx, {
        productId,
        storeId: null,
        at: now,
        actor: personAuditActor({ userId, name: account.name, address: attempt.address }),
        action: 'account.recovery-code-used',
        subject: { kind: 'user', id: userId },
        detail: {},
      });
    }
    return openSession(deps, tx, { ...account, productId }, attempt);
  });
  return { accessToken: await deps.tokens.sign({ userId, sessionId: opened.sessionId }, opened.expiresAt) };
}
