import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  growingListOf,
  id,
  instant,
  isInReach,
  namedInstant,
  OUT_OF_REACH,
  paging,
  revealing,
  singleLine,
  sortBy,
  text,
  version,
} from '../fields.ts';
import { linkEmail } from './password-reset.ts';
import { ROLES } from './roles.ts';

/** `PENDING`: the person requested an account, and an ADMIN must decide (AU-4). */
export const USER_STATES = ['PENDING', 'ACTIVE', 'DISABLED', 'DECLINED'] as const;
export type UserState = (typeof USER_STATES)[number];
export const USER_SORTS = ['newest', 'oldest', 'name', 'email'] as const;

/** A role, and the instant at which the person loses it. */
export const roleGrant = z.object({ role: z.enum(ROLES), until: instant.nullable() });
export type RoleGrant = z.infer<typeof roleGrant>;

/** A session of a person: its address, browser and times. It contains no credential. */
export const signInSession = z.object({
  id,
  address: z.string(),
  userAgent: z.string(),
  createdAt: instant,
  /** When the session expires without activity. */
  expiresAt: instant,
  endedAt: instant.nullable(),
  isLive: z.boolean(),
});
export type SignInSession = z.infer<typeof signInSession>;

export const user = z.object({
  id,
  name: z.string(),
  email: z.string(),
  state: z.enum(USER_STATES),
  roles: z.array(roleGrant),
  /** The stores of a FRANCHISEE. */
  stores: z.array(z.object({ id, name: z.string() })),
  /** The store's name as the person wrote it in the request; empty without one. */
  requestedStore: z.string(),
  createdAt: instant,
  decidedAt: instant.nullable(),
  /** Why the request was declined or the account disabled. */
  decision: z.string(),
  lastSignInAt: instant.nullable(),
  /** Whether the person was invited and has not set a password yet (AU-9). */
  isInvited: z.boolean().optional(),
  version,
});
export type User = z.infer<typeof user>;

/** `sessions`: the live ones and the last that ended, newest first, 50 at most. */
export const userDetail = z.object({
  ...user.shape,
  phoneMasked: z.string(),
  hasSecondFactor: z.boolean(),
  sessions: z.array(signInSession),
});
export type UserDetail = z.infer<typeof userDetail>;

/** A right that was granted or removed. `by` is null when the person requested it, or the command line created it. */
export const rightChange = z.object({
  id: z.number().int(),
  at: instant,
  by: z.string().nullable(),
  change: z.enum(['STATE', 'ROLE_GIVEN', 'ROLE_TAKEN', 'ROLE_UNTIL', 'STORE_GIVEN', 'STORE_TAKEN']),
  state: z.enum(USER_STATES).nullable(),
  role: z.enum(ROLES).nullable(),
  until: instant.nullable(),
  storeName: z.string().nullable(),
});
export type RightChange = z.infer<typeof rightChange>;

const isWithoutRepeats = (list: readonly unknown[]) => new Set(list).size === list.length;
const roles = z
  .array(z.strictObject({ role: z.enum(ROLES), until: namedInstant.nullable().default(null) }))
  .min(1)
  .max(ROLES.length)
  .refine((list) => isWithoutRepeats(list.map(({ role }) => role)), 'a role is named twice');
const storeIds = z.array(id).max(500).refine(isWithoutRepeats, 'a store is named twice');
const seen = z.strictObject({ version });
const PATH = '/api/v2/{product}/user/{userId}';
const ABOUT_RIGHTS = ['STALE', 'STATE_NOT_ALLOWED', 'OWN_ACCOUNT', 'LAST_ADMIN'] as const;

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/user',
  summary:
    'People and requests for an account. `q` searches name, e-mail and the requested store; `role` is a present role',
  access: 'users:read',
  load: 'search',
  query: z
    .strictObject({
      ...paging,
      sort: z.enum(USER_SORTS).default('newest'),
      q: singleLine(100).optional(),
      /** `DECIDED`: all except pending requests. */
      state: z.enum([...USER_STATES, 'DECIDED']).optional(),
      role: z.enum(ROLES).optional(),
    })
    .refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(user),
});

