import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { limiterKeyOf } from '../client-address.ts';
import { limitConcurrency } from './concurrency-limit.ts';
import { Problem } from '../problem.ts';
import { requestLimits } from './request-limits.ts';

/** Wrong secrets of one kind from one address per minute. */
const MOST_WRONG_A_MINUTE = 20;
/** Look-ups of secrets that this process has not seen, at the same time: of ten connections, most stay for staff. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 200;
/** Of addresses over their limit one look-up runs at a time, and so long passes after a wrong one. */
const PAUSE_AFTER_WRONG_MS = 50;
const MOST_WAITING_OVER_LIMIT = 200;
/** After a restart all tablets and guests of a store are unknown at once. */
const MOST_WAITING_OF_ADDRESS = 50;
/** Secrets that were right, so that the guests and programs that use them wait for no stranger. */
const MOST_VERIFIED = 50_000;

interface Secret {
  /** What kind of secret it is; wrong ones count for each kind. */
  readonly kind: 'guest' | 'order' | 'channel' | 'display' | 'feed' | 'relay' | 'reports';
  readonly address: string;
  /** Names the secret without containing it; `null`: it has not the form of one, so there is nothing to look up. */
  readonly hash: Buffer | null;
}

/**
 * Looks up the secrets of callers without an account: tokens of guests and tablets, keys of channels, and secrets in paths
 * (decision 092). A flood of wrong ones takes a few database connections at most, and an address over its limit waits
 * before its look-up. A secret that was right before is looked up at once, because all guests of a store may share an
 * address with a stranger.
 */
export interface CredentialLookups {
  /**
   * Returns what the query finds, or `null` for a wrong secret, which counts for the address. Throws `TOO_MANY_ATTEMPTS` for a
   * wrong secret of an address over its limit, and `TOO_MANY_ATTEMPTS` or `RATE_LIMITED` without a query when too many
   * wait.
   */
  find<T>(secret: Secret, query: () => Promise<T | null | undefined>): Promise<T | null>;
}

/** `isLimited`: false when the operator has switched off the limits of requests. */
export function createCredentialLookups({ isLimited }: { readonly isLimited: boolean }): CredentialLookups {
  const wrong = requestLimits(isLimited ? MOST_WRONG_A_MINUTE : 0);
  const cache = new LRUCache<string, true>({ max: MOST_VERIFIED });
  const ordinary = createLane({ mostAtOnce: MOST_AT_ONCE, mostWaiting: MOST_WAITING });
  const findInTurn = createSlowLane();
  const firstLookups = new Map<string, Promise<unknown>>();

  /** Looks up a secret that this process does not know. The address pays for it before, so that a burst does not pass. */
  async function findUnknown<T>(addressKey: string, query: (() => Promise<T | null>) | null): Promise<T | null> {
    const retryAfterSeconds = wrong.consumeToken(addressKey);
    if (query !== null) {
      const lookup = retryAfterSeconds > 0 ? findInTurn(addressKey, query) : ordinary(query);
      const found = await lookup.catch((error: unknown) => {
        throw error instanceof LaneFull ? refusalOf(retryAfterSeconds) : error;
      });
      if (found !== null && retryAfterSeconds === 0) wrong.returnToken(addressKey);
      if (found !== null) return found;
    }
    if (retryAfterSeconds > 0) throw refusalOf(retryAfterSeconds);
    return null;
  }

  return {
    async find({ kind, address, hash }, query) {
      const ask = async () => (await query()) ?? null;
      const addressKey = `${kind} ${limiterKeyOf(address)}`;
      if (hash === null) return findUnknown<never>(addressKey, null);
      const name = `${kind} ${hash.toString('base64')}`;
      // Requests with the same unknown secret wait for the first of them.
      await firstLookups.get(name)?.catch(ignoreOutcome);
      if (cache.has(name)) {
        const found = await ask();
        if (found !== null) return found;
        cache.delete(name);
      }
      const first = findUnknown(addressKey, ask);
      firstLookups.set(name, first);
      try {
        const found = await first;
        if (found !== null) cache.set(name, true);
        return found;
      } finally {
        if (firstLookups.get(name) === first) firstLookups.delete(name);
      }
    },
  };
}

/** Runs the look-ups of addresses over their limit one after another, a few of each address, with a pause after a wrong one. */
function createSlowLane(): <T>(addressKey: string, query: () => Promise<T>) => Promise<T> {
  const overLimit = createLane({ mostAtOnce: 1, mostWaiting: MOST_WAITING_OVER_LIMIT });
  const waitingOf = new Map<string, number>();
  return async (addressKey, query) => {
    const waiting = waitingOf.get(addressKey) ?? 0;
    if (waiting >= MOST_WAITING_OF_ADDRESS) throw new LaneFull();
    waitingOf.set(addressKey, waiting + 1);
    try {
      return await overLimit(async () => {
        const found = await query();
        if (found === null) await sleep(PAUSE_AFTER_WRONG_MS);
        return found;
      });
    } finally {
      const left = (waitingOf.get(addressKey) ?? 1) - 1;
      if (left > 0) waitingOf.set(addressKey, left);
      else waitingOf.delete(addressKey);
    }
  };
}

/** The first request reports its outcome itself. */
function ignoreOutcome(): void {}

function refusalOf(retryAfterSeconds: number): Problem {
  if (retryAfterSeconds > 0) return new Problem('TOO_MANY_ATTEMPTS', { retryAfterSeconds });
  return new Problem('RATE_LIMITED', { retryAfterSeconds: 1, detail: 'Too many look-ups at the same time' });
}

class LaneFull extends Error {}

type Lane = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs some work at a time, and lets some more wait in order; throws `LaneFull` for the rest. */
function createLane({ mostAtOnce, mostWaiting }: { readonly mostAtOnce: number; readonly mostWaiting: number }): Lane {
  const limit = limitConcurrency(mostAtOnce);
  let underWay = 0;
  return async (work) => {
    if (underWay >= mostAtOnce + mostWaiting) throw new LaneFull();
    underWay += 1;
    try {
      return await limit(work);
    } finally {
      underWay -= 1;
    }
  };
}
