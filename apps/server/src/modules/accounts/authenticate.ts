import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import { readTogether, type Database } from '../../db/index.ts';
import { Problem, type Authenticate } from '../../http/index.ts';
import { readSessionEndReason } from './idle-sessions.ts';
import { findLiveSessions, readSessionEpoch, type SessionPerson } from './sessions.ts';
import type { Tokens } from './tokens.ts';

const MOST_CACHED_BYTES = 64 * 1024 * 1024;

export interface Authenticator {
  readonly authenticate: Authenticate;
  /** The current epoch of all sessions. A cached person with this epoch is still current. */
  readonly readEpoch: () => Promise<number>;
  /** Which of these sessions are live and not restricted to setting up a second factor. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}

interface AuthenticatorDeps {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly clock: Clock;
  /** Whether accounts of the demo may sign in. */
  readonly demo: boolean;
}

/**
 * Authenticates a person by the token. Queries the database after each request arrives, so that an ended session, a
 * changed role or a disabled account takes effect at once in every process. The query is small: whether anything about
 * sessions has changed since this one was cached. Concurrent requests share it.
 */
export function createAuthenticator({ db, tokens, clock, demo }: AuthenticatorDeps): Authenticator {
  const sessionOf = readTogether((ids) => findLiveSessions({ db, demo }, ids, clock.now()));
  const epochNow = readTogether(async () => new Map([['epoch', await readSessionEpoch(db)]]));
  const sessions = new LRUCache<string, { person: SessionPerson; epoch: number }>({
    max: 20_000,
    maxSize: MOST_CACHED_BYTES,
    sizeCalculation: ({ person }) => 1_000 + 80 * person.storeIds.length,
  });

  async function livePerson(sessionId: string): Promise<{ person: SessionPerson; epoch: number } | undefined> {
    const epoch = await epochNow('epoch');
    if (epoch === undefined) throw new Error('The session epoch was not read');
    const entry = sessions.get(sessionId);
    // Activity postpones the idle end of a session, so a cached session that has reached its end is read again.
    if (entry && entry.epoch === epoch && entry.person.expiresAt > clock.now()) return entry;
    // Read after the epoch: a change in between has a later epoch, so the next request reads it again.
    const person = await sessionOf(sessionId);
    if (!person) {
      sessions.delete(sessionId);
      return undefined;
    }
    const live = { person, epoch };
    sessions.set(sessionId, live);
    return live;
  }

  return {
    async authenticate(token, address) {
      const { userId, sessionId, expiresAtMs } = await tokens.verify(token);
      const live = await livePerson(sessionId);
      if (live?.person.userId !== userId)
        throw new Problem(
          (await readSessionEndReason(db, sessionId, clock.now())) === 'IDLE' ? 'SESSION_IDLE' : 'SESSION_ENDED',
        );
      const { person, epoch } = live;
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
        mustSetSecondFactor: person.mustSetSecondFactor,
        sessionEpoch: epoch,
        endsAtMs: Math.min(expiresAtMs, person.expiresAt.getTime()),
        address,
      };
    },
    readEpoch: () => readSessionEpoch(db),
    async liveSessions(sessionIds) {
      const live = await findLiveSessions({ db, demo }, sessionIds, clock.now());
      return new Set([...live].filter(([, { mustSetSecondFactor }]) => !mustSetSecondFactor).map(([id]) => id));
    },
  };
}
