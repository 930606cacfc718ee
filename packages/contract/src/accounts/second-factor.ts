import { z } from 'zod';
import { deviceName } from './accounts.ts';
import { endpoint } from '../endpoint.ts';
import { instant, version } from '../fields.ts';
import { ROLES } from './roles.ts';

/** Six digits as the app shows them, with or without a space in the middle. */
const totpCode = z
  .string()
  .trim()
  .max(20)
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'must be six digits'));
/** The current six digits, or one of the recovery codes. */
const factorCode = z.string().trim().min(1).max(40);
const password = z.string().min(1).max(200);
const recoveryCodes = z.array(z.string());

/** The person's own second factor (AU-5). Its secret is shown once, in the reply that begins the setup. */
export const ownSecondFactor = z.object({
  isOn: z.boolean(),
  confirmedAt: instant.nullable(),
  recoveryCodesLeft: z.number().int(),
  /** One of the person's roles requires a second factor. */
  isRequired: z.boolean(),
});
export type OwnSecondFactor = z.infer<typeof ownSecondFactor>;

const PATH = '/api/v2/auth/account/second-factor';

export const getSecondFactor = endpoint({
  method: 'GET',
  path: PATH,
  summary: 'Whether the own account has a second factor, and must have one (AU-5)',
  access: 'signed-in',
  isOpenWithoutSecondFactor: true,
  reply: ownSecondFactor,
});

/** PATCH, because an Idempotency-Key would store a fast hash of a password or code, or a reply with a secret in it. */
export const beginSecondFactor = endpoint({
  method: 'PATCH',
  path: `${PATH}/begin`,
  summary:
    'Create a secret for an authenticator app. It is required at sign-in only after its first code has confirmed it',
  access: 'signed-in',
  isOpenWithoutSecondFactor: true,
  body: z.strictObject({ password }),
  reply: z.object({ secret: z.string(), uri: z.string() }),
  problems: ['STATE_NOT_ALLOWED', 'TOO_MANY_ATTEMPTS'],
});

export const confirmSecondFactor = endpoint({
  method: 'PATCH',
  path: `${PATH}/confirm`,
  summary: 'Confirm the secret by a first code. The reply has the recovery codes once; the other sessions end',
  access: 'signed-in',
  isOpenWithoutSecondFactor: true,
  body: z.strictObject({ code: totpCode }),
  reply: z.object({ recoveryCodes }),
  problems: ['STATE_NOT_ALLOWED', 'TOO_MANY_ATTEMPTS'],
});

export const renewRecoveryCodes = endpoint({
  method: 'PATCH',
  path: `${PATH}/recovery-codes`,
  summary: 'Create new recovery codes, which replace the previous ones',
  access: 'signed-in',
  body: z.strictObject({ password, code: factorCode }),
  reply: z.object({ recoveryCodes }),
  problems: ['STATE_NOT_ALLOWED', 'TOO_MANY_ATTEMPTS'],
});

export const removeSecondFactor = endpoint({
  method: 'PATCH',
  path: `${PATH}/remove`,
  summary: 'Remove the own second factor',
  access: 'signed-in',
  body: z.strictObject({ password, code: factorCode }),
  reply: ownSecondFactor,
  problems: ['STATE_NOT_ALLOWED', 'TOO_MANY_ATTEMPTS'],
});

export const verifySecondFactor = endpoint({
  method: 'POST',
  path: '/api/v2/auth/login/second-factor',
  summary:
    'The second step of signing in: the challenge that came with SECOND_FACTOR_NEEDED, and a code or a recovery code',
  access: 'public',
  body: z.strictObject({ challenge: z.string().min(1).max(100), code: factorCode, device: deviceName }),
  reply: z.object({ accessToken: z.string() }),
  problems: ['CHALLENGE_OVER', 'INVALID_CODE', 'ACCOUNT_DISABLED', 'TOO_MANY_ATTEMPTS'],
});

/**
 * Keeps an idle session alive: the browser calls it after input of the person, at most once a minute. Nothing else
 * counts as activity (decision 038).
 */
export const stayActive = endpoint({
  method: 'PATCH',
  path: '/api/v2/auth/session',
  summary: 'Report activity of the person, so that the session does not count as idle',
  access: 'signed-in',
  isOpenWithoutSecondFactor: true,
  body: z.strictObject({}),
  reply: z.object({}),
});

export const IDLE_MINUTES = { least: 5, most: 720 } as const;
const minutes = z.number().int().min(IDLE_MINUTES.least).max(IDLE_MINUTES.most);

/** The sign-in rules that the ADMIN of a product sets (AU-5). */
export const signInRules = z.object({
  /** Roles that require a second factor. */
  secondFactorRoles: z.array(z.enum(ROLES)),
  /** Minutes without input after which a session ends, by role; the shortest of a person's roles applies. */
  idleMinutes: z.partialRecord(z.enum(ROLES), z.number().int()),
  /** 0: the rules were never set. */
  version: z.number().int().nonnegative(),
});
export type SignInRules = z.infer<typeof signInRules>;

export const getSignInRules = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/sign-in-rules',
  summary: 'Which roles must have a second factor, and when their idle sessions end',
  access: 'users:read',
  reply: signInRules,
});

export const editSignInRules = endpoint({
  method: 'PATCH',
  path: '/api/v2/{product}/sign-in-rules',
  summary:
    'Change which roles must have a second factor, and when their idle sessions end. It applies at once, also to open sessions',
  access: 'users:write',
  body: z.strictObject({
    version: z.union([version, z.literal(0)]),
    secondFactorRoles: z
      .array(z.enum(ROLES))
      .max(ROLES.length)
      .refine((roles) => new Set(roles).size === roles.length, 'a role is named twice'),
    idleMinutes: z.partialRecord(z.enum(ROLES), minutes),
  }),
  reply: signInRules,
  problems: ['STALE'],
});
