import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, singleLine } from '../fields.ts';
import { newPassword } from './sign-up.ts';

/**
 * For forgotten passwords: a person requests a one-time link by e-mail, or an ADMIN issues one and hands it over. Its
 * secret is in the fragment, which browsers do not send to a server.
 */

export const RESET_LINK_MINUTES = 30;
/** 256 random bits in base64url. */
const token = z.string().min(1).max(100);

/**
 * The e-mail with a link. `to` is masked. `fault`: why it is not sent: the product has no mail server, or this server
 * does not know its own address (`PUBLIC_URL`).
 */
export const linkEmail = z.object({ to: z.string(), fault: z.enum(['NO_PROVIDER', 'NO_PUBLIC_URL']).nullable() });
export type LinkEmail = z.infer<typeof linkEmail>;

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/v2/auth/password-reset/request',
  summary:
    'Request a one-time link by e-mail. The answer and its time are the same whether or not an account can get one',
  access: 'public',
  body: z.strictObject({ email: singleLine(254) }),
  reply: z.object({}),
  problems: ['TOO_MANY_ATTEMPTS'],
});

export const issuePasswordReset = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/user/{userId}/password-reset',
  summary:
    'Issue a one-time link with which another person sets a new password within 30 minutes, and send it to them by e-mail where the product has a mail server. It revokes the previous link. The reply has the token once',
  access: 'users:write',
  body: z.strictObject({}),
  reply: z.object({ token: z.string().nullable(), expiresAt: instant, email: linkEmail }),
  shownOnce: ['token'],
  problems: ['OWN_ACCOUNT', 'STATE_NOT_ALLOWED'],
});

export const checkPasswordReset = endpoint({
  method: 'POST',
  path: '/api/v2/auth/password-reset/check',
  summary: 'Whether a link is valid, and until when. Unknown, expired, used and revoked links get the same answer',
  access: 'public',
  body: z.strictObject({ token }),
  reply: z.object({ expiresAt: instant }),
  problems: ['RESET_LINK_INVALID', 'TOO_MANY_ATTEMPTS'],
});

/** PATCH, as for the own password: an Idempotency-Key would store a fast hash of it. */
export const resetPassword = endpoint({
  method: 'PATCH',
  path: '/api/v2/auth/password-reset',
  summary:
    'Set a new password with a link, once. All sessions of the person end; a second factor stays and is required at the next sign-in',
  access: 'public',
  body: z.strictObject({ token, newPassword }),
  reply: z.object({}),
  problems: ['RESET_LINK_INVALID', 'TOO_MANY_ATTEMPTS'],
});
