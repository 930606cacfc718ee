import { z } from 'zod';
import { LOCALES } from './accounts.ts';
import { endpoint } from '../endpoint.ts';
import { id, instant, singleLine, version } from '../fields.ts';
import { newPassword } from './sign-up.ts';
import { roleGrant, signInSession } from './users.ts';

/** The person's own account (AU-6). */
export const ownAccount = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  locale: z.enum(LOCALES),
  roles: z.array(roleGrant),
  stores: z.array(z.object({ id, name: z.string() })),
  sessions: z.array(z.object({ ...signInSession.shape, isThis: z.boolean() })),
  /** When the password was last set with a link, for 30 days. `issuedBy`: the ADMIN; `null`: requested by e-mail. */
  passwordReset: z.object({ at: instant, issuedBy: z.string().nullable() }).nullable(),
  version,
});
export type OwnAccount = z.infer<typeof ownAccount>;

export const getOwnAccount = endpoint({
  method: 'GET',
  path: '/api/v2/auth/account',
  summary: 'The own account and its sessions (AU-6)',
  access: 'signed-in',
  reply: ownAccount,
});

export const editOwnAccount = endpoint({
  method: 'PATCH',
  path: '/api/v2/auth/account',
  summary: 'Change the own name or language',
  access: 'signed-in',
  body: z.strictObject({ version, name: singleLine(60).optional(), locale: z.enum(LOCALES).optional() }),
  reply: ownAccount,
  problems: ['STALE'],
});

/** PATCH, because an Idempotency-Key would store a fast hash of the passwords beside the slow one. */
export const changePassword = endpoint({
  method: 'PATCH',
  path: '/api/v2/auth/account/password',
  summary: 'Change the own password. All sessions end; the reply has the token of a new one',
  access: 'signed-in',
  body: z.strictObject({ currentPassword: z.string().min(1).max(200), newPassword }),
  reply: z.object({ accessToken: z.string() }),
  problems: ['TOO_MANY_ATTEMPTS'],
});

export const endOwnSession = endpoint({
  method: 'POST',
  path: '/api/v2/auth/account/session/{sessionId}/end',
  summary: 'End one of the own sessions at once, including this one',
  access: 'signed-in',
  body: z.strictObject({}),
  reply: z.object({ ended: z.number().int() }),
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/v2/auth/account/session/end-others',
  summary: 'End all own sessions but this one',
  access: 'signed-in',
  body: z.strictObject({}),
  reply: z.object({ ended: z.number().int() }),
});
