import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { phone, productSlug, singleLine } from '../fields.ts';

/** A new password. Only the server checks it, because only the server has the list of common passwords. */
export const newPassword = z.string().min(1).max(200);

export const SHORTEST_PASSWORD = 12;
/** Why a new password is refused, as the `code` of a field of `INVALID_INPUT`. */
export const PASSWORD_FAULTS = [
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_COMMON',
  'PASSWORD_PERSONAL',
] as const;
export type PasswordFault = (typeof PASSWORD_FAULTS)[number];

export const readSignUp = endpoint({
  method: 'GET',
  path: '/api/v2/auth/sign-up',
  summary: 'The chain that a sign-up goes to: the named one, or the only one of this server. `null`: a name is needed',
  access: 'public',
  query: z.strictObject({ product: productSlug.optional() }),
  reply: z.object({ product: z.object({ slug: productSlug, name: z.string() }).nullable() }),
});

export const signUp = endpoint({
  method: 'POST',
  path: '/api/v2/auth/sign-up',
  summary: 'Request an account (AU-4). The answer is the same whether or not the e-mail has one; an ADMIN decides',
  access: 'public',
  body: z.strictObject({
    /** The chain's slug, which is not required if the server has only one chain. */
    product: productSlug.optional(),
    name: singleLine(60),
    email: z.email().max(254),
    phone,
    storeName: singleLine(80),
    password: newPassword,
  }),
  reply: z.object({ isWaiting: z.literal(true) }),
  problems: ['TOO_MANY_REQUESTS'],
});