export const getUser = endpoint({
  method: 'GET',
  path: PATH,
  summary: 'A person with their sessions',
  access: 'users:read',
  reply: userDetail,
});

export const revealUser = endpoint({
  method: 'POST',
  path: `${PATH}/reveal`,
  summary: 'The full phone number; the access is recorded',
  access: 'users:read',
  body: revealing,
  reply: z.object({ phone: z.string() }),
});

export const listRightChanges = endpoint({
  method: 'GET',
  path: `${PATH}/right-change`,
  summary: 'Changes of the rights of a person with their author and end, newest first',
  access: 'users:read',
  query: z.strictObject({ ...paging, sort: sortBy('at') }).refine(isInReach, OUT_OF_REACH),
  reply: growingListOf(rightChange),
});

export const editUser = endpoint({
  method: 'PATCH',
  path: PATH,
  summary:
    'Change the name, the roles with their ends, the stores. Changed rights end the sessions of the person at once (AU-3)',
  access: 'users:write',
  body: z.strictObject({
    version,
    name: singleLine(60).optional(),
    roles: roles.optional(),
    storeIds: storeIds.optional(),
  }),
  reply: user,
  problems: ABOUT_RIGHTS,
});

export const INVITATION_DAYS = 7;

/** The token is in the fragment of the link, as that of a reset link is. */
export const inviteUser = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/user',
  summary:
    'Invite a person: an account with roles and, for a FRANCHISEE, stores, and a one-time link with which the person sets a password within 7 days, by e-mail where the product has a mail server. The reply has the token once',
  access: 'users:write',
  body: z.strictObject({ email: z.email().max(254), name: singleLine(60), roles, storeIds: storeIds.default([]) }),
  reply: z.object({ user, token: z.string().nullable(), expiresAt: instant, email: linkEmail }),
  shownOnce: ['token'],
  problems: ['EMAIL_TAKEN'],
});

export const approveUser = endpoint({
  method: 'POST',
  path: `${PATH}/approve`,
  summary: 'Approve a request for an account, with roles and, for a FRANCHISEE, stores',
  access: 'users:write',
  body: z.strictObject({ version, roles, storeIds: storeIds.default([]) }),
  reply: user,
  problems: ABOUT_RIGHTS,
});

export const declineUser = endpoint({
  method: 'POST',
  path: `${PATH}/decline`,
  summary: 'Decline a request for an account. It is deleted after 30 days',
  access: 'users:write',
  body: z.strictObject({ version, reason: text(500) }),
  reply: user,
  problems: ABOUT_RIGHTS,
});

export const disableUser = endpoint({
  method: 'POST',
  path: `${PATH}/disable`,
  summary: 'Disable an account: its sessions end at once',
  access: 'users:write',
  body: z.strictObject({ version, reason: text(500) }),
  reply: user,
  problems: ABOUT_RIGHTS,
});

export const enableUser = endpoint({
  method: 'POST',
  path: `${PATH}/enable`,
  summary: 'Enable a disabled account, with the rights that it had',
  access: 'users:write',
  body: seen,
  reply: user,
  problems: ABOUT_RIGHTS,
});

export const resetSecondFactor = endpoint({
  method: 'POST',
  path: `${PATH}/second-factor/reset`,
  summary: 'Remove the lost second factor of a person. All their sessions end',
  access: 'users:write',
  body: z.strictObject({}),
  reply: user,
  problems: ['OWN_ACCOUNT', 'STATE_NOT_ALLOWED'],
});

export const endUserSession = endpoint({
  method: 'POST',
  path: `${PATH}/session/{sessionId}/end`,
  summary: 'End one session of a person at once. One that has ended answers 404',
  access: 'users:write',
  body: z.strictObject({}),
  reply: z.object({ ended: z.number().int() }),
});

export const endUserSessions = endpoint({
  method: 'POST',
  path: `${PATH}/session/end-all`,
  summary: 'End all sessions of the person at once',
  access: 'users:write',
  body: z.strictObject({}),
  reply: z.object({ ended: z.number().int() }),
});
