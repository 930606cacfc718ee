import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { Problem } from '../problem.ts';

/** Maximum number of callers with a remembered rate. A forgotten caller starts with a full bucket. */
const MOST_CALLERS = 20_000;
/**
 * Concurrent requests of one caller, without streams. A browser opens six connections to a host, fifteen windows
 * ninety.
 */
const MOST_UNDER_WAY = 100;
const MINUTE_MS = 60_000;

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/**
 * Limits the requests of one signed-in caller (decision 046): a token bucket per caller, in the memory of this process.
 * It uses monotonic time, so that changes of the clock have no effect.
 */
export interface RequestLimits {
  /** Takes one token. Returns 0, or the seconds until one is available. */
  consumeToken(callerId: string): number;
  /** Returns a token for a request that takes another one later. */
  returnToken(callerId: string): void;
  /** Throws `RATE_LIMITED` if the caller sends too many requests. */
  countRequest(callerId: string): void;
  /** Throws `RATE_LIMITED` if the caller has too many requests under way; counts this one until its reply is closed. */
  countUnderWay(callerId: string, response: ServerResponse): void;
}

/** @param perMinute requests of one caller in a minute, at once or spread; 0: no limit. */
export function requestLimits(perMinute: number, monotonicMs: () => number = () => performance.now()): RequestLimits {
  const buckets = new LRUCache<string, Bucket>({ max: MOST_CALLERS });
  const underWay = new Map<string, number>();
  const perMs = perMinute / MINUTE_MS;

  function consumeToken(callerId: string): number {
    if (perMinute === 0) return 0;
    const nowMs = monotonicMs();
    let bucket = buckets.get(callerId);
    if (!bucket) {
      bucket = { tokens: perMinute, filledAtMs: nowMs };
      buckets.set(callerId, bucket);
    }
    bucket.tokens = Math.min(perMinute, bucket.tokens + (nowMs - bucket.filledAtMs) * perMs);
    bucket.filledAtMs = nowMs;
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000));
    bucket.tokens -= 1;
    return 0;
  }

  return {
    consumeToken,

    returnToken(callerId) {
      const bucket = buckets.get(callerId);
      if (bucket) bucket.tokens += 1;
    },

    countRequest(callerId) {
      const retryAfterSeconds = consumeToken(callerId);
      if (retryAfterSeconds > 0)
        throw new Problem('RATE_LIMITED', { retryAfterSeconds, detail: `At most ${perMinute} requests a minute` });
    },

    countUnderWay(callerId, response) {
      // The client has already disconnected, so `close` will not be emitted again.
      if (perMinute === 0 || response.destroyed) return;
      const count = underWay.get(callerId) ?? 0;
      if (count >= MOST_UNDER_WAY)
        throw new Problem('RATE_LIMITED', {
          retryAfterSeconds: 1,
          detail: `At most ${MOST_UNDER_WAY} requests at the same time`,
        });
      underWay.set(callerId, count + 1);
      response.once('close', () => {
        const remaining = (underWay.get(callerId) ?? 1) - 1;
        if (remaining > 0) underWay.set(callerId, remaining);
        else underWay.delete(callerId);
      });
    },
  };
}
