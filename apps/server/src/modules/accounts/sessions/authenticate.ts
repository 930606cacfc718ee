import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../clock.ts';
import { readTogether, RightsFromMemory, type Database } from '../../../db/index.ts';
import { Problem, type Authenticate, type Person, type Recall } from '../../../http/index.ts';
import { readSessionEndReason } from './idle-sessions.ts';
import { findLiveSessions, readSessionEpoch, type SessionPerson } from './sessions.ts';
import type { Tokens } from './tokens.ts';

const MOST_CACHED_BYTES = 64 * 1024 * 1024;

export interface Authenticator {
  readonly authenticate: Authenticate;
  readonly recall: Recall;
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
 * sessions has changed since this one was cached. Concurrent requests share it. A recalled person was not checked: the
 * request's transaction does it (decision 118).
 */
export function createAuthenticator({ db, tokens, clock, demo }: AuthenticatorDeps): Authenticator {
  const sessionOf = readTogether((ids) => findLiveSessions({ db, demo }, ids, clock.now()));
  const epochNow = readTogether(async () => new Map([['epoch', await readSessionEpoch(db)]]));
  const sessions = new LRUCache<string, LivePerson>({
    max: 20_000,
    maxSize: MOST_CACHED_BYTES,
    sizeCalculation: ({ person }) => 1_000 + 80 * person.storeIds.length,
  });

  /** The newest epoch that this process has read. */
  let lastEpoch = 0;

  async function livePerson(sessionId: string): Promise<LivePerson | undefined> {
    const epoch = await epochNow('epoch');
    if (epoch === undefined) throw new Error('The session epoch was not read');
    lastEpoch = Math.max(lastEpoch, epoch);
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
      return composePerson(live, expiresAtMs, address);
    },
    async recall(token, address) {
      const { userId, sessionId, expiresAtMs } = await tokens.verify(token);
      const live = sessions.get(sessionId);
      if (live?.epoch !== lastEpoch || live.person.expiresAt <= clock.now() || live.person.userId !== userId)
        return null;
      return { ...composePerson(live, expiresAtMs, address), rightsAt: new RightsFromMemory(live.epoch) };
    },
    readEpoch: () => readSessionEpoch(db),
    async liveSessions(sessionIds) {
      const live = await findLiveSessions({ db, demo }, sessionIds, clock.now());
      return new Set([...live].filter(([, { mustSetSecondFactor }]) => !mustSetSecondFactor).map(([id]) => id));
    },
  };
}

interface LivePerson {
  readonly person: SessionPerson;
  readonly epoch: number;
}

function composePerson({ person, epoch }: LivePerson, tokenExpiresAtMs: number, address: string): Person {
  return {
    kind: 'person',
    userId: person.userId,
    sessionId: person.sessionId,
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
    endsAtMs: Math.min(tokenExpiresAtMs, person.expiresAt.getTime()),
    address,
  };
}
