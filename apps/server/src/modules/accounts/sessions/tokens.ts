import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../clock.ts';
import { Problem } from '../../../http/index.ts';

/** The claims of a token (AU-3). The database decides at every request whether the session is still live. */
export interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
}

export interface Tokens {
  sign(claims: TokenClaims, expiresAt: Date): Promise<string>;
  /** Throws NOT_SIGNED_IN for a token that is foreign, expired, or signed with another algorithm. */
  verify(token: string): Promise<TokenClaims & { readonly expiresAtMs: number }>;
}

const ALGORITHM = 'HS256';
const ISSUER = 'munjigi';
const MOST_CACHED_BYTES = 24 * 1024 * 1024;

export function createTokens(secret: string, clock: Clock): Tokens {
  const key = new TextEncoder().encode(secret);
  // A verified signature stays valid; only the expiry is checked again.
  const verified = new LRUCache<string, TokenClaims & { expiresAtMs: number }>({
    max: 20_000,
    maxSize: MOST_CACHED_BYTES,
    sizeCalculation: (_claims, token) => 500 + 2 * token.length,
  });

  return {
    sign: ({ userId, sessionId }, expiresAt) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setIssuedAt(Math.floor(clock.now().getTime() / 1000))
        .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
        .sign(key),

    async verify(token) {
      const cached = verified.get(token);
      if (cached) {
        if (cached.expiresAtMs > clock.now().getTime()) return cached;
        verified.delete(token);
        throw new Problem('NOT_SIGNED_IN');
      }
      if (token.length > 2000) throw new Problem('NOT_SIGNED_IN');
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          requiredClaims: ['exp', 'iat', 'sub', 'sid'],
          currentDate: clock.now(),
        });
        const claims = {
          userId: String(payload.sub),
          sessionId: String(payload['sid']),
          expiresAtMs: Number(payload.exp) * 1000,
        };
        verified.set(token, claims);
        return claims;
      } catch (error) {
        if (error instanceof errors.JOSEError) throw new Problem('NOT_SIGNED_IN', { cause: error });
        throw error;
      }
    },
  };
}
