import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, productSlug } from '../fields.ts';
import { ROLES } from './roles.ts';

/** The languages of the interface, from the reference: `kr` is the default and the fallback. */
export const LOCALES = ['kr', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/**
 * A random name that a browser gives itself, so that an unknown one can be reported (AU-11). Without one, the user agent
 * and the network of the address are the device.
 */
export const deviceName = z
  .string()
  .regex(/^[\w-]{16,64}$/)
  .optional();

export const login = endpoint({
  method: 'POST',
  path: '/api/v2/auth/login',
  summary: 'Sign in with e-mail and password',
  access: 'public',
  body: z.strictObject({
    email: z.string().trim().min(1).max(254),
    password: z.string().min(1).max(200),
    device: deviceName,
  }),
  reply: z.object({ accessToken: z.string() }),
  problems: ['INVALID_CREDENTIALS', 'SECOND_FACTOR_NEEDED', 'ACCOUNT_DISABLED', 'ACCOUNT_PENDING', 'TOO_MANY_ATTEMPTS'],
});

export const currentUser = z.object({
  id,
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  /**
   * The stores that the person can choose: all of the product's for head office, the assigned ones for a franchisee.
   * `timeZone` is an IANA name.
   */
  stores: z.array(z.object({ id, name: z.string(), timeZone: z.string() })),
  /** The products the person belongs to; `slug` is the `{product}` of every path. */
  products: z.array(z.object({ slug: productSlug, name: z.string() })),
  locale: z.enum(LOCALES),
  /**
   * The position of the event stream before this reply. A stream that begins with it as `Last-Event-ID` reports every
   * change of data that is read after this reply.
   */
  eventPosition: z.string(),
});
export type CurrentUser = z.infer<typeof currentUser>;

export const me = endpoint({
  method: 'GET',
  path: '/api/v2/auth/me',
  summary: 'The person who is signed in',
  access: 'signed-in',
  reply: currentUser,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/v2/auth/logout',
  summary: 'End this session at once (AU-3)',
  access: 'signed-in',
  isOpenWithoutSecondFactor: true,
  body: z.strictObject({}),
  reply: z.object({}),
});
