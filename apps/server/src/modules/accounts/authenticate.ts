import type { Clock } from '../../clock.ts';
import { readTogether, type Database } from '../../db/index.ts';
import { Problem, type Authenticate } from '../../http/index.ts';
import { findLiveSessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

export interface Authenticator {
  readonly authenticate: Authenticate;
  /** Which of these sessions still live. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/**
 * Token → person. The session is read from the database for every request, after it came in, so that an ended session, a
 * changed role or a disabled account holds at once at every process; requests that come together share one query.
 */
export function createAuthenticator(db: Database, tokens: Tokens, clock: Clock): Authenticator {
  const sessionOf = readTogether((ids) => findLiveSessions(db, ids, clock.now()));
  return {
    async authenticate(token, address) {
      const { userId, sessionId } = await tokens.verify(token);
      const person = await sessionOf(sessionId);
      if (!person || person.userId !== userId) throw new Problem('SESSION_ENDED');
      return {
        kind: 'person',
        userId,
        sessionId,
        name: person.name,
        email: person.email,
        locale: person.locale,
        roles: person.roles,
        productId: person.productId,
        productSlug: person.productSlug,
        assignedStoreIds: person.storeIds,
        storeIds: person.storeIds,
        address,
      };
    },
    async liveSessions(sessionIds) {
      return new Set((await findLiveSessions(db, sessionIds, clock.now())).keys());
    },
  };
}
