import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'munjigi_device';
const PATTERN = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`);
/** The most that browsers keep a cookie. */
const MAX_AGE_S = 400 * 24 * 3600;

/**
 * The SHA-256 of the cookie by which a guest's device is known (GT-14). `null`: the request has none. It grants nothing:
 * a device without it is another one.
 */
export function readGuestDevice({ headers: { cookie } }: FastifyRequest): Buffer | null {
  const value = cookie === undefined ? undefined : PATTERN.exec(cookie)?.[1];
  return value === undefined ? null : createHash('sha256').update(value).digest();
}

/** Gives a device its cookie. The scripts of the page cannot read it, and only the API gets it. */
export function setGuestDevice(request: FastifyRequest, reply: FastifyReply): void {
  const isSecure = request.headers['x-forwarded-proto'] === 'https' || 'encrypted' in request.raw.socket;
  const value = randomBytes(32).toString('base64url');
  void reply.header(
    'Set-Cookie',
    `${NAME}=${value}; Path=/api/v2; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  );
}
