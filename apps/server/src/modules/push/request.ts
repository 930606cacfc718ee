import { createECDH } from 'node:crypto';
import { encrypt } from 'http_ece';
import { importJWK, SignJWT } from 'jose';
import type { PushKind } from '@munjigi/contract';
import { CURVE, type Pair } from './pair.ts';

/** The subscription of a browser, in base64url. */
export interface BrowserAddress {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

interface Message {
  readonly kind: PushKind;
  /** The content for the service worker, as JSON. */
  readonly body: string;
  readonly ttlSeconds: number;
  readonly at: Date;
  /** The contact for push services in case of problems: `mailto:` or `https:`. */
  readonly contact: string;
}

/** Push services accept at most a day (RFC 8292, 2). */
const TOKEN_SECONDS = 12 * 3600;

/**
 * The request that sends a message to a browser (RFC 8030), encrypted for it (RFC 8291) and signed (RFC 8292). It
 * replaces a pending message of the same kind at the push service.
 */
export async function pushRequest(
  { endpoint, p256dh, auth }: BrowserAddress,
  pair: Pair,
  { kind, body, ttlSeconds, at, contact }: Message,
): Promise<{ url: string; headers: Record<string, string>; body: Buffer }> {
  const ours = createECDH(CURVE);
  ours.generateKeys();
  return {
    url: endpoint,
    headers: {
      authorization: `vapid t=${await tokenFor(new URL(endpoint).origin, pair, at, contact)}, k=${pair.publicKey}`,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttlSeconds),
      urgency: kind === 'MONEY' ? 'normal' : 'high',
      topic: `munjigi-${kind.toLowerCase()}`,
    },
    body: encrypt(Buffer.from(body), { version: 'aes128gcm', dh: p256dh, authSecret: auth, privateKey: ours }),
  };
}

async function tokenFor(audience: string, { publicKey, privateKey }: Pair, at: Date, contact: string): Promise<string> {
  const point = Buffer.from(publicKey, 'base64url');
  const key = await importJWK(
    {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: privateKey,
    },
    'ES256',
  );
  return new SignJWT({ sub: contact })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(audience)
    .setExpirationTime(Math.floor(at.getTime() / 1000) + TOKEN_SECONDS)
    .sign(key);
}
