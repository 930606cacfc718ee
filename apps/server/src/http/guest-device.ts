import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'munjigi_device';
const PATTERN = new RegExp(`(?<=^|;\\s*)${NAME}=([\\w-]{43})(?=;|$)`, 'g');
/** The most that browsers keep a cookie. */
const MAX_AGE_S = 400 * 24 * 3600;

/**
 * The cookies by which a guest's device is known (GT-14), as SHA-256. A device has one from the API, one from the document
 * of a page, or both; the browser sends that of the API first. They grant nothing: a device without one is another one.
 */
export type GuestDevice = readonly [cookie?: Buffer, otherCookie?: Buffer];

export function readGuestDevice({ headers: { cookie = '' } }: FastifyRequest): GuestDevice {
  const [first, second] = [...cookie.matchAll(PATTERN)].map(([, value = '']) =>
    createHash('sha256').update(value).digest(),
  );
  return first === undefined ? [] : second === undefined ? [first] : [first, second];
}

/** Gives a device its cookie, for the paths below `path`. The scripts of the page cannot read it. */
export function setGuestDevice(request: FastifyRequest, reply: FastifyReply, path: '/' | '/api/v2'): void {
  const isSecure = request.headers['x-forwarded-proto'] === 'https' || 'encrypted' in request.raw.socket;
  const value = randomBytes(32).toString('base64url');
  void reply.header(
    'Set-Cookie',
    `${NAME}=${value}; Path=${path}; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  );
}
